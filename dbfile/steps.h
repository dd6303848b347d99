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

// hitlrun_count begins to count the steps of a connection. hitlrun_forget frees the result after the connection is closed.
hitlrun_steps *hitlrun_count(sqlite3*);
void hitlrun_forget(hitlrun_steps*);

// hitlrun_interrupt ends the statements that a connection executes at this moment. Any thread may call it before the connection is closed.
void hitlrun_interrupt(hitlrun_steps*);

#endif
