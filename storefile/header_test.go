package storefile_test

import (
	"encoding/binary"
	"testing"

	"github.com/hitlrun/hitlrun/storefile"
)

// header returns the header of a file.
func header(magic string, cookie, id uint32) []byte {
	h := make([]byte, storefile.HeaderSize)
	copy(h, magic)
	binary.BigEndian.PutUint32(h[40:], cookie)
	binary.BigEndian.PutUint32(h[68:], id)
	return h
}

// TestMarked looks at headers of files.
func TestMarked(t *testing.T) {
	t.Parallel()
	const magic = "SQLite format 3\x00"
	marked := uint32(storefile.Mark(21))
	for name, c := range map[string]struct {
		header []byte
		want   bool
	}{
		"a store of threads":       {header(magic, marked, storefile.ApplicationID), true},
		"after a change of tables": {header(magic, marked+1, storefile.ApplicationID), true},
		"settled":                  {header(magic, uint32(storefile.Settled(21)), storefile.ApplicationID), true},
		"without the mark":         {header(magic, 21, storefile.ApplicationID), false},
		"another program":          {header(magic, marked, 1), false},
		"not of SQLite":            {header("SQLite format 4\x00", marked, storefile.ApplicationID), false},
		"cut off":                  {header(magic, marked, storefile.ApplicationID)[:99], false},
		"empty":                    {nil, false},
	} {
		if got := storefile.Marked(c.header); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestCookies marks schema cookies.
func TestCookies(t *testing.T) {
	t.Parallel()
	for _, cookie := range []int64{0, 1, 4095, 4096, 1 << 31, 1<<32 - 1} {
		if storefile.IsMark(cookie) || storefile.IsSettled(cookie) {
			t.Errorf("%d is a mark", cookie)
		}
		m, s := storefile.Mark(cookie), storefile.Settled(cookie)
		if !storefile.IsMark(m) || storefile.IsSettled(m) || !storefile.IsMark(s) || !storefile.IsSettled(s) || !storefile.IsSettled(s+1) {
			t.Errorf("%d: the marks are %x and %x", cookie, m, s)
		}
		if storefile.Settled(m) != s {
			t.Errorf("%d: %x becomes %x, not %x", cookie, m, storefile.Settled(m), s)
		}
	}
}
