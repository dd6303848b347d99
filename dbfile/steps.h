// This file has what steps.c uses of SQLite, whose header is in another module: a copy of declarations that SQLite promises never
// to change.

#ifndef HITLRUN_STEPS_H
#define HITLRUN_STEPS_H

#include <stdint.h>

typedef struct sqlite3 sqlite3;

// steps counts what a connection does: instructions of SQLite's virtual machine.
typedef struct {
  sqlite3 *db;
  int64_t done;     // since the transaction began
  int64_t free;     // so many are allowed for every file
  int64_t most;     // and never more than so many; 0 for no such bound
  int64_t per_byte; // otherwise so many for each byte of the file and its WAL
  int exceeded;     // a statement was interrupted for that
} hitlrun_steps;

// Weak, so that the package links without SQLite, which comes with the driver.
extern void sqlite3_interrupt(sqlite3*) __attribute__((weak));
extern void sqlite3_progress_handler(sqlite3*, int, int (*)(void*), void*) __attribute__((weak));
extern int sqlite3_file_control(sqlite3*, const char *name, int op, void*) __attribute__((weak));
extern int sqlite3_limit(sqlite3*, int id, int) __attribute__((weak));
extern int sqlite3_auto_extension(void (*)(void)) __attribute__((weak));
extern const char *sqlite3_db_filename(sqlite3*, const char *name) __attribute__((weak));
extern const char *sqlite3_uri_parameter(const char *file, const char *name) __attribute__((weak));
extern void *sqlite3_get_clientdata(sqlite3*, const char*) __attribute__((weak));
extern int sqlite3_set_clientdata(sqlite3*, const char*, void*, void (*)(void*)) __attribute__((weak));

// Bounds of a schema. SQLite reads it before a program can look at it.
enum {
  SCHEMA_TEXT = 16 << 10, // bytes of a definition
  SCHEMA_COLUMNS = 100,   // of a table
  SCHEMA_OBJECTS = 500,   // tables, indexes, views and triggers
  SCHEMA_STEPS = 10000,   // to read it
};

// hitlrun_watch makes SQLite count the steps of each connection whose URI has the parameter hitlrun, from its beginning: the driver
// has SQLite read the schema while it opens one. It must be called once.
int hitlrun_watch(void);

// hitlrun_count returns the steps of a connection, which it begins to count if nobody does. They end with the connection.
hitlrun_steps *hitlrun_count(sqlite3*);

// hitlrun_interrupt ends the statements that a connection executes at this moment. Any thread may call it before the connection is closed.
void hitlrun_interrupt(hitlrun_steps*);

#endif
