// This file lists the mutants of files: deletion, damage, locks, replaced stores.

package main

var files = []mutant{
	{
		"After delete nothing of a thread is in the files of the store",
		"checkpoint/sqlite/open.go", "PRAGMA secure_delete = ON; PRAGMA cache_spill", "PRAGMA secure_delete = OFF; PRAGMA cache_spill", program, "TestDeletedIsGone",
	},
	{
		"… also in the WAL",
		"checkpoint/sqlite/erase.go", "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA wal_checkpoint(PASSIVE)", program, "TestDeletedWhileOpen",
	},
	{
		"The parts of a large value are verified, too, and their length is not taken for that of a page",
		"checkpoint/sqlite/checksum.c", "if (f->stamped && at > 0 && n < f->page_size && at % f->page_size == 0)", "if (0)", saver, "TestLargeValues",
	},
	{
		"A bit that changes anywhere in the file is an error, not another answer",
		"checkpoint/sqlite/checksum.c", "if (memcmp(want, end, RESERVED) != 0) {", "if (0) {", saver, "TestFlips$",
	},
	{
		"… also in what was synced of the WAL",
		"checkpoint/sqlite/open.go", "if err := s.checkWAL(); err != nil {", "if err := s.checkWAL(); err != nil && err == nil {", saver, "TestFlipsOfWAL",
	},
	{
		"A store that is synced often makes its WAL longer in large steps",
		"checkpoint/sqlite/checksum.c", "if (f->wal) write_ahead(f, at + n);", "", saver, "TestWALGrowsAhead",
	},
	{
		"… and writes zeros only behind its end",
		"checkpoint/sqlite/checksum.c", "for (sqlite3_int64 at = size; at <", "for (sqlite3_int64 at = size - sizeof zeros; at <", saver, "TestWALGrowsAhead",
	},
	{
		"The values of parameters do not have a statement planned again",
		"checkpoint/sqlite/checksum.c", "SQLITE_DBCONFIG_ENABLE_QPSG, 1, NULL", "SQLITE_DBCONFIG_ENABLE_QPSG, 0, NULL", saver, "TestPlansStay",
	},
	{
		"A store that is locked is waited for; then nothing was written, and the same answer is taken later",
		"checkpoint/errors.go", "ErrSync, ErrLocked, ErrReplaced,", "ErrSync, ErrReplaced,", program, "TestAnswerToLockedStore",
	},
	{
		"A store that is replaced or removed while it is open is refused",
		"checkpoint/sqlite/replaced.go", "if err := s.checkEach(); err != nil {", "if err := error(nil); err != nil {", program, "TestStoreReplaced",
	},
	{
		"A file of 0 bytes beside files of a store is not made a new one",
		"checkpoint/sqlite/open.go", "if err := dbfile.CheckEmpty(s.path, s.o.ReadOnly); err != nil {", "if err := dbfile.CheckEmpty(s.path, false); err != nil && s.o.ReadOnly {", saver, "TestOpenCutOffFile",
	},
	{
		"No store is made beside the WAL of one that was removed",
		"dbfile/path.go", "		return checkNoWAL(path)\n", "		return nil\n", saver, "TestOpenCutOffFile",
	},
	{
		"What a killed creation left is removed by the next that opens the store",
		"checkpoint/sqlite/open.go", "left, _ := leftOvers(s.path)", "left, _ := []string(nil), s.path", saver, "TestLeftOvers",
	},
	{
		"A new store or copy that another process took for a leftover and removed is made again",
		"checkpoint/sqlite/new_file.go", "for range 100 {", "for range 1 {", saver, "TestNewFileRemoved",
	},
	{
		"A text that no step changes is stored once",
		"checkpoint/sqlite/event_new.go", "if b.share(base, pieces) && with == 0 {", "if len(pieces) < 0 && with == 0 {", "./server", "TestLargeEvents",
	},
	{
		"A late viewer gets the events that the first one got, text by text",
		"checkpoint/sqlite/event_body.go", "off: p.off + skip, n: min(p.n-skip, n)}", "off: p.off, n: min(p.n-skip, n)}", saver, "TestEventsShareText",
	},
	{
		"Where a system has no file locks a store can be read and not written",
		"checkpoint/sqlite/open.go", "if !haveLocks {", "if !haveLocks && false {", saver, "TestWithoutLocks",
	},
	{
		"A worker knows that the store is locked, and does not take that for a failure of the thread",
		"worker_errors.go", "if is.Is(plain) {", "if is.Is(plain) && false {", ".", "TestCommitsWhileTheStoreIsLocked",
	},
	{
		"An answer that the disk does not take is not used",
		"checkpoint/sqlite/errors.go", "if dbfile.Unwritable(e) {", "if false {", cli, "TestScript/no_room",
	},
}
