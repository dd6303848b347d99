// This file tells the state of a graph from what else is in a checkpoint.

package runtime

import (
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// StoredState returns the values of a checkpoint that are the state of its graph, by channel. A state that is a single value, and what a function of
// the functional API returned, is one, with whole true.
func StoredState(cp *checkpoint.Checkpoint) (values []checkpoint.Value, whole bool) {
	for _, v := range cp.Values {
		v.Blob = v.Blob.Whole()
		if v.Channel == RootChannel || v.Channel == EndNode {
			return []checkpoint.Value{v}, true
		}
		if !strings.HasPrefix(v.Channel, triggerPrefix) && !strings.HasPrefix(v.Channel, joinPrefix) && !strings.HasPrefix(v.Channel, "__") {
			values = append(values, v)
		}
	}
	return values, false
}
