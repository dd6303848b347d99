//go:build linux && cgo

package main

// #include "program_pages.h"
import "C"

// releaseProgramPages takes code and constants of the program out of the memory of this process. The kernel maps what is used later
// again, from its cache of the file. Some 4 MB were used by the initialization of packages only.
func releaseProgramPages() { C.hitlrun_release_program_pages() }
