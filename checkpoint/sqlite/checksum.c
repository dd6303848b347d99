// This file has a file system for SQLite, "hitlrun", that finds out when a file is not as it was written: it is the
// one of the operating system with a checksum for each page.
//
// Pages of a store have 8 bytes at their end that SQLite leaves alone (the "reserved bytes"). They get a checksum
// of the page and its number whenever the page is written to the file, and it is verified whenever the page is
// read. In memory and in the WAL they are 0: so a page that another program copies from the WAL into the file, as SQLite does
// when it closes one, has no checksum, and is taken as it is. In the WAL each frame has a checksum of SQLite's, which
// SQLite only looks at after a crash: it is verified here whenever a page is read from the WAL, also when that is
// copied into the file.
//
// The header of the file says how many bytes are reserved. Files of older versions have none. Where there is a journal
// pages may be about to be brought back as they were before that changed: they are written as they are.

#include <string.h>
#include <stdlib.h>
#ifndef _WIN32
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "checksum.h"

#define RESERVED 8
#define WAL_HEADER 32
#define FRAME_HEADER 24

typedef struct file file;
struct file {
  sqlite3_file base;
  int wal;                // it is a WAL
  file *store;            // of a WAL: the file of the store
  sqlite3_int64 end;      // of a WAL: how far it went when it was last made longer; others may have made it shorter
  int ahead;              // of a store: its WAL is made longer in large steps
  int stamped;            // of a store: there is room for checksums in the pages
  int page_size;          // of a store that is stamped
  sqlite3_int64 bad_page; // of a store: the last page that was not as it should be, 0 for none
  sqlite3_int64 bad_frame;
  void volatile *index;   // of a store: the head of the WAL's index, which processes share
  // What follows is the file of the real file system.
};

#define REAL(f) ((sqlite3_file*)((file*)(f) + 1))

static uint32_t little(const uint8_t *b) { return b[0] | b[1] << 8 | b[2] << 16 | (uint32_t)b[3] << 24; }
static uint32_t big(const uint8_t *b) { return (uint32_t)b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3]; }

static void sum_little(const uint8_t *b, int n, uint32_t s[2]) {
  uint32_t s0 = s[0], s1 = s[1];
  for (const uint8_t *end = b + n; b < end; b += 8) {
    s0 += little(b) + s1;
    s1 += little(b + 4) + s0;
  }
  s[0] = s0, s[1] = s1;
}

static void sum_big(const uint8_t *b, int n, uint32_t s[2]) {
  uint32_t s0 = s[0], s1 = s[1];
  for (const uint8_t *end = b + n; b < end; b += 8) {
    s0 += big(b) + s1;
    s1 += big(b + 4) + s0;
  }
  s[0] = s0, s[1] = s1;
}

// checksum writes the checksum of page number page, of size bytes, to out. It is never 0.
static void checksum(const uint8_t *b, int size, sqlite3_int64 page, uint8_t out[RESERVED]) {
  uint32_t s[2] = {(uint32_t)page, 0};
  sum_little(b, size - RESERVED, s);
  if (s[0] == 0 && s[1] == 0) s[0] = 1;
  for (int i = 0; i < RESERVED; i++) out[i] = (uint8_t)(s[i / 4] >> 8 * (i % 4));
}

static int is_page(int n, sqlite3_int64 at) {
  return n >= 512 && n <= 65536 && (n & (n - 1)) == 0 && at % n == 0;
}

static int is_zero(const uint8_t *b, int n) {
  for (int i = 0; i < n; i++) if (b[i] != 0) return 0;
  return 1;
}

// look finds out whether there is room for checksums in the pages of a store, and returns their size.
static int look(file *f) {
  uint8_t head[100];
  sqlite3_file *real = REAL(f);
  f->stamped = f->page_size = 0;
  if (real->pMethods->xRead(real, head, sizeof head, 0) != SQLITE_OK) return 0; // it is empty, or SQLite finds out
  int size = head[16] << 8 | head[17] << 16;
  if (head[20] != RESERVED || !is_page(size, 0)) return 0;
  f->stamped = 1;
  return f->page_size = size;
}

// stamp gives every page of a store that has none its checksum.
static int stamp(file *f) {
  sqlite3_file *real = REAL(f);
  sqlite3_int64 length;
  int size = look(f);
  int rc = real->pMethods->xFileSize(real, &length);
  if (rc != SQLITE_OK) return rc;
  if (size == 0 || length % size != 0) return SQLITE_ERROR;
  uint8_t *page = malloc(size);
  if (page == NULL) return SQLITE_ERROR;
  for (sqlite3_int64 n = 1; n <= length / size && rc == SQLITE_OK; n++) {
    rc = real->pMethods->xRead(real, page, size, (n - 1) * size);
    if (rc == SQLITE_OK && is_zero(page + size - RESERVED, RESERVED)) {
      checksum(page, size, n, page + size - RESERVED);
      rc = real->pMethods->xWrite(real, page, size, (n - 1) * size);
    }
  }
  free(page);
  if (rc == SQLITE_OK) rc = real->pMethods->xSync(real, SQLITE_SYNC_NORMAL);
  return rc;
}

