package hitlrun

import (
	"errors"
	"path/filepath"
	"testing"
)

// The thread of a run that another process executes can be deleted while it is cancelled: the error says that there is no such thread.
func TestCancelWhileTheThreadIsDeleted(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "test.db")
	store, err := Open(db, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	other, err := Open(db, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := store.CreateThread(t.Context(), "thread", nil); err != nil {
		t.Fatal(err)
	}
	release, err := other.lease(t.Context(), "thread")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	cancelled := make(chan error)
	go func() { cancelled <- store.Cancel(t.Context(), "thread", "") }()
	for { // until the request to cancel is stored
		if _, err := other.Document(t.Context(), cancelKind, "thread"); err == nil {
			break
		}
	}
	if err := other.saver.DeleteThread(t.Context(), "thread"); err != nil {
		t.Fatal(err)
	}
	if err := <-cancelled; !errors.Is(err, ErrNoThread) {
		t.Errorf("the error is %v", err)
	}
}
