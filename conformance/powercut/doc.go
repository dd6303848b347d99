// Package powercut cuts the power of a disk: FS is a file system that forgets what was not synced.
//
// A process that is killed leaves its writes with the kernel, so killing it says nothing of what is on the disk.
// An FS is mounted (with FUSE, on Linux), hitlrun runs on it as on any other, and every write, sync and
// rename of its processes arrives here, whoever in them makes it. Cut returns what a disk would have at that
// instant: of each file what was synced, and of the writes since then none, all or some, sector by sector;
// of the names those whose directory was synced. A new FS is mounted with that, and the next process resumes the thread.
//
// The tests compare what somebody outside has seen at the instant of a cut with what is on the disk afterwards, at every way
// out of a process.
package powercut
