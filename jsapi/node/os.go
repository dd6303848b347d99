// This file has the functions of Go for node:os.

package node

import (
	"os"
	"os/user"
	goruntime "runtime"
	"strconv"

	"github.com/dop251/goja"
)

func (process *Process) osNatives() map[string]gojaFunc {
	return map[string]gojaFunc{
		"getenv": func(call goja.FunctionCall) goja.Value {
			text, _ := process.env.granted(call.Argument(0).String())
			return process.rt.ToValue(text)
		},
		"homedir": func(goja.FunctionCall) goja.Value { return process.rt.ToValue(homeOfUser()) },
		"cpus":    func(goja.FunctionCall) goja.Value { return process.rt.ToValue(goruntime.NumCPU()) },
		"hostname": func(goja.FunctionCall) goja.Value {
			name, err := os.Hostname()
			if err != nil {
				panic(process.vm.Construct("Error", process.rt.ToValue(err.Error())))
			}
			return process.rt.ToValue(name)
		},
	}
}

// homeOfUser returns the home folder in the user database, which has no value of the environment.
func homeOfUser() string {
	u, err := user.LookupId(strconv.Itoa(os.Getuid()))
	if goruntime.GOOS == "windows" { // which has no number of a user
		u, err = user.Current()
	}
	if err != nil {
		return "/"
	}
	return u.HomeDir
}
