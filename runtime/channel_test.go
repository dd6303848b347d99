// This file tests the channels that a state can have, on their own.

package runtime

import (
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// TestSpecsSayWhatFades pins which channels a superstep without a write may change,
// and of which a checkpoint has just the value.
func TestSpecsSayWhatFades(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		spec         ChannelSpec
		fades, whole bool
	}{
		{ChannelSpec{Kind: Last}, false, true},
		{ChannelSpec{Kind: Reduce}, false, true},
		{ChannelSpec{Kind: Delta}, false, true},
		{ChannelSpec{Kind: Any}, true, false},
		{ChannelSpec{Kind: Ephemeral}, true, false},
		{ChannelSpec{Kind: Untracked}, false, false},
		{ChannelSpec{Kind: Topic}, true, false},
		{ChannelSpec{Kind: Topic, Accumulate: true}, false, true},
		{ChannelSpec{Kind: Topic, Accumulate: true, Unique: true}, false, false},
		{ChannelSpec{Kind: Hosted}, true, false},
	} {
		if got := c.spec.fades(); got != c.fades {
			t.Errorf("%+v fades: %t", c.spec, got)
		}
		if got := c.spec.whole(); got != c.whole {
			t.Errorf("%+v is whole: %t", c.spec, got)
		}
	}
}

// TestUntrackedIsNeverStored pins that a checkpoint has nothing of such a channel, and
// that reading one changes nothing.
func TestUntrackedIsNeverStored(t *testing.T) {
	t.Parallel()
	c := &untrackedChannel{guard: true}
	if changed, err := c.update(nil, []Value{"v"}); !changed || err != nil {
		t.Fatal(changed, err)
	}
	if b, err := c.dump(nil); !b.IsZero() || err != nil {
		t.Errorf("dump gave %v, %v", b, err)
	}
	if err := c.load(nil, checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(`"other"`)}); err != nil {
		t.Fatal(err)
	}
	if v, ok := c.get(); v != "v" || !ok {
		t.Errorf("the value is %v, %t", v, ok)
	}
	if _, err := c.update(nil, []Value{"a", "b"}); err == nil {
		t.Error("two writes were taken")
	}
}

// TestClonesOfTopicsAreApart pins that what is seen by a copy is not seen by the channel.
func TestClonesOfTopicsAreApart(t *testing.T) {
	t.Parallel()
	c := &collectChannel{unique: true, keys: map[any]bool{"a": true}, seen: []Value{"a"}}
	d := c.clone().(*collectChannel)
	d.keys["b"] = true
	d.seen = append(d.seen, "b")
	if c.keys["b"] || len(c.seen) != 1 {
		t.Errorf("the channel has seen %v, %v", c.keys, c.seen)
	}
}