// verify_frame holds a page of the WAL, which begins at at, against the checksum of its frame.
static int verify_frame(file *f, const uint8_t *page, int n, sqlite3_int64 at) {
  sqlite3_file *real = REAL(f);
  uint8_t wal[WAL_HEADER], before[8], header[FRAME_HEADER];
  int rc = real->pMethods->xRead(real, wal, sizeof wal, 0);
  if (rc == SQLITE_OK) rc = real->pMethods->xRead(real, header, sizeof header, at - FRAME_HEADER);
  if (rc != SQLITE_OK) return rc;
  sqlite3_int64 frame = (at - WAL_HEADER - FRAME_HEADER) / (n + FRAME_HEADER);
  if (frame == 0) {
    memcpy(before, wal + 24, 8);
  } else {
    rc = real->pMethods->xRead(real, before, sizeof before, at - n - FRAME_HEADER - 8);
    if (rc != SQLITE_OK) return rc;
  }
  uint32_t s[2] = {big(before), big(before + 4)};
  if (wal[3] & 1) {
    sum_big(header, 8, s);
    sum_big(page, n, s);
  } else {
    sum_little(header, 8, s);
    sum_little(page, n, s);
  }
  if (s[0] == big(header + 16) && s[1] == big(header + 20)) return SQLITE_OK;
  if (f->store != NULL) f->store->bad_frame = frame + 1;
  return SQLITE_IOERR_DATA;
}

// verify_page holds a page of a store against its checksum, and clears the checksum.
static int verify_page(file *f, uint8_t *page, int n, sqlite3_int64 at) {
  uint8_t *end = page + n - RESERVED, want[RESERVED];
  if (is_zero(end, RESERVED)) return SQLITE_OK;
  checksum(page, n, at / n + 1, want);
  if (memcmp(want, end, RESERVED) != 0) {
    f->bad_page = at / n + 1;
    return SQLITE_IOERR_DATA;
  }
  memset(end, 0, RESERVED);
  return SQLITE_OK;
}

// read_part reads the beginning of a page: SQLite reads the parts of a large value straight from the file. The whole page is
// read and verified. The length of a part can be that of a page of another file.
static int read_part(file *f, void *b, int n, sqlite3_int64 at) {
  uint8_t *page = malloc(f->page_size);
  if (page == NULL) return SQLITE_IOERR_READ;
  int rc = REAL(f)->pMethods->xRead(REAL(f), page, f->page_size, at);
  if (rc == SQLITE_OK) rc = verify_page(f, page, f->page_size, at);
  if (rc == SQLITE_OK) memcpy(b, page, n);
  free(page);
  return rc;
}

static int file_read(sqlite3_file *base, void *b, int n, sqlite3_int64 at) {
  file *f = (file*)base;
  if (f->stamped && at > 0 && n < f->page_size && at % f->page_size == 0) return read_part(f, b, n, at);
  int rc = REAL(f)->pMethods->xRead(REAL(f), b, n, at);
  if (rc != SQLITE_OK) return rc;
  if (f->wal) {
    sqlite3_int64 frames = at - WAL_HEADER - FRAME_HEADER;
    if (n >= 512 && (n & (n - 1)) == 0 && frames >= 0 && frames % (n + FRAME_HEADER) == 0) return verify_frame(f, b, n, at);
    return SQLITE_OK;
  }
  if (!is_page(n, at)) return SQLITE_OK;
  if (at == 0) {
    const uint8_t *page = b;
    f->stamped = page[20] == RESERVED;
    f->page_size = page[16] << 8 | page[17] << 16;
  }
  return f->stamped && n == f->page_size ? verify_page(f, b, n, at) : SQLITE_OK;
}

// AHEAD is how much longer a WAL is made at once.
#define AHEAD (256 << 10)

// write_ahead makes a WAL longer than a write needs, with zeros: a sync of a file that has become longer writes to the
// journal of the file system, too, and takes twice as long. SQLite takes zeros for the end of the WAL. It is called by the
// one connection that may write to the WAL, before the write, and writes only behind the end of the file. If it fails, the
// WAL is as long as the write makes it.
static void write_ahead(file *f, sqlite3_int64 end) {
  static const uint8_t zeros[64 << 10];
  sqlite3_file *real = REAL(f);
  sqlite3_int64 size;
  if (f->store == NULL || !f->store->ahead || end <= f->end) return;
  f->end = end;
  if (real->pMethods->xFileSize(real, &size) != SQLITE_OK) return;
  if (size >= end) {
    f->end = size;
    return;
  }
  for (sqlite3_int64 at = size; at < end + AHEAD; at += sizeof zeros) {
    if (real->pMethods->xWrite(real, zeros, sizeof zeros, at) != SQLITE_OK) return;
    f->end = at + sizeof zeros;
  }
}

