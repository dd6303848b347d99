// Package dbfile opens SQLite files: what all files of hitlrun have in common, whatever is in them.
//
// A Kind says which files are meant. Resolve and Kind.Inspect look at a path before SQLite does: the file of another program stays as
// it is (path.go). Connect opens a Conn (conn.go), MakeFile a file that is its owner's alone, UseWAL and SyncCommits choose how it is written
// (file.go), Migrate brings its tables to the newest version (migrate.go), Explain says what an error means (errors.go).
//
// Two packages use it: checkpoint/sqlite for the threads, longterm for what scripts remember across threads. Tables, checksums,
// encryption and leases of threads never enter.
//
// A Conn is for one goroutine at a time. Any number of processes may have the same file open.
package dbfile
