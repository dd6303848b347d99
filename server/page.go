// This file has the pages of searches. A search reads one document after the other, and has in memory the keys of those on the page.

package server

import (
	"net/http"
	"strconv"
)

// maxPageKeys is how many bytes the keys of one page have. A page with more ends there: its header says where the next one begins.
const maxPageKeys = 16 << 20

// found is what a search has found: how many there are, and the keys of those on the page. The zero value is not valid: newFound
// makes one.
type found struct {
	from, to int // the page
	n        int // how many match
	keys     []string
	bytes    int
	ended    bool // the page has no further ones
}

// newFound returns a search for a page of limit (nil is 10) beginning at offset. Neither may be negative.
func newFound(limit *int, offset int) (*found, error) {
	if err := checkPage(limit, offset); err != nil {
		return nil, err
	}
	f := &found{from: offset, to: offset + 10}
	if limit != nil {
		f.to = f.from + *limit
	}
	if f.to < f.from { // limit is greater than there are numbers
		f.to = int(^uint(0) >> 1)
	}
	return f, nil
}

// checkPage returns an error for a page that cannot be.
func checkPage(limit *int, offset int) error {
	if limit != nil && *limit < 0 || offset < 0 {
		return errorf(http.StatusUnprocessableEntity, "limit and offset are whole numbers, 0 or more")
	}
	return nil
}

// pageOf returns the limit (nil is none) and the offset in the path of a request.
func pageOf(r *http.Request) (limit *int, offset int, err error) {
	for name, set := range map[string]func(n int){"limit": func(n int) { limit = &n }, "offset": func(n int) { offset = n }} {
		text := r.URL.Query().Get(name)
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, 0, errorf(http.StatusUnprocessableEntity, "%s is a whole number, and not %q", name, text[:min(len(text), 100)])
		}
		set(n)
	}
	return limit, offset, nil
}

// add counts a document that matches, and notes its key if it is on the page.
func (f *found) add(key string) {
	f.n++
	if f.n <= f.from || f.n > f.to || f.ended {
		return
	}
	const element = 16 // what the list takes beside the text
	if f.bytes += len(key) + element; f.bytes > maxPageKeys && len(f.keys) > 0 {
		f.ended = true
		return
	}
	f.keys = append(f.keys, key)
}

// header sets the headers that give the number of what was found and the next offset.
func (f *found) header(w http.ResponseWriter) {
	w.Header().Set("X-Pagination-Total", strconv.Itoa(f.n))
	if next := min(f.from, f.n) + len(f.keys); next < f.n {
		w.Header().Set("X-Pagination-Next", strconv.Itoa(next))
	}
}

// send sends the elements of the page, which read reads by their keys, one after the other. in is the field of the response that has
// them, "" for a response that is the list.
func (f *found) send(w http.ResponseWriter, in string, read func(key string) (any, error)) error {
	f.header(w)
	list := arrayWriter{w: w, in: in}
	for _, key := range f.keys {
		v, err := read(key)
		if isNoDocument(err) || isNoAssistant(err) {
			continue // it was deleted meanwhile
		}
		if err == nil {
			if it, ok := v.(*item); ok {
				err = list.addState(func() any { return it }, &it.Value)
			} else {
				err = list.add(v)
			}
		}
		if err != nil {
			return err
		}
	}
	return list.end()
}
