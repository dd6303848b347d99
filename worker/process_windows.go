// This file has the parts of processes for Windows.

package worker

import (
	"fmt"
	"os"
	"syscall"
)

func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

func line() (in, out *os.File) { return os.Stdin, os.Stdout }

func ending(state *os.ProcessState) string { return fmt.Sprintf("exit code %d", state.ExitCode()) }
