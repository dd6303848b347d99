// This file lists the mutants of databases that somebody else wrote.

package main

var databases = []mutant{
	{
		"A statement takes no more steps than the file has contents for",
		"dbfile/steps.c", "if ((s->done - s->free) / s->per_byte <= size) return 0;", "if (size) return 0;", "./dbfile", "TestSteps",
	},
	{
		"… and those of a transaction together",
		"dbfile/steps.go", "if begins || ends || !c.steps.transaction {", "if true {", "./dbfile", "TestSteps",
	},
	{
		"… on the file of a script no more than a bound",
		"dbfile/steps.c", "if (s->most == 0 || s->done <= s->most) {", "if (1) {", "./dbfile", "TestSteps",
	},
	{
		"A statement ends with the context of its caller",
		"dbfile/steps.go", "\t\t\tC.hitlrun_interrupt(c.steps.n)\n", "", "./dbfile", "TestUntil",
	},
	{
		"A read of a store ends with its context",
		"checkpoint/sqlite/open.go", "err := c.until(ctx, do)", "err := c.use(do)", "./checkpoint/sqlite", "TestViewEnds",
	},
	{
		"A read of items ends with its context",
		"longterm/open.go", "return c.Until(ctx, func() error { return do(c) })", "return do(c)", "./longterm", "TestStatementsEnd",
	},
	{
		"A schema has a bound of objects",
		"dbfile/steps.c", "  sqlite3_limit(db, LIMIT_OBJECTS, SCHEMA_OBJECTS);\n", "", "./dbfile", "TestSchemaHasBounds",
	},
	{
		"… of columns",
		"dbfile/steps.c", "  sqlite3_limit(db, LIMIT_COLUMNS, SCHEMA_COLUMNS);\n", "", "./dbfile", "TestSchemaHasBounds",
	},
	{
		"… of the text of each",
		"dbfile/steps.c", "  sqlite3_limit(db, LIMIT_TEXT, SCHEMA_TEXT);\n", "", "./dbfile", "TestSchemaHasBounds",
	},
	{
		"… and of steps, also while the file is opened",
		"dbfile/steps.c", "hitlrun_count(db);\n  return 0;", "(void)db;\n  return 0;", "./dbfile", "TestSchemaHasBounds",
	},
	{
		"A table of a store is the one that hitlrun makes",
		"dbfile/schema.go", "want != (definition{kind, table, plainSQL(sql)})", "want.kind != kind", hostile, "TestCases/sandbox/databases-made-by-scripts",
	},
	{
		"… and has all of its indexes",
		"dbfile/schema.go", "for _, name := range slices.Sorted(maps.Keys(missing)) {", "for _, name := range slices.Sorted(maps.Keys(missing))[:0] {", "./checkpoint/sqlite", "TestForeignSchema",
	},
	{
		"The slots of a row count for the bound of a file",
		"checkpoint/sqlite/row.go", "n = d.count(2, sizeOfSlot)", "n = d.count(2, 0)", "./checkpoint/sqlite", "TestHostileRows",
	},
	{
		"A list of a row takes memory as it is decoded",
		"checkpoint/sqlite/row.go", "make([]slot, min(n, firstItems))", "make([]slot, n)", "./checkpoint/sqlite", "TestHostileRows",
	},
	{
		"Parts of a value count for the bound of a file, each",
		"checkpoint/sqlite/values.go", "err = v.c.Charge(len(b.Data)) // others", "_ = 0 // others", "./checkpoint/sqlite", "TestHostileRows",
	},
	{
		"Quotes of a value count for the bound of a file, each",
		"checkpoint/sqlite/quote.go", "err = v.c.Charge(len(q.pre) + q.n + len(q.post))", "_ = v", "./checkpoint/sqlite", "TestHostileRows",
	},
	{
		"Each row counts for the bound of a file",
		"dbfile/conn.go", "\tsize := rowBytes\n", "\tsize := 0\n", "./checkpoint/sqlite", "TestHostileRows",
	},
	{
		"The names of a store have a bound",
		"checkpoint/sqlite/names.go", "len(list) >= maxNames ||", "false ||", "./checkpoint/sqlite", "TestHostileNames",
	},
	{
		"… and each of them",
		"checkpoint/sqlite/names.go", "len(dbfile.Text(v[1])) > maxName {", "false {", "./checkpoint/sqlite", "TestHostileNames",
	},
	{
		"The doctor does not follow rows that lead to themselves",
		"checkpoint/sqlite/doctor.go", "\treturn id > last\n", "\treturn true\n", "./checkpoint/sqlite", "TestTablesThatLeadToThemselves",
	},
	{
		"A line of a script is looked through once for all of its names",
		"jsapi/bundle/text.go", "if col < markColumns {", "if true {", "./jsapi/bundle", "TestLongLine",
	},
	{
		"What follows esbuild has the limit of bundling, too",
		"jsapi/bundle/bundle.go", "case <-time.After(b.most()):", "case <-time.After(time.Hour):", "./jsapi/bundle", "TestEndlessFinish",
	},
	{
		"… and esbuild gets no more files behind it",
		"jsapi/bundle/bundle.go", "\t\tif b.late.Load() {\n\t\t\treturn res, errLate\n\t\t}\n\t\treturn b.resolve(p, a)", "\t\treturn b.resolve(p, a)", "./jsapi/bundle", "TestEndlessInParts",
	},
	{
		"A script that prints to what nobody reads ends",
		"jsapi/vm/timeout.go", "\tvm.cutOff()\n", "", ".", "TestNobodyReads/in",
	},
	{
		"… and so does another one that waits for its turn to print",
		"script.go", "\tcase <-ctx.Done():\n\t\treturn ctx.Err()\n\t}\n\ttype result", "\t}\n\ttype result", ".", "TestNobodyReads/in",
	},
	{
		"serve --config takes a file of any name",
		"cmd/hitlrun/serve.go", "hitlrun.LocateIn(config, id)", "hitlrun.Locate(config, id)", cli, "TestServeProcess$",
	},
	{
		"A packed id whose place is damaged is an error",
		"checkpoint/sqlite/quote.go", "ids.at < 0 || ids.at > len(ids.rest)", "false", saver, "TestPackedIDs",
	},
	{
		"Ids are packed only if the same text can be made of them",
		"checkpoint/sqlite/quote.go", "at < 0 || err != nil || !bytes.Equal(digits, bytes.ToLower(digits))", "at < 0 || err != nil", saver, "TestPackedIDs",
	},
}