static int file_write(sqlite3_file *base, const void *b, int n, sqlite3_int64 at) {
  file *f = (file*)base;
  if (f->wal) write_ahead(f, at + n);
  if (f->wal || !f->stamped || !is_page(n, at)) return REAL(f)->pMethods->xWrite(REAL(f), b, n, at);
  // SQLite hands over its own copy of the page, and does not care for the reserved bytes.
  uint8_t *end = (uint8_t*)b + n - RESERVED;
  checksum(b, n, at / n + 1, end);
  int rc = REAL(f)->pMethods->xWrite(REAL(f), b, n, at);
  memset(end, 0, RESERVED);
  return rc;
}

// wal_end returns the salts of the WAL, 16 hexadecimal digits, and how many frames were committed to it; NULL if that is
// not known. The index begins with two copies of its head: they differ while someone writes them.
static char *wal_end(file *f) {
  uint8_t one[48], other[48];
  uint32_t frames;
  if (f->index == NULL) return NULL;
  memcpy(one, (const void*)f->index, sizeof one);
  __sync_synchronize();
  memcpy(other, (const uint8_t*)f->index + sizeof one, sizeof other);
  if (memcmp(one, other, sizeof one) != 0 || one[12] == 0) return NULL;
  memcpy(&frames, one + 16, sizeof frames);
  return sqlite3_mprintf("%08x%08x %u", big(one + 32), big(one + 36), frames);
}

static int file_control(sqlite3_file *base, int op, void *arg) {
  file *f = (file*)base;
  // SQLite says which connection opens the file. The driver clears the parameters of a statement before it binds them, and
  // from version 3.54 on SQLite then parses and plans most statements of a store again, in case the values need another
  // plan. They never do, and it took a tenth of the time of an answer.
  if (op == SQLITE_FCNTL_PDB && &sqlite3_db_config != NULL) sqlite3_db_config(*(sqlite3**)arg, SQLITE_DBCONFIG_ENABLE_QPSG, 1, NULL);
  if (op == SQLITE_FCNTL_PRAGMA && !f->wal) {
    char **text = arg;
    if (strcmp(text[1], "hitlrun_stamp") == 0) return stamp(f);
    if (strcmp(text[1], "hitlrun_ahead") == 0) {
      f->ahead = 1;
      return SQLITE_OK;
    }
    if (strcmp(text[1], "hitlrun_stamped") == 0) {
      text[0] = sqlite3_mprintf("%d", f->stamped);
      return SQLITE_OK;
    }
    if (strcmp(text[1], "hitlrun_wal") == 0) {
      text[0] = wal_end(f);
      return SQLITE_OK;
    }
    if (strcmp(text[1], "hitlrun_damage") == 0) {
      text[0] = sqlite3_mprintf("%lld %lld", (long long)f->bad_page, (long long)f->bad_frame);
      return SQLITE_OK;
    }
  }
  return REAL(f)->pMethods->xFileControl(REAL(f), op, arg);
}

static int file_close(sqlite3_file *f) { return REAL(f)->pMethods->xClose(REAL(f)); }
static int file_truncate(sqlite3_file *f, sqlite3_int64 n) {
  ((file*)f)->end = 0;
  return REAL(f)->pMethods->xTruncate(REAL(f), n);
}
static int file_sync(sqlite3_file *f, int flags) { return REAL(f)->pMethods->xSync(REAL(f), flags); }
static int file_size(sqlite3_file *f, sqlite3_int64 *n) { return REAL(f)->pMethods->xFileSize(REAL(f), n); }
static int file_lock(sqlite3_file *f, int l) { return REAL(f)->pMethods->xLock(REAL(f), l); }
static int file_unlock(sqlite3_file *f, int l) { return REAL(f)->pMethods->xUnlock(REAL(f), l); }
static int file_reserved(sqlite3_file *f, int *l) { return REAL(f)->pMethods->xCheckReservedLock(REAL(f), l); }
static int file_sector(sqlite3_file *f) { return REAL(f)->pMethods->xSectorSize(REAL(f)); }
static int file_device(sqlite3_file *f) { return REAL(f)->pMethods->xDeviceCharacteristics(REAL(f)); }
static int file_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **p) {
  int rc = REAL(f)->pMethods->xShmMap(REAL(f), page, size, extend, p);
  if (page == 0) ((file*)f)->index = rc == SQLITE_OK ? *p : NULL;
  return rc;
}
static int file_shm_lock(sqlite3_file *f, int at, int n, int flags) { return REAL(f)->pMethods->xShmLock(REAL(f), at, n, flags); }
static void file_shm_barrier(sqlite3_file *f) { REAL(f)->pMethods->xShmBarrier(REAL(f)); }
static int file_shm_unmap(sqlite3_file *f, int remove) {
  ((file*)f)->index = NULL;
  return REAL(f)->pMethods->xShmUnmap(REAL(f), remove);
}

