//go:build linux && cgo && !race

/* This file ends a process in which Go has found a fatal error. It runs in the handler of a signal, so it
   calls nothing but the kernel, and allocates nothing. */

#include "abort.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int stderr_fd, trace_fd, exit_code;
static const char *path, *memory, *stack, *other;
static char buffer[1 << 16];
static volatile int begun;

/* copy_trace copies what Go wrote to the report; buffer has its beginning then. */
static void copy_trace(void) {
	int report = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	off_t at = 0;
	ssize_t n;
	memset(buffer, 0, sizeof buffer);
	while (report >= 0 && (n = pread(trace_fd, buffer, sizeof buffer, at)) > 0) {
		for (ssize_t done = 0; done < n;) {
			ssize_t wrote = write(report, buffer + done, n - done);
			if (wrote <= 0)
				break;
			done += wrote;
		}
		at += n;
	}
	if (report >= 0)
		close(report);
	memset(buffer, 0, sizeof buffer);
	if (pread(trace_fd, buffer, 4096, 0) < 0)
		return;
}

/* near_limit reports whether the process has nearly all the memory that the kernel gives it: then an allocation that failed, in Go
   or in C, is likely to be what ended it, whatever the trace says. */
static int near_limit(void) {
	struct rlimit limit;
	char pages[256];
	if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
		return 0;
	int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, pages, sizeof pages - 1);
	if (fd >= 0)
		close(fd);
	if (n <= 0)
		return 0;
	pages[n] = 0;
	char *at = pages;
	for (int field = 0; field < 5; field++) /* the sixth is what the limit counts */
		strtoul(at, &at, 10);
	return strtoul(at, &at, 10) * (rlim_t)sysconf(_SC_PAGESIZE) > limit.rlim_cur / 8 * 7;
}

static void on_abort(int number) {
	(void)number;
	if (__sync_lock_test_and_set(&begun, 1))
		for (;;)
			pause();
	copy_trace();
	const char *line = other;
	if (strstr(buffer, "out of memory") || strstr(buffer, "cannot allocate memory"))
		line = memory;
	else if (strstr(buffer, "stack overflow") || strstr(buffer, "stack exceeds"))
		line = stack;
	else if (near_limit())
		line = memory;
	/* Nobody may be reading. Such a line fits into a pipe that has any room. */
	struct pollfd ready = {.fd = stderr_fd, .events = POLLOUT};
	if (poll(&ready, 1, 500) == 1 && write(stderr_fd, line, strlen(line)) < 0)
		_exit(exit_code);
	_exit(exit_code);
}

void hitlrun_catch_abort(int stderr_to, int trace_in, const char *report, const char *if_memory, const char *if_stack, const char *if_other, int code) {
	stderr_fd = stderr_to;
	trace_fd = trace_in;
	path = report;
	memory = if_memory;
	stack = if_stack;
	other = if_other;
	exit_code = code;
	struct sigaction action;
	memset(&action, 0, sizeof action);
	action.sa_handler = on_abort;
	action.sa_flags = SA_ONSTACK;
	sigfillset(&action.sa_mask);
	sigaction(SIGABRT, &action, 0);
}
