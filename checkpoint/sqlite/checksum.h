// This file has what checksum.c uses of SQLite. The package does not compile SQLite itself, and its header is
// in another module: so this is a copy of declarations that SQLite promises never to change.

#ifndef HITLRUN_CHECKSUM_H
#define HITLRUN_CHECKSUM_H

#include <stdint.h>

typedef int64_t sqlite3_int64;
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_vfs sqlite3_vfs;
typedef struct sqlite3_file sqlite3_file;
typedef struct sqlite3_io_methods sqlite3_io_methods;

struct sqlite3_file {
  const sqlite3_io_methods *pMethods;
};

struct sqlite3_io_methods {
  int iVersion;
  int (*xClose)(sqlite3_file*);
  int (*xRead)(sqlite3_file*, void*, int iAmt, sqlite3_int64 iOfst);
  int (*xWrite)(sqlite3_file*, const void*, int iAmt, sqlite3_int64 iOfst);
  int (*xTruncate)(sqlite3_file*, sqlite3_int64 size);
  int (*xSync)(sqlite3_file*, int flags);
  int (*xFileSize)(sqlite3_file*, sqlite3_int64 *pSize);
  int (*xLock)(sqlite3_file*, int);
  int (*xUnlock)(sqlite3_file*, int);
  int (*xCheckReservedLock)(sqlite3_file*, int *pResOut);
  int (*xFileControl)(sqlite3_file*, int op, void *pArg);
  int (*xSectorSize)(sqlite3_file*);
  int (*xDeviceCharacteristics)(sqlite3_file*);
  // From version 2 on.
  int (*xShmMap)(sqlite3_file*, int iPg, int pgsz, int, void volatile**);
  int (*xShmLock)(sqlite3_file*, int offset, int n, int flags);
  void (*xShmBarrier)(sqlite3_file*);
  int (*xShmUnmap)(sqlite3_file*, int deleteFlag);
};

struct sqlite3_vfs {
  int iVersion;
  int szOsFile;
  int mxPathname;
  sqlite3_vfs *pNext;
  const char *zName;
  void *pAppData;
  int (*xOpen)(sqlite3_vfs*, const char *zName, sqlite3_file*, int flags, int *pOutFlags);
  int (*xDelete)(sqlite3_vfs*, const char *zName, int syncDir);
  int (*xAccess)(sqlite3_vfs*, const char *zName, int flags, int *pResOut);
  int (*xFullPathname)(sqlite3_vfs*, const char *zName, int nOut, char *zOut);
  void *(*xDlOpen)(sqlite3_vfs*, const char *zFilename);
  void (*xDlError)(sqlite3_vfs*, int nByte, char *zErrMsg);
  void (*(*xDlSym)(sqlite3_vfs*, void*, const char *zSymbol))(void);
  void (*xDlClose)(sqlite3_vfs*, void*);
  int (*xRandomness)(sqlite3_vfs*, int nByte, char *zOut);
  int (*xSleep)(sqlite3_vfs*, int microseconds);
  int (*xCurrentTime)(sqlite3_vfs*, double*);
  int (*xGetLastError)(sqlite3_vfs*, int, char*);
  // From version 2 on.
  int (*xCurrentTimeInt64)(sqlite3_vfs*, sqlite3_int64*);
  // From version 3 on.
  int (*xSetSystemCall)(sqlite3_vfs*, const char *zName, void (*)(void));
  void (*(*xGetSystemCall)(sqlite3_vfs*, const char *zName))(void);
  const char *(*xNextSystemCall)(sqlite3_vfs*, const char *zName);
};

enum {
  SQLITE_OK = 0,
  SQLITE_ERROR = 1,
  SQLITE_PERM = 3,
  SQLITE_NOTFOUND = 12,
  SQLITE_IOERR_READ = 10 | 1 << 8,
  SQLITE_IOERR_SHORT_READ = 10 | 2 << 8,
  SQLITE_IOERR_DATA = 10 | 32 << 8,
  SQLITE_OPEN_MAIN_DB = 0x100,
  SQLITE_OPEN_MAIN_JOURNAL = 0x800,
  SQLITE_OPEN_WAL = 0x80000,
  SQLITE_FCNTL_PRAGMA = 14,
  SQLITE_FCNTL_PDB = 30,
  SQLITE_ACCESS_EXISTS = 0,
  SQLITE_SYNC_NORMAL = 2,
  SQLITE_DBCONFIG_ENABLE_QPSG = 1007,
};

// Weak, so that the package links without SQLite, which comes with the driver.
extern sqlite3_vfs *sqlite3_vfs_find(const char*) __attribute__((weak));
extern int sqlite3_vfs_register(sqlite3_vfs*, int) __attribute__((weak));
extern sqlite3_file *sqlite3_database_file_object(const char*) __attribute__((weak));
extern const char *sqlite3_filename_database(const char*) __attribute__((weak));
extern int sqlite3_db_config(sqlite3*, int op, ...) __attribute__((weak));
extern char *sqlite3_mprintf(const char*, ...) __attribute__((weak));

// hitlrun_register makes the file system "hitlrun" known to SQLite.
int hitlrun_register(void);

#endif
