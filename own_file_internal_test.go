package hitlrun

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// TestFileOfAScriptIsRemoved removes the file of a SqliteSaver in a script. The store of the run is well, so the error is no outage,
// after which a server would run the script again.
func TestFileOfAScriptIsRemoved(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "own.db")
	s, err := openSaver(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var _ interface { // what the engine asks of it
		checkpoint.Grouper
		checkpoint.Syncer
	} = s
	cp := &checkpoint.Checkpoint{ID: "1ef00000-0000-6000-8000-000000000000"}
	if err := s.CommitAll(t.Context(), []checkpoint.Batch{{Key: checkpoint.Key{ThreadID: "t", ID: cp.ID}, Checkpoint: cp}}); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := s.Sync(t.Context()); err == nil || checkpoint.IsOutage(err) || !strings.Contains(err.Error(), "was replaced or removed") {
		t.Errorf("an outage: %t: %v", checkpoint.IsOutage(err), err)
	}
}
