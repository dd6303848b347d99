// This file has state: the channels of a run, their versions, and what the nodes have seen of them.

package runtime

import (
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// state has the values of a run's channels, and the versions for which its nodes have run. It has no active tasks, no
// questions and no saver. apply (apply.go) applies the writes of a superstep to it; plan.go derives from it what runs
// next; dump and load convert it to a checkpoint and back.
type state struct {
	g *Graph
	h Host

	channels   []channel
	versions   []int64
	maxVersion int64
	seen       [][]int64 // by node and trigger: the version that the node has run for
	seenBreak  []int64   // by channel: the version at the last breakpoint
	live       []int     // channels that last for one superstep and may be set
	lazy       bool      // the values of the state are not loaded

	// The last superstep.
	updated    []int // channels that changed
	hasUpdated bool  // updated is of the last apply
	refusing   int   // the channel that refused a write, once one has

	// The last checkpoint that was dumped or loaded.
	stored       []int64           // versions
	storedSeen   []checkpoint.Seen // by node
	storedValues []StoredValue     // by channel of the state
	sizes        stateSizes

	scratch []int
	byChan  [][]Value
}

// make makes the channels of a new thread.
func (s *state) make() error {
	n := len(s.g.channels)
	s.channels = make([]channel, n)
	s.versions, s.stored, s.seenBreak = make([]int64, n), make([]int64, n), make([]int64, n)
	s.storedValues = make([]StoredValue, s.g.stateSize)
	s.sizes.of = make([]int64, n)
	s.seen = make([][]int64, len(s.g.nodes))
	s.byChan = make([][]Value, n)
	for i := range s.g.nodes {
		s.seen[i] = make([]int64, len(s.g.nodes[i].triggers))
	}
	for i := range s.g.channels {
		c, err := s.g.channels[i].make(s.h)
		if err != nil {
			return err
		}
		s.channels[i] = c
	}
	return nil
}

// loadVersions loads the versions of a checkpoint, for the channels that the graph has.
func (s *state) loadVersions(versions []checkpoint.Version) {
	for _, v := range versions {
		s.maxVersion = max(s.maxVersion, v.N)
		if i, ok := s.g.channelIndex[v.Channel]; ok {
			s.versions[i], s.stored[i] = v.N, v.N
		}
	}
}

// loadSeen loads the versions that one node, or the breakpoints, had seen at a checkpoint.
func (s *state) loadSeen(seen checkpoint.Seen) {
	if seen.Node == checkpoint.ChannelInterrupt {
		for _, v := range seen.Versions {
			if c, ok := s.g.channelIndex[v.Channel]; ok {
				s.seenBreak[c] = v.N
			}
		}
		return
	}
	i, ok := s.g.nodeIndex[seen.Node]
	if !ok {
		return
	}
	if len(seen.Versions) == 0 {
		s.noteUpdate(i)
	}
	triggers := s.g.nodes[i].triggers
	if len(triggers) == 1 && len(seen.Versions) == 1 {
		if s.g.channels[triggers[0]].name == seen.Versions[0].Channel {
			s.seen[i][0] = seen.Versions[0].N
		}
		return
	}
	versions := make(map[string]int64, len(seen.Versions))
	for _, v := range seen.Versions {
		versions[v.Channel] = v.N
	}
	for k, c := range triggers {
		if n, ok := versions[s.g.channels[c].name]; ok {
			s.seen[i][k] = n
		}
	}
}

// dump sets in cp the versions, the values that changed since the last checkpoint, and the versions that the nodes have
// seen.
func (s *state) dump(cp *checkpoint.Checkpoint) error {
	cp.Versions = make([]checkpoint.Version, 0, len(s.versions))
	changed, size := 0, int64(0)
	for i, v := range s.versions {
		if v != s.stored[i] {
			changed++
		} else {
			size += s.sizes.of[i]
		}
	}
	cp.Values = make([]checkpoint.Value, 0, changed)
	for i, v := range s.versions {
		if v == 0 && i >= s.g.stateSize {
			continue
		}
		if v == 0 {
			if _, ok := s.channels[i].get(); !ok || s.stored[i] != 0 {
				continue
			}
			v = 1 // a default: it has a value before the first write
			s.versions[i], s.maxVersion = 1, max(s.maxVersion, 1)
		}
		cp.Versions = append(cp.Versions, checkpoint.Version{Channel: s.g.channels[i].name, N: v})
		if v == s.stored[i] {
			continue
		}
		b, err := s.dumpChannel(i)
		if err != nil {
			return fmt.Errorf("channel %s: %w", s.g.channels[i].name, err)
		}
		s.sizes.stored(i, b)
		if size += s.sizes.of[i]; s.sizes.most > 0 && size > s.sizes.most {
			return s.tooLarge(size, i)
		}
		if !b.IsZero() {
			cp.Values = append(cp.Values, checkpoint.Value{Channel: s.g.channels[i].name, Version: v, Blob: b})
		}
	}
	copy(s.stored, s.versions)
	cp.Seen = s.dumpSeen()
	return nil
}

// dumpChannel returns the value of a channel, or the elements that were added since the last checkpoint.
func (s *state) dumpChannel(i int) (checkpoint.Blob, error) {
	v, ok := s.channels[i].get()
	if i >= s.g.stateSize || !ok || !s.g.channels[i].spec.whole() {
		return s.channels[i].dump(s.h)
	}
	b, grew, err := s.h.DumpSince(s.storedValues[i], v)
	if err != nil {
		return b, err
	}
	if grew {
		b.Base = s.stored[i]
	}
	s.storedValues[i] = StoredValue{v, s.h.Mark(v)}
	return b, nil
}

// loaded records the value that channel i of the state has in the loaded checkpoint.
func (s *state) loaded(i int, version int64) {
	if v, ok := s.channels[i].get(); ok && !s.lazy && s.stored[i] == version && s.g.channels[i].spec.whole() {
		s.storedValues[i] = StoredValue{v, s.h.Mark(v)}
	}
}

// dumpWhole makes the next checkpoint contain all values, and not only those that changed.
func (s *state) dumpWhole() {
	clear(s.stored)
	clear(s.storedValues)
}

// dumpSeen returns what the nodes have seen. Entries of nodes that have seen
// nothing new are those of the last checkpoint.
func (s *state) dumpSeen() []checkpoint.Seen {
	all := make([]checkpoint.Seen, 0, len(s.g.nodes)+1)
	s.makeStoredSeen()
	for i := range s.g.nodes {
		if !sameSeen(s.storedSeen[i].Versions, s.seen[i]) {
			s.storedSeen[i] = s.nodeSeen(i)
		}
		if s.storedSeen[i].Versions != nil {
			all = append(all, s.storedSeen[i])
		}
	}
	var breaks []checkpoint.Version
	for c, v := range s.seenBreak {
		if v > 0 {
			breaks = append(breaks, checkpoint.Version{Channel: s.g.channels[c].name, N: v})
		}
	}
	if breaks != nil {
		all = append(all, checkpoint.Seen{Node: checkpoint.ChannelInterrupt, Versions: breaks})
	}
	return all
}

func (s *state) makeStoredSeen() {
	if s.storedSeen == nil {
		s.storedSeen = make([]checkpoint.Seen, len(s.g.nodes))
	}
}

// noteUpdate makes checkpoints list a node that counts as run because of an update, and has seen no version.
func (s *state) noteUpdate(node int) {
	s.makeStoredSeen()
	if s.storedSeen[node].Versions == nil {
		s.storedSeen[node] = checkpoint.Seen{Node: s.g.nodes[node].Name, Versions: []checkpoint.Version{}}
	}
}

func (s *state) nodeSeen(i int) checkpoint.Seen {
	seen := checkpoint.Seen{Node: s.g.nodes[i].Name}
	for k, c := range s.g.nodes[i].triggers {
		if v := s.seen[i][k]; v > 0 {
			seen.Versions = append(seen.Versions, checkpoint.Version{Channel: s.g.channels[c].name, N: v})
		}
	}
	return seen
}

// sameSeen reports whether stored has the versions in seen, zeros left out.
func sameSeen(stored []checkpoint.Version, seen []int64) bool {
	n := 0
	for _, v := range seen {
		if v == 0 {
			continue
		}
		if n == len(stored) || stored[n].N != v {
			return false
		}
		n++
	}
	return n == len(stored)
}

// values returns what the given channels have, of those that have a value.
func (s *state) values(channels []int) []Field {
	fields := make([]Field, 0, len(channels))
	for _, c := range channels {
		if v, ok := s.channels[c].get(); ok {
			fields = append(fields, Field{s.g.channels[c].name, v})
		}
	}
	return fields
}
