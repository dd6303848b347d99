// This file has what held_linux.c uses of SQLite, whose header is in another module: a copy of declarations that SQLite
// promises never to change.

#ifndef HITLRUN_HELD_H
#define HITLRUN_HELD_H

typedef struct sqlite3_vfs sqlite3_vfs;

struct sqlite3_vfs {
  int iVersion;
  int szOsFile;
  int mxPathname;
  sqlite3_vfs *pNext;
  const char *zName;
  void *pAppData;
  void (*xOpen)(void), (*xDelete)(void), (*xAccess)(void);
  int (*xFullPathname)(sqlite3_vfs*, const char *zName, int nOut, char *zOut);
  void (*xDlOpen)(void), (*xDlError)(void), (*xDlSym)(void), (*xDlClose)(void);
  void (*xRandomness)(void), (*xSleep)(void), (*xCurrentTime)(void), (*xGetLastError)(void);
  void (*xCurrentTimeInt64)(void); // from version 2 on
  // From version 3 on.
  int (*xSetSystemCall)(sqlite3_vfs*, const char *zName, void (*)(void));
  void (*(*xGetSystemCall)(sqlite3_vfs*, const char *zName))(void);
  void (*xNextSystemCall)(void);
};

enum { SQLITE_OK = 0, SQLITE_ERROR = 1, SQLITE_CANTOPEN = 14 };

// Weak, so that the package links without SQLite, which comes with the driver.
extern sqlite3_vfs *sqlite3_vfs_find(const char*) __attribute__((weak));

// hitlrun_hold lets SQLite open files in folders that this process holds open. It must be called once.
int hitlrun_hold(void);

#endif
