// This file decides which programs a script may run, and what of the environment they see.

package node

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/jsapi/vm"
)

// programs finds the programs of a script. A name stands for the same file as long as the VM lives.
type programs struct {
	granted *vm.Permissions
	found   map[string]string
}

func (p *programs) find(name, cwd string) (string, error) {
	asked := name
	if strings.ContainsRune(name, filepath.Separator) {
		abs, err := FindProgram(name, cwd)
		if err != nil {
			return "", err
		}
		asked = abs
	}
	if err := p.granted.CheckRun(asked); err != nil {
		return "", err
	}
	if path, ok := p.found[name]; ok && asked == name {
		return path, nil
	}
	path, err := FindProgram(name, cwd)
	if err == nil {
		if p.found == nil {
			p.found = map[string]string{}
		}
		p.found[name] = path
	}
	return path, err
}

// childEnv is the environment of a program: what the script gives it, and PATH. What has the dynamic linker load code into any program needs a grant of
// all programs.
func (process *Process) childEnv(given []string) ([]string, error) {
	hasPath := false
	for _, pair := range given {
		name, _, _ := strings.Cut(pair, "=")
		hasPath = hasPath || name == "PATH"
		if !process.o.Permissions.Run.All && (strings.HasPrefix(name, "LD_") || strings.HasPrefix(name, "DYLD_")) {
			return nil, &vm.PermissionError{What: "setting " + name + " for a program", Flag: "--allow-run"}
		}
	}
	if hasPath {
		return given, nil
	}
	for _, pair := range slices.Backward(process.o.Env) {
		if strings.HasPrefix(pair, "PATH=") {
			return append(slices.Clone(given), pair), nil
		}
	}
	return append([]string{}, given...), nil // not nil: that would be the environment of this process
}
