// This file decides which programs a script may run, and which environment they get.

package node

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/jsapi/vm"
)

// programs finds the programs that a script runs. A name means the same file for the lifetime of the VM.
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

// loadsCode reports whether an environment variable makes programs load code from files that it names, whatever the program is for: the variables of
// the dynamic linker, of character sets in glibc (a grep loads them when it starts), and of OpenSSL.
func loadsCode(name string) bool {
	switch name {
	case "GCONV_PATH", "OPENSSL_CONF", "OPENSSL_ENGINES", "OPENSSL_MODULES":
		return true
	}
	return strings.HasPrefix(name, "LD_") || strings.HasPrefix(name, "DYLD_")
}

// childEnv returns the environment of a program: the variables that the script sets, and PATH. A variable for
// which loadsCode is true needs a grant of all programs.
func (process *Process) childEnv(given []string) ([]string, error) {
	hasPath := false
	for _, pair := range given {
		name, _, _ := strings.Cut(pair, "=")
		hasPath = hasPath || name == "PATH"
		if !process.o.Permissions.Run.All && loadsCode(name) {
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
	return append([]string{}, given...), nil // not nil, which means the environment of this process
}
