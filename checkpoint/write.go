// This file has pending writes and the special channels they can go to.

package checkpoint

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// Special channels of pending writes. They are not channels of a graph.
const (
	ChannelError     = "__error__"     // what the task threw: {"name", "message"}
	ChannelInterrupt = "__interrupt__" // a question of the task
	ChannelResume    = "__resume__"    // the answers the task was given, by index of its interrupt calls
	// ChannelErrorSource says that the error of a task is in the hands of its error handler.
	ChannelErrorSource = "__error_source_node__"
	ChannelNoWrites    = "__no_writes__" // the task finished and wrote nothing
	ChannelReturn      = "__return__"    // what the function of the functional API returned
	ChannelTasks       = "__pregel_tasks"
	// ChannelAsked has what a task asked when it was given the answers in ChannelResume, and
	// ChannelEffects a part of its journal. They are written by a SideTaskID.
	ChannelAsked   = "__asked__"
	ChannelEffects = "__effects__"
)

// NullTaskID owns the pending writes that no task made: those of a Command.
const NullTaskID = "00000000-0000-0000-0000-000000000000"

// SideTaskID returns the task id under which something more is stored of a task: writes of one
// task to such channels would replace each other. n counts those to one channel.
func SideTaskID(taskID, channel string, n int) string {
	space, _ := ParseUUID(taskID)
	name := append(space[:], channel...)
	sum := sha256.Sum256(binary.AppendVarint(name, int64(n)))
	b := [16]byte(sum[:16])
	b[6] = b[6]&0x0f | 0x80 // version 8: of our own making
	b[8] = b[8]&0x3f | 0x80
	return FormatUUID(b)
}

// IsSide reports whether channel is one that a SideTaskID writes to.
func IsSide(channel string) bool { return channel == ChannelAsked || channel == ChannelEffects }

// IsSpecial reports whether channel holds one list per task that a later write replaces.
func IsSpecial(channel string) bool {
	return channel == ChannelError || channel == ChannelInterrupt || channel == ChannelResume
}

// PendingWrite is a write of a task that ran from a checkpoint.
type PendingWrite struct {
	TaskID  string
	Channel string
	Value   Blob
}

// TaskWrites are the writes of one task. They replace those that were stored for
// the task before: writes to a special channel replace the writes to the same
// channel, writes to other channels replace all writes to other channels. So
// the question of a task that finished stays in the history.
type TaskWrites struct {
	TaskID string
	Writes []PendingWrite // each with the same TaskID
}

// ReplaceWrites returns list with writes, in order, in place of those they replace.
// It does not change list, and may return the writes of the only task.
func ReplaceWrites(list []PendingWrite, writes ...TaskWrites) []PendingWrite {
	if len(list) == 0 && len(writes) == 1 {
		return slices.Clip(writes[0].Writes)
	}
	size := len(list)
	replaced := make(map[string]class, len(writes)) // by task: what later writes replace
	remains := make([]class, len(writes))           // what is left of each of writes
	for i, w := range slices.Backward(writes) {
		remains[i] = ^replaced[w.TaskID]
		for _, p := range w.Writes {
			replaced[w.TaskID] |= classOf(p.Channel)
		}
		size += len(w.Writes)
	}
	out := make([]PendingWrite, 0, size)
	for _, p := range list {
		if replaced[p.TaskID]&classOf(p.Channel) == 0 {
			out = append(out, p)
		}
	}
	for i, w := range writes {
		for _, p := range w.Writes {
			if remains[i]&classOf(p.Channel) != 0 {
				out = append(out, p)
			}
		}
	}
	return out
}

// class is a set of pending writes that replace each other.
type class uint8

func classOf(channel string) class {
	switch channel {
	case ChannelError:
		return 1 << 0
	case ChannelInterrupt:
		return 1 << 1
	case ChannelResume:
		return 1 << 2
	default:
		return 1 << 3
	}
}
