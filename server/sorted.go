// This file sorts what searches find.

package server

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun"
)

// sorted collects what a search finds, and puts it in the order that the client wants. Without such an order it passes on what it
// gets.
type sorted struct {
	to   *found
	by   string
	less func(a, b sortedKey) int
	list []sortedKey
}

// sortedKey is the key of a document, and the text by which it is sorted: the first maxSortedText bytes of a field.
type sortedKey struct{ by, key string }

const maxSortedText = 1000

// newSorted returns a sorted whose result goes into a page. The field by is one of known; "" is no order. The order is "asc" or
// "desc", which is the default.
func newSorted(to *found, by, order string, known ...string) (*sorted, error) {
	if by != "" && !slices.Contains(known, by) {
		return nil, errorf(http.StatusUnprocessableEntity, "there is no sort_by %q: use %s", by, alternatives(known))
	}
	if err := checkOrder(order); err != nil {
		return nil, err
	}
	sign := -1
	if strings.EqualFold(order, "asc") {
		sign = 1
	}
	return &sorted{to: to, by: by, less: func(a, b sortedKey) int { return sign * cmp.Compare(a.by, b.by) }}, nil
}

// documentSearch is what searches for assistants and for crons have in common.
type documentSearch struct {
	Metadata  json.RawMessage `json:"metadata"`
	Limit     *int            `json:"limit"`
	Offset    int             `json:"offset"`
	SortBy    string          `json:"sort_by"`
	SortOrder string          `json:"sort_order"`
	Select    selection       `json:"select"`
}

// begin returns the filter of the metadata, and what collects the documents. known are the fields by which clients may sort.
func (q *documentSearch) begin(known ...string) (metadata *hitlrun.JSONFilter, list *sorted, err error) {
	if metadata, err = hitlrun.NewJSONFilter(present(q.Metadata)); err != nil {
		return nil, nil, err
	}
	page, err := newFound(q.Limit, q.Offset)
	if err != nil {
		return nil, nil, err
	}
	list, err = newSorted(page, q.SortBy, q.SortOrder, known...)
	return metadata, list, err
}

// add adds a document. value is the text of the field by which the client sorts.
func (s *sorted) add(key, value string) {
	if s.by == "" {
		s.to.add(key)
		return
	}
	s.list = append(s.list, sortedKey{strings.Clone(value[:min(len(value), maxSortedText)]), key})
}

// found returns the page.
func (s *sorted) found() *found {
	slices.SortStableFunc(s.list, s.less)
	for _, one := range s.list {
		s.to.add(one.key)
	}
	s.list = nil
	return s.to
}

// checkOrder returns an error for a sort_order that is neither "asc" nor "desc", in any case; "" is "desc".
func checkOrder(order string) error {
	if order != "" && !strings.EqualFold(order, "asc") && !strings.EqualFold(order, "desc") {
		return errorf(http.StatusUnprocessableEntity, "there is no sort_order %q: use asc or desc", order)
	}
	return nil
}
