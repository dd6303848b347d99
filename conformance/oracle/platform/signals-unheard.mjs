// Pins: process takes no listener for the signals that a process cannot hear
for (const [m, s] of [["on","SIGKILL"],["once","SIGSTOP"],["addListener","SIGKILL"],["prependListener","SIGKILL"],["prependOnceListener","SIGSTOP"],["on","SIGTERM"],["on","SIGFOO"],["on","SIGCONT"]]) {
  try { process[m](s, () => {}); console.log(m, s, "ok", process.listenerCount(s)); } catch (e) { console.log(m, s, e.name, e.code, e.errno, e.syscall, e.message, Object.keys(e), process.listenerCount(s)); }
}
process.removeAllListeners();
