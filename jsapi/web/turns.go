// This file bounds how many operations of one kind run at the same time.

package web

// Turns lets Most operations run at the same time. The others wait without a goroutine. Its methods are called on the loop.
type Turns struct {
	Most    int
	running int
	waiting []func()
}

// Begin calls start when it is the turn of an operation. The operation calls End when it has ended.
func (t *Turns) Begin(start func()) {
	if t.running >= t.Most {
		t.waiting = append(t.waiting, start)
		return
	}
	t.running++
	start()
}

// End gives the turn to the next operation.
func (t *Turns) End() {
	if len(t.waiting) == 0 {
		t.running--
		return
	}
	start := t.waiting[0]
	t.waiting[0] = nil
	t.waiting = t.waiting[1:]
	start()
}
