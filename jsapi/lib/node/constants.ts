// This file is node:constants: the numbers of node:os, node:fs and node:crypto in one object.
import { constants as numbers } from "./crypto_constants";
import { constants as files } from "./fs_shared";
import { constants as system } from "./os";

const all: any = { ...system.dlopen, ...system.errno, ...system.priority, ...system.signals, ...files, ...numbers };
export const {
  EACCES, EADDRINUSE, EAGAIN, EBADF, EBUSY, ECONNREFUSED, ECONNRESET, EEXIST, EINVAL, EIO, EISDIR, EMFILE, ENOENT, ENOSPC, ENOTDIR, ENOTEMPTY,
  EPERM, EPIPE, ETIMEDOUT, SIGHUP, SIGINT, SIGKILL, SIGTERM, F_OK, R_OK, W_OK, X_OK, COPYFILE_EXCL, O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL,
  O_TRUNC, O_APPEND, O_SYNC, S_IFMT, S_IFREG, S_IFDIR, S_IFLNK,
} = all;
export default all;
