// This file compares two texts line by line.

package hitlrun

import "strings"

// diffLines counts the lines that were added to a, and removed from it, to get b. It also returns the places: lines of
// b, counted from 1. The counts are minimal, unless the texts are long and differ in many places: then all lines
// between the first and the last difference count as replaced.
func diffLines(a, b string) (added, removed int, at []int) {
	const most = 4 << 20 // fields of the table
	old, now := strings.Split(a, "\n"), strings.Split(b, "\n")
	start := 0
	for start < len(old) && start < len(now) && old[start] == now[start] {
		start++
	}
	for len(old) > start && len(now) > start && old[len(old)-1] == now[len(now)-1] {
		old, now = old[:len(old)-1], now[:len(now)-1]
	}
	old, now = old[start:], now[start:]
	n, m := len(old), len(now)
	if n == 0 && m == 0 {
		return 0, 0, nil
	}
	if n == 0 || m == 0 || n > most/m {
		return m, n, []int{start + 1}
	}
	// same[i][j] is how many lines old[i:] and now[j:] have in common.
	same := make([]int32, (n+1)*(m+1))
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			k := i*(m+1) + j
			if old[i] == now[j] {
				same[k] = same[k+m+2] + 1
			} else {
				same[k] = max(same[k+1], same[k+m+1])
			}
		}
	}
	apart := false
	for i, j := 0, 0; i < n || j < m; {
		k := i*(m+1) + j
		if i < n && j < m && old[i] == now[j] {
			i, j, apart = i+1, j+1, false
			continue
		}
		if !apart {
			at, apart = append(at, start+j+1), true
		}
		if j == m || i < n && same[k+m+1] >= same[k+1] {
			removed++
			i++
		} else {
			added++
			j++
		}
	}
	return added, removed, at
}
