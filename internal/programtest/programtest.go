// Package programtest builds the program hitlrun for the tests that start it.
package programtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// Build builds the program in the folder dir, with these flags of go build, and returns the path of the program. A test calls it
// from the folder of its package, where `go test` starts it. Without flags the program is linked once for all packages, where that is possible.
func Build(dir string, flags ...string) (path string, err error) {
	path = filepath.Join(dir, "hitlrun")
	if len(flags) == 0 && buildShared(path) == nil {
		return path, nil
	}
	return path, build(path, flags...)
}

func build(path string, flags ...string) error {
	args := slices.Concat([]string{"build", "-o", path}, flags, []string{"github.com/hitlrun/hitlrun/cmd/hitlrun"})
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// Main does the work of a TestMain: it builds the program, stores its path in *path, runs the tests and removes the program.
// It returns the exit code of the test process.
func Main(m *testing.M, path *string) (code int) {
	dir, err := os.MkdirTemp("", "programtest-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if *path, err = Build(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}
