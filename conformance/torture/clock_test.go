// This file builds hitlrun with a clock that can be set: the standard library's, with a step added that the environment
// names. Everything else of the program is as it is.

package torture

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/hitlrun/hitlrun/internal/programtest"
)

// clockStep is the variable that says by how many seconds the clock of a process is off.
const clockStep = "CLOCK_STEP"

const stepSource = `package time

import "syscall"

var clockStep = func() (seconds int64) {
	text, _ := syscall.Getenv("CLOCK_STEP")
	for _, c := range text {
		if c >= '0' && c <= '9' {
			seconds = 10*seconds + int64(c-'0')
		}
	}
	if text != "" && text[0] == '-' {
		return -seconds
	}
	return seconds
}()
`

// buildProgram builds hitlrun, with a clock that clockStep sets.
func buildProgram(dir string) (binary string, err error) {
	source := filepath.Join(runtime.GOROOT(), "src", "time") //nolint:staticcheck // the test runs where it was built
	text, err := os.ReadFile(filepath.Join(source, "time.go"))
	if err != nil {
		return "", err
	}
	const now = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"
	if strings.Count(string(text), now) != 1 {
		return "", errors.New("the function time.Now of this version of Go is another one: look how it reads the clock")
	}
	changed := strings.Replace(string(text), now, now+"\tsec += clockStep\n", 1)
	overlay := map[string]string{}
	for name, text := range map[string]string{"time.go": changed, "clock_step.go": stepSource} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return "", err
		}
		overlay[filepath.Join(source, name)] = path
	}
	list, _ := json.Marshal(map[string]any{"Replace": overlay}) // strings
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), list, 0o600); err != nil {
		return "", err
	}
	return programtest.Build(dir, "-overlay", filepath.Join(dir, "overlay.json"))
}
