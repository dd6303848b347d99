/* This file declares what Go calls of abort.c. */

void hitlrun_catch_abort(int stderr_fd, int trace_fd, const char *path, const char *memory, const char *stack, const char *other, int exit_code);
