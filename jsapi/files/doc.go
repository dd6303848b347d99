// Package files decides which files a script may use, and opens them in such a way that no other file can be
// opened.
//
// A path is resolved as the kernel resolves it (Real): link/.. is the parent of the link's target, and a link
// to a file that does not exist leads to the place of that file. The resolved path is compared with the
// Grants. The file is then opened below the granted directory, through os.Root. If someone replaces a
// directory by a link meanwhile, the operation fails, and never leaves the granted directory.
//
// All functions and types are safe for concurrent use.
package files
