// This file bounds the steps of SQLite. In a file that somebody else wrote, a table can lead to itself, and what reads it
// does not end. A healthy file bounds the steps of a transaction by its size.

#include <stdlib.h>

#include "steps.h"

enum { EVERY = 100, FILE_POINTER = 7, JOURNAL_POINTER = 28, LIMIT_TEXT = 1, LIMIT_COLUMNS = 2, LIMIT_OBJECTS = 13 };

typedef struct sqlite3_file sqlite3_file;
struct sqlite3_file {
  const struct {
    int version;
    void (*close)(void), (*read)(void), (*write)(void), (*truncate)(void), (*sync)(void);
    int (*size)(sqlite3_file*, int64_t*);
  } *methods;
};

// size_of returns the size of one of the files of a connection.
static int64_t size_of(sqlite3 *db, int which) {
  sqlite3_file *f = NULL;
  int64_t size = 0;
  if (sqlite3_file_control(db, "main", which, &f) != 0 || f == NULL || f->methods == NULL) return 0;
  return f->methods->size(f, &size) == 0 ? size : 0;
}

// check is called after every EVERY steps. It ends the statement if it returns 1.
static int check(void *arg) {
  hitlrun_steps *s = arg;
  s->done += EVERY;
  if (s->done <= s->free) return 0;
  if (s->most == 0 || s->done <= s->most) {
    if (s->per_byte == 0) return 0;
    int64_t size = size_of(s->db, FILE_POINTER) + size_of(s->db, JOURNAL_POINTER);
    if (size == 0) return 0; // it is in memory
    if ((s->done - s->free) / s->per_byte <= size) return 0;
  }
  s->exceeded = 1;
  return 1;
}

hitlrun_steps *hitlrun_count(sqlite3 *db) {
  hitlrun_steps *s = sqlite3_get_clientdata(db, "hitlrun");
  if (s != NULL) return s;
  s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  if (sqlite3_set_clientdata(db, "hitlrun", s, free) != 0) return NULL; // it has freed s
  s->db = db;
  s->free = s->most = SCHEMA_STEPS;
  sqlite3_limit(db, LIMIT_TEXT, SCHEMA_TEXT);
  sqlite3_limit(db, LIMIT_COLUMNS, SCHEMA_COLUMNS);
  sqlite3_limit(db, LIMIT_OBJECTS, SCHEMA_OBJECTS);
  sqlite3_progress_handler(db, EVERY, check, s);
  return s;
}

// opened is called with each connection of the process.
static int opened(sqlite3 *db) {
  const char *file = sqlite3_db_filename(db, "main");
  if (file != NULL && sqlite3_uri_parameter(file, "hitlrun") != NULL) hitlrun_count(db);
  return 0;
}

int hitlrun_watch(void) { return sqlite3_auto_extension((void (*)(void))opened); }

void hitlrun_interrupt(hitlrun_steps *s) {
  if (s->db != NULL) sqlite3_interrupt(s->db);
}
