// This file stands for the question who has a lock where the system does not say without opening the file: a process that
// closes a file loses the locks that SQLite has on it.

//go:build !linux

package sqlite

func lockHolder(string, int64, int64, bool) int { return 0 }
