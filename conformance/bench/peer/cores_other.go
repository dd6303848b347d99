// This file stands for cores_linux.go: threads of Go code are bounded, not cores.

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
