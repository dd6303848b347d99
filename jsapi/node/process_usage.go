// This file has what process says about the time and the memory that it uses.

package node

import (
	"fmt"
	"math/big"
	goruntime "runtime"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// uptime implements process.uptime().
func (process *Process) uptime(goja.FunctionCall) goja.Value {
	return process.rt.ToValue(process.o.Uptime().Seconds())
}

// hrtime makes process.hrtime(previous), with its method bigint.
func (process *Process) hrtime() *goja.Object {
	hr := process.vm.NativeFunction("hrtime", func(call goja.FunctionCall) goja.Value {
		before := call.Argument(0)
		if goja.IsUndefined(before) {
			d := process.o.Uptime()
			return process.rt.NewArray(int64(d/time.Second), int64(d%time.Second))
		}
		list, _ := before.(*goja.Object)
		if list == nil || !guard.IsArray(list) {
			process.wrongType("time", "an instance of Array", before)
		}
		if n := list.Get("length").ToInteger(); n != 2 {
			process.fail("RangeError", "ERR_OUT_OF_RANGE", fmt.Sprintf("The value of \"time\" is out of range. It must be 2. Received %d", n))
		}
		seconds, nanos := value.Property(list, "0").ToFloat(), value.Property(list, "1").ToFloat()
		d := process.o.Uptime()
		seconds, nanos = float64(d/time.Second)-seconds, float64(d%time.Second)-nanos
		if nanos < 0 {
			seconds, nanos = seconds-1, nanos+1e9
		}
		return process.rt.NewArray(seconds, nanos)
	})
	process.vm.Native(hr, "bigint", func(goja.FunctionCall) goja.Value {
		return process.rt.ToValue(big.NewInt(process.o.Uptime().Nanoseconds()))
	})
	return hr
}

// cpuUsage implements process.cpuUsage(previous): the microseconds of processor time that this process has used.
func (process *Process) cpuUsage(call goja.FunctionCall) goja.Value {
	user, system := cpuTimes()
	if before, ok := call.Argument(0).(*goja.Object); ok {
		since := func(name string) time.Duration {
			v := before.Get(name)
			if v == nil {
				v = goja.Undefined()
			}
			if !goja.IsNumber(v) {
				process.wrongType("prevValue."+name, "of type number", v)
			}
			return time.Duration(v.ToInteger()) * time.Microsecond
		}
		user, system = user-since("user"), system-since("system")
	}
	o := process.rt.NewObject()
	_ = o.Set("user", user.Microseconds())
	_ = o.Set("system", system.Microseconds())
	return o
}

// memoryUsage makes process.memoryUsage, with its method rss. What is outside of the heap is not counted on its own.
func (process *Process) memoryUsage() *goja.Object {
	usage := process.vm.NativeFunction("memoryUsage", func(goja.FunctionCall) goja.Value {
		var m goruntime.MemStats
		goruntime.ReadMemStats(&m)
		u := process.rt.NewObject()
		_ = u.Set("rss", m.Sys)
		_ = u.Set("heapTotal", m.HeapSys)
		_ = u.Set("heapUsed", m.HeapAlloc)
		_ = u.Set("external", 0)
		_ = u.Set("arrayBuffers", 0)
		return u
	})
	process.vm.Native(usage, "rss", func(goja.FunctionCall) goja.Value {
		var m goruntime.MemStats
		goruntime.ReadMemStats(&m)
		return process.rt.ToValue(m.Sys)
	})
	return usage
}

// resourceUsage implements process.resourceUsage().
func (process *Process) resourceUsage(goja.FunctionCall) goja.Value {
	user, system := cpuTimes()
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	u := process.rt.NewObject()
	_ = u.Set("userCPUTime", user.Microseconds())
	_ = u.Set("systemCPUTime", system.Microseconds())
	_ = u.Set("maxRSS", m.Sys/1024)
	for _, name := range []string{
		"sharedMemorySize", "unsharedDataSize", "unsharedStackSize", "minorPageFault", "majorPageFault", "swappedOut", "fsRead", "fsWrite",
		"ipcSent", "ipcReceived", "signalsCount", "voluntaryContextSwitches", "involuntaryContextSwitches",
	} {
		_ = u.Set(name, 0)
	}
	return u
}
