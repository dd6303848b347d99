package server

import (
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// A clock that is set back is noticed, and one that is set forward or continues is not.
func TestClockIsSetBack(t *testing.T) {
	t.Parallel()
	for jump, want := range map[time.Duration]bool{0: false, time.Hour: false, -time.Hour: true} {
		c, now := &clock{}, time.Now()
		if c.setBack(now) {
			t.Error("a clock was set back at the first look")
		}
		c.wall = c.wall.Add(-jump) // the clock was set by jump since
		if got := c.setBack(now.Add(time.Second)); got != want {
			t.Errorf("set by %s: %t", jump, got)
		}
		if c.setBack(now.Add(2 * time.Second)) {
			t.Errorf("set by %s: it is set back again", jump)
		}
	}
}

// A cron that was scheduled while the clock was an hour ahead is due within a minute when the clock is right again, and one that is
// due only next year stays as it is.
func TestCronsAreScheduledAgain(t *testing.T) {
	t.Parallel()
	store, err := hitlrun.Open(":memory:", hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	now := time.Now()
	change := &hitlrun.Change{}
	for id, schedule := range map[string]string{"often": "* * * * *", "rarely": "0 9 1 1 *"} {
		d, err := (&cronJob{ID: id, Schedule: schedule, Enabled: true}).document(now.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		change.Put = append(change.Put, d)
	}
	if err := store.Write(t.Context(), change); err != nil {
		t.Fatal(err)
	}
	s, err := New(store, Options{}) // the clock was set back while no server ran
	if err != nil {
		t.Fatal(err)
	}
	due := func(id string) time.Time {
		d, err := store.Document(t.Context(), cronKind, id)
		if err != nil {
			t.Fatal(err)
		}
		return d.Due
	}
	within := time.Now().Add(10 * time.Second)
	for due("often").After(now.Add(time.Minute+time.Second)) && time.Now().Before(within) {
		time.Sleep(10 * time.Millisecond)
	}
	if err := s.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	for id, soon := range map[string]bool{"often": true, "rarely": false} {
		if due(id).Before(now.Add(time.Minute+time.Second)) != soon {
			t.Errorf("%s is due at %s, and it is %s", id, due(id), now)
		}
	}
}
