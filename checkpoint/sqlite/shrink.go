// This file frees the memory that a large write has taken: many stores can be open, and each would retain several times
// the size of its largest write.

package sqlite

// maxRetained is how many bytes a blob or a buffer of the writer has at most that is retained after a transaction.
const maxRetained = 4 << 20

// shrink frees what a transaction with large values has taken. The caller holds w.mu.
func (w *writer) shrink() {
	large := w.large
	w.large = false
	for _, buffers := range []*[2][]byte{&w.bufs, &w.sealed} {
		for i, b := range buffers {
			if cap(b) > maxRetained {
				buffers[i], large = nil, true
			}
		}
	}
	if large {
		w.reset() // metadata can be large, too
		w.c.Shrink()
	}
}
