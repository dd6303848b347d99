// This file has what process says about the system and about Node itself.

package node

import (
	"os"
	goruntime "runtime"

	"github.com/dop251/goja"
)

// ofAllScripts adds properties of the operating system's process, in which other scripts may also run. The
// script can read them, but not change them. The error code is that of Node for workers.
func (process *Process) ofAllScripts(o *goja.Object) {
	refuse := func(what string) {
		o := process.vm.Construct("TypeError", process.rt.ToValue(what+" is not supported: the process is not the script's alone"))
		_ = o.Set("code", "ERR_WORKER_UNSUPPORTED_OPERATION")
		panic(o)
	}
	process.vm.Native(o, "chdir", func(goja.FunctionCall) goja.Value {
		refuse("process.chdir()")
		return nil
	})
	process.vm.Native(o, "umask", func(call goja.FunctionCall) goja.Value {
		if !goja.IsUndefined(call.Argument(0)) {
			refuse("Setting process.umask()")
		}
		return process.rt.ToValue(0o022)
	})
}

// ofUser adds the functions that say who runs the process, which Windows does not have.
func (process *Process) ofUser(o *goja.Object) {
	for name, id := range map[string]func() int{"getuid": os.Getuid, "geteuid": os.Geteuid, "getgid": os.Getgid, "getegid": os.Getegid} {
		if id() >= 0 {
			process.vm.Native(o, name, func(goja.FunctionCall) goja.Value { return process.rt.ToValue(id()) })
		}
	}
	if os.Getuid() >= 0 {
		process.vm.Native(o, "getgroups", func(goja.FunctionCall) goja.Value {
			groups, err := os.Getgroups()
			process.vm.Check(err)
			list := make([]any, len(groups))
			for i, group := range groups {
				list[i] = group
			}
			return process.rt.NewArray(list...)
		})
	}
}

// ofBuild adds process.config, which says how Node was built, and process.features.
func (process *Process) ofBuild(o *goja.Object) {
	variables, config := process.rt.NewObject(), process.rt.NewObject()
	_ = variables.Set("host_arch", archName())
	_ = variables.Set("napi_build_version", "0")
	_ = config.Set("variables", variables)
	_ = config.Set("target_defaults", process.rt.NewObject())
	_ = o.Set("config", config)
	features := process.rt.NewObject()
	for name, has := range map[string]bool{"inspector": false, "debug": false, "uv": false, "ipv6": true, "tls": true, "typescript": true} {
		_ = features.Set(name, has)
	}
	_ = o.Set("features", features)
}

// ofSystem adds what the process uses, and hooks of the runtime.
func (process *Process) ofSystem(o *goja.Object) {
	_ = o.Set("ppid", os.Getppid())
	_ = o.Set("debugPort", 9229)
	_ = o.Set("sourceMapsEnabled", false)
	_ = o.Set("moduleLoadList", process.rt.NewArray())
	process.vm.Native(o, "kill", process.kill)
	process.vm.Native(o, "resourceUsage", process.resourceUsage)
	memory := func(goja.FunctionCall) goja.Value { return process.rt.ToValue(process.vm.Limits().MemoryBytes) }
	process.vm.Native(o, "constrainedMemory", memory)
	process.vm.Native(o, "availableMemory", memory)
	for _, name := range []string{"getActiveResourcesInfo", "_getActiveHandles", "_getActiveRequests"} {
		process.vm.Native(o, name, func(goja.FunctionCall) goja.Value { return process.rt.NewArray() })
	}
	process.vm.Native(o, "setSourceMapsEnabled", func(goja.FunctionCall) goja.Value { return goja.Undefined() })
	for _, name := range []string{"binding", "_linkedBinding"} {
		process.vm.Native(o, name, func(call goja.FunctionCall) goja.Value {
			panic(process.vm.Construct("Error", process.rt.ToValue("No such module: "+call.Argument(0).String())))
		})
	}
	process.vm.Native(o, "dlopen", func(goja.FunctionCall) goja.Value {
		process.fail("Error", "ERR_DLOPEN_FAILED", "hitlrun cannot load machine code for Node.js")
		return nil
	})
	process.vm.Native(o, "setUncaughtExceptionCaptureCallback", process.setCapture)
	process.vm.Native(o, "hasUncaughtExceptionCaptureCallback", func(goja.FunctionCall) goja.Value {
		return process.rt.ToValue(process.capture != nil)
	})
	process.vm.Native(o, "loadEnvFile", process.loadEnvFile)
}

func platformName() string {
	if goruntime.GOOS == "windows" {
		return "win32"
	}
	return goruntime.GOOS
}

func archName() string {
	if goruntime.GOARCH == "amd64" {
		return "x64"
	}
	return goruntime.GOARCH
}
