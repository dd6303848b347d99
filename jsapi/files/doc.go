// Package files decides which files a script may touch, and opens them so that nothing else is opened.
//
// A path is resolved as the kernel resolves it (Real): link/.. is the parent of what the link leads to, and a link to a
// file that does not exist leads to the place of that file. What was resolved is compared with the Grants. The file is
// then opened below the directory that was granted, through os.Root: a directory that somebody replaces by a link in
// between leads to an error and never out of what was granted.
//
// Everything here is safe for concurrent use.
package files
