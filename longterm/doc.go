// Package longterm is LangGraph's long-term store: what scripts remember across threads, as items by namespace
// and key, in an SQLite file. Scripts reach it as SqliteStore.
//
// A namespace is a list of labels, ("users", "ann"); a search by prefix goes label
// by label. A value is bytes to the package. An item may have a time to live;
// when it is over, the item is not there any more. Every Put is a transaction
// that survives a power cut.
//
// All methods of a Store are safe for concurrent use, and any number of processes
// may have the same file open.
package longterm
