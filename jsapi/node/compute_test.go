package node

import "testing"

// A panic of a computation is one of who waits for it, and the next computation has a place.
func TestPanicOfAComputation(t *testing.T) {
	for range cap(computing) + 1 {
		func() {
			defer func() {
				if p := recover(); p != "lost" {
					t.Errorf("the panic is %v", p)
				}
			}()
			_, _ = computeAside(args{}, func() (int, error) { panic("lost") })
		}()
	}
	if n, err := computeAside(args{}, func() (int, error) { return 7, nil }); n != 7 || err != nil {
		t.Errorf("after that: %d, %v", n, err)
	}
}
