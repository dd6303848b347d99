// This file replaces usage_unix.go on systems that do not report it.

//go:build !unix

package main

import "os"

func maxRSS(*os.ProcessState) int64 { return 0 }
