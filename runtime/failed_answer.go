// This file finds the questions whose answer a node did not end with, so that another answer can replace it.

package runtime

import (
	"context"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// FailedAnswers returns the ids, of those that begin with prefix, of the questions of a thread whose nodes did not end
// with the answer: they failed, or the run ended before they did, because of a limit for example. It includes subgraphs
// of any depth. A thread that has not run has none. The thread must not be running.
func FailedAnswers(ctx context.Context, saver checkpoint.Saver, threadID, prefix string) ([]string, error) {
	s, err := readStanding(ctx, saver, threadID)
	if err != nil {
		return nil, err
	}
	var ids []string
	found := map[string]bool{}
	for _, w := range s.root.Writes {
		if w.Channel != checkpoint.ChannelInterrupt {
			continue
		}
		id, ns, _ := interruptOf(w.Value)
		if !strings.HasPrefix(id, prefix) || found[id] {
			continue
		}
		if found[id], err = s.stuck(id, ns); err != nil {
			return nil, err
		}
		if found[id] {
			ids = append(ids, id)
		}
	}
	return ids, nil
}
