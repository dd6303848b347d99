// This file tests the text of errors about documents.

package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// The key of a document may have control characters. An error quotes them.
func TestErrorsQuoteKeysOfDocuments(t *testing.T) {
	t.Parallel()
	s, err := sqlite.Open(filepath.Join(t.TempDir(), "test.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = s.Document(t.Context(), "item", "a\x1ek")
	if want := `item "a\x1ek": `; err == nil || len(err.Error()) < len(want) || err.Error()[:len(want)] != want {
		t.Errorf("got %v, want %s…", err, want)
	}
}

// TestDocumentsOfNoState selects documents in any of no states.
func TestDocumentsOfNoState(t *testing.T) {
	t.Parallel()
	s, err := sqlite.Open(filepath.Join(t.TempDir(), "test.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Write(t.Context(), &sqlite.Change{Put: []sqlite.Document{{Kind: "k", Key: "a", State: "s"}}}); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Documents(t.Context(), sqlite.DocumentFilter{Kind: "k", States: []string{}}); err != nil || len(list) != 0 {
		t.Errorf("got %v, %v", list, err)
	}
}
