// This file replaces cores_linux.go on other systems: it bounds the threads of Go code, not the cores.

//go:build !linux

package main

import (
	"os/exec"
	"strconv"
)

func startOn(cmd *exec.Cmd, cores int) error {
	if cores > 0 {
		cmd.Env = append(cmd.Env, "GOMAXPROCS="+strconv.Itoa(cores))
	}
	return cmd.Start()
}
