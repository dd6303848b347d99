// This file makes SQLite open files in a folder that the process holds open. Their paths are /proc/self/fd/N/NAME. By
// default SQLite replaces the links of a path before it opens a file, and N is such a link: what it leads to could then be
// replaced by a link to another folder before the file is opened.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "held_linux.h"

// is_held reports whether a path is of a file in a folder that is held open. The folder itself is opened as any other, to sync
// the names in it.
static int is_held(const char *path) {
  static const char prefix[] = "/proc/self/fd/";
  return path != NULL && strncmp(path, prefix, sizeof prefix - 1) == 0 && strchr(path + sizeof prefix - 1, '/') != NULL;
}

static int (*full_of_sqlite)(sqlite3_vfs*, const char*, int, char*);

// held_full returns a path in a folder that is held open as it is.
static int held_full(sqlite3_vfs *vfs, const char *name, int size, char *full) {
  if (!is_held(name)) return full_of_sqlite(vfs, name, size, full);
  if (strlen(name) >= (size_t)size) return SQLITE_CANTOPEN;
  strcpy(full, name);
  return SQLITE_OK;
}

static int (*open_of_sqlite)(const char*, int, int);

// held_open opens a file in a folder that is held open, if it is a regular file with one name. It looks at the file before
// it opens it: the locks that this process has on a file are lost when any of its descriptors is closed. A file that was
// just made can have a second name for a moment.
static int held_open(const char *path, int flags, int mode) {
  if (!is_held(path)) return open_of_sqlite(path, flags, mode);
  for (int tries = 0; tries < 200; tries++) {
    int at = open_of_sqlite(path, O_PATH | O_NOFOLLOW | O_CLOEXEC, 0);
    if (at < 0) {
      if (errno != ENOENT || (flags & O_CREAT) == 0) return at;
      int made = open_of_sqlite(path, flags | O_EXCL | O_NOFOLLOW, mode);
      if (made >= 0 || errno != EEXIST || (flags & O_EXCL) != 0) return made;
      continue;
    }
    struct stat s;
    int found = fstat(at, &s);
    if (found != 0 || !S_ISREG(s.st_mode) || (flags & O_EXCL) != 0) {
      close(at);
      errno = found != 0 || (flags & O_EXCL) == 0 ? EACCES : EEXIST;
      return -1;
    }
    if (s.st_nlink > 1) {
      close(at);
      usleep(5000);
      continue;
    }
    char same[32];
    snprintf(same, sizeof same, "/proc/self/fd/%d", at);
    int fd = open_of_sqlite(same, flags & ~(O_CREAT | O_EXCL | O_NOFOLLOW), mode);
    int failed = errno;
    close(at);
    errno = failed;
    return fd;
  }
  errno = EACCES;
  return -1;
}

int hitlrun_hold(void) {
  if (&sqlite3_vfs_find == NULL) return SQLITE_ERROR;
  sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
  if (vfs == NULL || vfs->iVersion < 3 || vfs->xSetSystemCall == NULL) return SQLITE_ERROR;
  open_of_sqlite = (int (*)(const char*, int, int))vfs->xGetSystemCall(vfs, "open");
  full_of_sqlite = vfs->xFullPathname;
  if (open_of_sqlite == NULL || vfs->xSetSystemCall(vfs, "open", (void (*)(void))held_open) != SQLITE_OK) return SQLITE_ERROR;
  vfs->xFullPathname = held_full;
  return SQLITE_OK;
}
