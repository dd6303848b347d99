// Package dbfile opens SQLite files. It has what all files of hitlrun share, whatever they contain.
//
// A Kind describes one sort of file. Resolve and Kind.Inspect look at a path before SQLite opens it, so the file of
// another program stays as it is (path.go). Connect opens a Conn (conn.go), MakeFile makes a file that only its owner
// can read, UseWAL and SyncCommits choose how it is written (file.go), CheckSchema refuses one that somebody else has changed
// (schema.go), Migrate brings its tables to the newest version (migrate.go), Explain says what an error means (errors.go).
//
// Two packages use it: checkpoint/sqlite for the threads, longterm for what scripts remember across threads. Tables,
// checksums, encryption and leases of threads do not belong here.
//
// Only one goroutine at a time may use a Conn. Any number of processes may have the same file open.
package dbfile
