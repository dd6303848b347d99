// This file has owners that together want more memory than there is.

package budget_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/hitlrun/hitlrun/internal/budget"
)

// Owners that wait for memory get it in turns, however many requests one of them has. One that is large is not overtaken.
func TestOwnersShareMemory(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := budget.New(100, 0)
		var order []string
		var dones []func()
		take := func(client string, n int64, ctx context.Context) { //nolint:revive // the context is rarely another one
			go func() {
				done, err := b.Take(ctx, client, n)
				if err != nil {
					order = append(order, client+" left")
					return
				}
				order, dones = append(order, client), append(dones, done.Free)
			}()
			synctest.Wait()
		}
		leaves, leave := context.WithCancel(t.Context())
		for _, client := range []string{"a1", "a2", "a3"} {
			take(client[:1], 100, t.Context())
		}
		take("gone", 90, leaves)
		take("b", 60, t.Context())
		take("c", 1000, t.Context())
		take("d", 10, t.Context())
		if b.TryTake("e", 1) != nil {
			t.Error("somebody overtakes those who wait")
		}
		leave()
		synctest.Wait()
		for len(dones) > 0 {
			done := dones[0]
			dones = dones[1:]
			order = append(order, "free")
			done()
			synctest.Wait()
		}
		// d waits until c, which is larger than all, has had everything
		if got, want := strings.Join(order, " "), "a gone left free a free b free c free d free a free"; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if b.TryTake("e", 100) == nil {
			t.Errorf("%d are in use", b.InUse())
		}
	})
}

// An owner has a bound of its own. It waits for itself, and makes nobody else wait; a part that is larger than a bound is alone in it.
func TestOwnersHaveBounds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := budget.New(100, 64)
		take := func(owner string, n int64) chan *budget.Part {
			got := make(chan *budget.Part, 1)
			go func() {
				part, _ := b.Take(t.Context(), owner, n)
				got <- part
			}()
			return got
		}
		has := func(what string, got chan *budget.Part, want bool) {
			t.Helper()
			if synctest.Wait(); len(got) == 1 != want {
				t.Fatalf("%s: %d has its part, want %v", what, len(got), want)
			}
		}
		first := take("one", 60)
		has("the first one", first, true)
		second := take("one", 10)
		has("another one of the same owner", second, false)
		if b.TryTake("one", 10) != nil {
			t.Error("an owner overtakes itself")
		}
		third := take("two", 30)
		has("one of another owner", third, true)
		fourth := take("two", 60)
		has("one that waits for itself", fourth, false)
		fifth := take("three", 20)
		has("one that does not fit", fifth, false)
		part := <-first
		part.Shrink(50)
		has("another one of the same owner, when the first has shrunk", second, true)
		has("one that still does not fit", fifth, false)
		part.Shrink(60)
		part.Free()
		part.Free()
		has("one that fits now", fifth, true)
		(<-fifth).Free()
		(<-second).Free()
		has("what waits for its own owner", fourth, false)
		(<-third).Free()
		has("what waited for its own owner", fourth, true)
		(<-fourth).Free()
		large := take("one", 250)
		has("one that is larger than all", large, true)
		last := take("two", 1)
		has("one beside it", last, false)
		part = <-large
		part.Shrink(99)
		has("one beside a part of it", last, true)
		part.Free()
		(<-last).Free()
		var none *budget.Part
		none.Free()
		if b.InUse() != 0 {
			t.Errorf("%d are in use", b.InUse())
		}
	})
}
