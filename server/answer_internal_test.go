package server

import (
	"testing"
	"time"
)

// The clock of the machine is set after an answer, so that the stored time of the answer is wrong. The same process still knows how
// long ago it was, and so does another one on the same machine. One on another machine compares the stored time with its clock, and
// an answer of the future is not a recent one.
func TestAnswersWhenTheClockIsSet(t *testing.T) {
	t.Parallel()
	given := &record{ThreadID: "thread", Sent: "yes", By: "ann"}
	for _, wrong := range []time.Duration{0, -time.Hour, time.Hour} {
		given.CreatedAt = isoTime(time.Now().Add(wrong))
		same, other := &Server{}, &Server{}
		same.shown.watch(given.By, given.answer())
		if !same.recent(given) {
			t.Errorf("stored %s wrong: a server has forgotten an answer at once", wrong)
		}
		if other.recent(given) != (wrong == 0) {
			t.Errorf("stored %s wrong: a server that has not taken the answer says recent: %t", wrong, wrong != 0)
		}
		same.shown.by[given.By].answers[given.answer()] = time.Now().Add(-2 * repeatWithin)
		if same.recent(given) {
			t.Errorf("stored %s wrong: an answer is recent for ever", wrong)
		}
		if bootID() == "" {
			continue // another system than Linux
		}
		for age, want := range map[time.Duration]bool{time.Second: true, 2 * repeatWithin: false} {
			stored := *given
			stored.Boot, stored.SinceBoot = bootID(), sinceBoot()-age
			if other.recent(&stored) != want {
				t.Errorf("stored %s wrong, given %s ago: a server on the same machine says recent: %t", wrong, age, !want)
			}
		}
	}
}
