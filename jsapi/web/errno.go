// This file has the codes and texts of system errors.

package web

import "syscall"

// errnoTexts are the codes and texts of libuv for system errors.
var errnoTexts = map[syscall.Errno][2]string{
	syscall.E2BIG:           {"E2BIG", "argument list too long"},
	syscall.EACCES:          {"EACCES", "permission denied"},
	syscall.EADDRINUSE:      {"EADDRINUSE", "address already in use"},
	syscall.EADDRNOTAVAIL:   {"EADDRNOTAVAIL", "address not available"},
	syscall.EAFNOSUPPORT:    {"EAFNOSUPPORT", "address family not supported"},
	syscall.EAGAIN:          {"EAGAIN", "resource temporarily unavailable"},
	syscall.EALREADY:        {"EALREADY", "connection already in progress"},
	syscall.EBADF:           {"EBADF", "bad file descriptor"},
	syscall.EBUSY:           {"EBUSY", "resource busy or locked"},
	syscall.ECANCELED:       {"ECANCELED", "operation canceled"},
	syscall.ECONNABORTED:    {"ECONNABORTED", "software caused connection abort"},
	syscall.ECONNREFUSED:    {"ECONNREFUSED", "connection refused"},
	syscall.ECONNRESET:      {"ECONNRESET", "connection reset by peer"},
	syscall.EDESTADDRREQ:    {"EDESTADDRREQ", "destination address required"},
	syscall.EEXIST:          {"EEXIST", "file already exists"},
	syscall.EFAULT:          {"EFAULT", "bad address in system call argument"},
	syscall.EFBIG:           {"EFBIG", "file too large"},
	syscall.EHOSTDOWN:       {"EHOSTDOWN", "host is down"},
	syscall.EHOSTUNREACH:    {"EHOSTUNREACH", "host is unreachable"},
	syscall.EILSEQ:          {"EILSEQ", "illegal byte sequence"},
	syscall.EINTR:           {"EINTR", "interrupted system call"},
	syscall.EINVAL:          {"EINVAL", "invalid argument"},
	syscall.EIO:             {"EIO", "i/o error"},
	syscall.EISCONN:         {"EISCONN", "socket is already connected"},
	syscall.EISDIR:          {"EISDIR", "illegal operation on a directory"},
	syscall.ELOOP:           {"ELOOP", "too many symbolic links encountered"},
	syscall.EMFILE:          {"EMFILE", "too many open files"},
	syscall.EMLINK:          {"EMLINK", "too many links"},
	syscall.EMSGSIZE:        {"EMSGSIZE", "message too long"},
	syscall.ENAMETOOLONG:    {"ENAMETOOLONG", "name too long"},
	syscall.ENETDOWN:        {"ENETDOWN", "network is down"},
	syscall.ENETUNREACH:     {"ENETUNREACH", "network is unreachable"},
	syscall.ENFILE:          {"ENFILE", "file table overflow"},
	syscall.ENOBUFS:         {"ENOBUFS", "no buffer space available"},
	syscall.ENODEV:          {"ENODEV", "no such device"},
	syscall.ENOENT:          {"ENOENT", "no such file or directory"},
	syscall.ENOEXEC:         {"ENOEXEC", "exec format error"},
	syscall.ENOMEM:          {"ENOMEM", "not enough memory"},
	syscall.ENOPROTOOPT:     {"ENOPROTOOPT", "protocol not available"},
	syscall.ENOSPC:          {"ENOSPC", "no space left on device"},
	syscall.ENOSYS:          {"ENOSYS", "function not implemented"},
	syscall.ENOTCONN:        {"ENOTCONN", "socket is not connected"},
	syscall.ENOTDIR:         {"ENOTDIR", "not a directory"},
	syscall.ENOTEMPTY:       {"ENOTEMPTY", "directory not empty"},
	syscall.ENOTSOCK:        {"ENOTSOCK", "socket operation on non-socket"},
	syscall.ENOTSUP:         {"ENOTSUP", "operation not supported on socket"},
	syscall.ENOTTY:          {"ENOTTY", "inappropriate ioctl for device"},
	syscall.ENXIO:           {"ENXIO", "no such device or address"},
	syscall.EOVERFLOW:       {"EOVERFLOW", "value too large for defined data type"},
	syscall.EPERM:           {"EPERM", "operation not permitted"},
	syscall.EPIPE:           {"EPIPE", "broken pipe"},
	syscall.EPROTO:          {"EPROTO", "protocol error"},
	syscall.EPROTONOSUPPORT: {"EPROTONOSUPPORT", "protocol not supported"},
	syscall.EPROTOTYPE:      {"EPROTOTYPE", "protocol wrong type for socket"},
	syscall.ERANGE:          {"ERANGE", "result too large"},
	syscall.EROFS:           {"EROFS", "read-only file system"},
	syscall.ESHUTDOWN:       {"ESHUTDOWN", "cannot send after transport endpoint shutdown"},
	syscall.ESOCKTNOSUPPORT: {"ESOCKTNOSUPPORT", "socket type not supported"},
	syscall.ESPIPE:          {"ESPIPE", "invalid seek"},
	syscall.ESRCH:           {"ESRCH", "no such process"},
	syscall.ETIMEDOUT:       {"ETIMEDOUT", "connection timed out"},
	syscall.ETXTBSY:         {"ETXTBSY", "text file is busy"},
	syscall.EXDEV:           {"EXDEV", "cross-device link not permitted"},
}

// ErrnoName returns Node's code for a system error, or the text of the error if there is none.
func ErrnoName(errno syscall.Errno) string {
	if code, _, ok := ErrnoText(errno); ok {
		return code
	}
	return errno.Error()
}

// ErrnoText returns Node's code and text for a system error. ok is false if there are none.
func ErrnoText(errno syscall.Errno) (code, text string, ok bool) {
	known, ok := errnoTexts[errno]
	return known[0], known[1], ok
}
