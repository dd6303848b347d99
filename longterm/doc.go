// Package longterm is LangGraph's long-term store. It stores what scripts remember across threads, as items by
// namespace and key, in an SQLite file. Scripts use it as SqliteStore.
//
// A namespace is a list of labels, for example ("users", "ann"); a search by prefix compares whole labels. A value is
// bytes to the package. An item may have a time to live; when that has passed, no method returns the item any more.
// Every Put is a transaction that survives a power cut.
//
// All methods of a Store are safe for concurrent use, and any number of processes may have the same file open.
package longterm
