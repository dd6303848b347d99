// This file tests limits of scripts, in this process and in workers.

package hitlrun_test

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// What a script prints goes into a pipe that nobody reads for longer than Limits.Turn: it has waited and not computed. A
// loop behind that is stopped all the same.
func TestTurnIsNotWaiting(t *testing.T) {
	t.Parallel()
	eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
		t.Parallel()
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		o.Stdout, o.Limits.Turn = w, time.Second
		printed := make(chan string, 1)
		go func() {
			time.Sleep(3 * time.Second) // by then the pipe is full
			data, _ := io.ReadAll(r)
			printed <- string(data)
		}()
		err = loadWith(t, `
			for (let i = 0; i < 40; i++) console.log("x".repeat(9999));
			console.error(new Date().getTime() > 0);`, o).Run(t.Context())
		w.Close()
		if err != nil {
			t.Errorf("a slow reader: %v", err)
		}
		if got := <-printed; got != strings.Repeat(strings.Repeat("x", 9999)+"\n", 40) {
			t.Errorf("%d bytes were printed", len(got))
		}
		o.Stdout = io.Discard
		err = loadWith(t, `for (;;) console.log("x")`, o).Run(t.Context())
		if !errors.Is(err, hitlrun.ErrLimit) || !strings.Contains(err.Error(), "it ran for more than 1s without giving way (see --max-turn)") {
			t.Errorf("a loop that prints: %v", err)
		}
	})
}
