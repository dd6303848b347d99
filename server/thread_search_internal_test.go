// This file has sorted searches of more threads than a page has.

package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// A sorted search has the first threads of its order in memory, and not all.
func TestSortedSearchesAreBounded(t *testing.T) {
	t.Parallel()
	s := newInsecure(t)
	const all = 2100 // a search leaves out those that it does not need at 2000
	for i := range all {
		if err := s.store.CreateThread(t.Context(), fmt.Sprintf("t%04d", i*11%all), nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		order         string
		offset, limit int
		first, next   string
	}{
		{"asc", 0, 7, "t0000", "7"},
		{"asc", 1500, 7, "t1500", "1507"},
		{"asc", 2095, 7, "t2095", ""},
		{"asc", 5000, 7, "", ""},
		{"desc", 0, 1000, "t2099", "1000"},
		{"desc", 1100, 1000, "t0999", ""},
	} {
		body := fmt.Sprintf(`{"sort_by":"thread_id","sort_order":%q,"offset":%d,"limit":%d,"select":["thread_id"]}`, tt.order, tt.offset, tt.limit)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/threads/search", strings.NewReader(body)))
		var found []struct {
			ID string `json:"thread_id"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &found); err != nil {
			t.Fatalf("%s: %s", body, w.Body)
		}
		want := max(min(tt.limit, all-tt.offset), 0)
		if got := w.Header(); len(found) != want || got.Get("X-Pagination-Next") != tt.next || got.Get("X-Pagination-Total") != fmt.Sprint(all) {
			t.Errorf("%s: %d threads, want %d; %v", body, len(found), want, got)
		}
		for i, one := range found {
			if i == 0 && one.ID != tt.first || i > 0 && one.ID > found[i-1].ID != (tt.order == "asc") {
				t.Errorf("%s: thread %d is %s", body, i, one.ID)
			}
		}
	}
	w := httptest.NewRecorder()
	body := fmt.Sprintf(`{"sort_by":"status","offset":%d}`, maxSortedOffset+1)
	s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/threads/search", strings.NewReader(body)))
	if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "at most 100000") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	list := make([]hitlrun.Thread, 10)
	for i := range list {
		list[i].ID = fmt.Sprint(9 - i)
	}
	if got := firstThreads(list, &threadSearch{SortBy: "thread_id", SortOrder: "asc"}, 3); len(got) != 3 || got[2].ID != "2" || list[3].ID != "" {
		t.Errorf("%v", list)
	}
}