// Version 2: SQLite does not map such files into memory, so it reads all through file_read.
static const sqlite3_io_methods methods = {
  2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock, file_unlock, file_reserved,
  file_control, file_sector, file_device, file_shm_map, file_shm_lock, file_shm_barrier, file_shm_unmap,
};

static sqlite3_vfs *real_vfs;

static int has_journal(const char *name) {
  int there = 1;
  char *journal = malloc(strlen(name) + sizeof "-journal");
  if (journal == NULL) return 1;
  strcat(strcpy(journal, name), "-journal");
  if (real_vfs->xAccess(real_vfs, journal, SQLITE_ACCESS_EXISTS, &there) != SQLITE_OK) there = 1;
  free(journal);
  return there;
}

// is_safe reports whether a WAL or a journal is one that CheckSides of package dbfile accepts, or does not exist. SQLite
// opens these files again and again, and somebody may make one after CheckSides: it is called before a file is opened,
// because a pipe would wait for a writer, and after that, because another user may have made it in between. The result of
// an open is then SQLITE_PERM: of a journal that cannot be opened for other reasons SQLite waits until nobody uses the store.
static int is_safe(const char *name) {
#ifndef _WIN32
  struct stat side, store;
  if (lstat(name, &side) != 0) return 1;
  if (!S_ISREG(side.st_mode) || side.st_nlink > 1) return 0;
  if (&sqlite3_filename_database == NULL || stat(sqlite3_filename_database(name), &store) != 0) return 1;
  mode_t others = S_IWGRP | S_IWOTH;
  if ((store.st_mode & others) == 0 && side.st_uid != store.st_uid && side.st_uid != geteuid() && side.st_uid != 0) return 0;
  return (side.st_mode & others & ~store.st_mode) == 0;
#else
  return 1;
#endif
}

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out) {
  int beside = name != NULL && (flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0;
  if (beside && !is_safe(name)) {
    base->pMethods = NULL;
    return SQLITE_PERM;
  }
  if ((flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)) == 0 || name == NULL) { // a journal, or a temporary file
    int rc = real_vfs->xOpen(real_vfs, name, base, flags, out);
    if (rc == SQLITE_OK && beside && !is_safe(name)) {
      base->pMethods->xClose(base);
      base->pMethods = NULL;
      return SQLITE_PERM;
    }
    return rc;
  }
  file *f = (file*)base;
  memset(f, 0, sizeof *f);
  int rc = real_vfs->xOpen(real_vfs, name, REAL(f), flags, out);
  if (rc != SQLITE_OK) {
    if (REAL(f)->pMethods != NULL) f->base.pMethods = &methods; // SQLite closes it
    return rc;
  }
  if (beside && !is_safe(name)) {
    REAL(f)->pMethods->xClose(REAL(f));
    return SQLITE_PERM;
  }
  f->base.pMethods = &methods;
  f->wal = (flags & SQLITE_OPEN_WAL) != 0;
  if (f->wal) {
    sqlite3_file *store = sqlite3_database_file_object(name);
    if (store != NULL && store->pMethods == &methods) f->store = (file*)store;
  } else {
    look(f);
    if (has_journal(name)) f->stamped = 0; // until SQLite has read the first page
  }
  return SQLITE_OK;
}

// vfs_full asks the real one, whose function package dbfile replaces when it opens a file in a folder that is held open.
static int vfs_full(sqlite3_vfs *vfs, const char *name, int size, char *full) {
  return real_vfs->xFullPathname(real_vfs, name, size, full);
}

int hitlrun_register(void) {
  static sqlite3_vfs vfs;
  if (&sqlite3_vfs_find == NULL || (real_vfs = sqlite3_vfs_find(NULL)) == NULL || real_vfs->iVersion < 1) return SQLITE_ERROR;
  vfs = *real_vfs; // all else takes the way of the real one, which is handed no files
  vfs.pNext = NULL;
  vfs.zName = "hitlrun";
  vfs.szOsFile = (int)sizeof(file) + real_vfs->szOsFile;
  vfs.xOpen = vfs_open;
  vfs.xFullPathname = vfs_full;
  return sqlite3_vfs_register(&vfs, 0);
}
