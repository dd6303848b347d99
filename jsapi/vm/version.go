// This file has the version of the program.

package vm

// Version is the version of the program, set when it is built for release.
const Version = "0.1.0"
