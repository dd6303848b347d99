// This file separates the state of a graph from the other values of a checkpoint.

package runtime

import (
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// OfState reports whether a channel has a part of the state of a graph, and not what makes its nodes run.
func OfState(channel string) bool {
	return channel == RootChannel || channel == EndNode || channel == PreviousChannel ||
		!strings.HasPrefix(channel, triggerPrefix) && !strings.HasPrefix(channel, joinPrefix) && !strings.HasPrefix(channel, "__")
}

// OfTask reports whether what tasks write to a channel does not decide which tasks come next.
func OfTask(channel string) bool {
	return OfState(channel) || channel == checkpoint.ChannelReturn || channel == checkpoint.ChannelResume || channel == checkpoint.ChannelEffects
}

// StoredState returns the values of a checkpoint that belong to the state of its graph, by channel. If the state is a
// single value, or the result of an entrypoint of the functional API, it returns that value alone, and whole is true.
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
