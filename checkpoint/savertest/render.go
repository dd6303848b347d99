// This file writes a tuple as text, so that two can be compared.

package savertest

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// render returns all there is in t. Slices that are nil and empty are the same in it.
func render(t *checkpoint.Tuple) string {
	if t == nil {
		return "none"
	}
	var b strings.Builder
	cp := t.Checkpoint
	fmt.Fprintf(&b, "key %q %q %q\nid %q parent %q\n", t.Key.ThreadID, t.Key.NS, t.Key.ID, cp.ID, cp.ParentID)
	fmt.Fprintf(&b, "created %s\n", cp.CreatedAt.UTC().Format(time.RFC3339Nano))
	fmt.Fprintf(&b, "source %q step %d parents %q %v\n", cp.Metadata.Source, cp.Metadata.Step, cp.Metadata.Parents, cp.Metadata.Parents == nil)
	for _, key := range sortedKeys(cp.Metadata.Extra) {
		fmt.Fprintf(&b, "extra %q %s\n", key, cp.Metadata.Extra[key])
	}
	for _, v := range cp.Versions {
		fmt.Fprintf(&b, "version %q %d\n", v.Channel, v.N)
	}
	for _, s := range cp.Seen {
		fmt.Fprintf(&b, "seen %q\n", s.Node)
		for _, v := range s.Versions {
			fmt.Fprintf(&b, "  %q %d\n", v.Channel, v.N)
		}
	}
	for _, v := range cp.Values {
		fmt.Fprintf(&b, "value %q %d %s\n", v.Channel, v.Version, renderBlob(v.Blob))
	}
	for _, w := range t.Writes {
		fmt.Fprintf(&b, "write %q %q %s\n", w.TaskID, w.Channel, renderBlob(w.Value))
	}
	return b.String()
}

func renderBlob(b checkpoint.Blob) string {
	text := fmt.Sprintf("%q", b.Data)
	if len(text) > 100 {
		text = fmt.Sprintf("%s… %d bytes %x", text[:100], len(b.Data), sha256.Sum256(b.Data))
	}
	return fmt.Sprintf("%q base %d %s", b.Type, b.Base, text)
}

func sortedKeys(m map[string]json.RawMessage) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// wantTuple compares two tuples, of which either may be nil.
func wantTuple(t *testing.T, got, want *checkpoint.Tuple) {
	t.Helper()
	if g, w := render(got), render(want); g != w {
		t.Fatalf("tuple:\n%s\nwant:\n%s", g, w)
	}
}
