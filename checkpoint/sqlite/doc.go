// Package sqlite stores checkpoints in an SQLite file. A Store is a
// checkpoint.Saver, and also knows the threads of the file, the scripts they
// run and who is working on them (Lease).
//
// What one Commit takes:
//
//	Commit ─▶ queue ─▶ one transaction for all that wait ─▶ done
//	            │        data_version: has another process written? forget the caches
//	            │        parent row (cached) + what changed ─▶ one new row
//	            └ who finds the queue empty does the work himself, for those
//	              who come meanwhile the next one of them does
//
// A checkpoint is one row: its small values are in it, large ones in the table
// blobs, written once however many checkpoints have them. A small value that
// did not change is stored as a reference to the row that has it, an array that
// grew as what was added (see slot). The writes that led to a checkpoint are in
// its row, too; only writes that come alone, questions and answers mostly, have
// rows of their own. See schema.sql.
//
// With Options.Keys the columns that have values in them are encrypted, see seal.go.
//
// Writing goes over one raw connection of the driver with prepared statements,
// reading over a few others. Commits survive the end of the process, and a power cut after
// the next Sync, see sync.go.
//
// All methods of a Store are safe for concurrent use, and any number of Stores
// in any number of processes may have the same file open.
package sqlite
