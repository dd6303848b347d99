// Package sqlite stores checkpoints in an SQLite file. A Store is a checkpoint.Saver. It also stores a list of
// threads, the scripts they run, and who works on them (Lease).
//
// One Commit takes these steps:
//
//	Commit ─▶ queue ─▶ one transaction for all that wait ─▶ done
//	            │        data_version: has another process written? discard the caches
//	            │        parent row (cached) + what changed ─▶ one new row
//	            └ a goroutine that finds the queue empty does the work itself; for those
//	              that come meanwhile, the next one of them does
//
// A checkpoint is one row. Small values are in the row; large ones are in the table blobs, written once however many
// checkpoints have them. A small value that did not change is stored as a reference to the row that has it, an array
// that grew as what was added (see slot). The row also contains the writes that led to its checkpoint; only writes
// that come alone, mostly questions and answers, have rows of their own. See schema.sql.
//
// With Options.Keys the columns that contain values are encrypted, see seal.go.
//
// One raw connection of the driver, with prepared statements, writes; a few others read. Commits survive the end of
// the process, and a power cut after the next Sync, see sync.go.
//
// All methods of a Store are safe for concurrent use, and any number of Stores in any number of processes may have
// the same file open.
package sqlite
