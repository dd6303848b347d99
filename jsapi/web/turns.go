// This file bounds how many operations of one kind run at the same time.

package web

// turns lets a number of operations run at the same time. The others wait without a goroutine. Its methods are called on the
// loop.
type turns struct {
	most, running int
	waiting       []func()
}

// begin calls start when it is the turn of an operation. The operation calls end when it has ended.
func (t *turns) begin(start func()) {
	if t.running >= t.most {
		t.waiting = append(t.waiting, start)
		return
	}
	t.running++
	start()
}

func (t *turns) end() {
	if len(t.waiting) == 0 {
		t.running--
		return
	}
	start := t.waiting[0]
	t.waiting[0] = nil
	t.waiting = t.waiting[1:]
	start()
}
