// This file has the pool of VMs of a script: it bounds how many there are, and reuses them.

package hitlrun

import (
	"context"
	"errors"
	goruntime "runtime"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
)

// maxIdleTime is how long a VM waits for another run before it ends.
const maxIdleTime = time.Minute

// vms has the idle VMs of a script.
type vms struct {
	places *seats // of the VMs in use

	mu    sync.Mutex
	idle  []idleVM // the most recently used one is the last; their module code has run
	timer *time.Timer
}

type idleVM struct {
	vm    *jsapi.VM
	since time.Time
}

// lease returns an instance in which the module code of the script has run. It belongs
// to the caller until release.
func (s *Script) lease(ctx context.Context) (instance, error) {
	if err := s.vms.places.take(ctx); err != nil {
		return nil, err
	}
	if s.workers != nil {
		in, err := s.openRemote(ctx)
		if err != nil {
			s.vms.places.leave()
			return nil, err
		}
		return in, nil
	}
	if vm := s.vms.take(); vm != nil {
		return &vmInstance{vm: vm}, nil
	}
	vm, err := s.newVM(true)
	if err == nil {
		err = vm.Load(ctx)
	}
	if err != nil {
		err = explain(err) // the function may read the VM
		if vm != nil {
			_ = vm.Close()
		}
		s.vms.places.leave()
		return nil, err
	}
	return &vmInstance{vm: vm}, nil
}

// release returns an instance to the pool. again allows another run to use it, if the script's options say Reuse and
// the instance is sound.
func (s *Script) release(in instance, again bool) {
	if far, ok := in.(*remote); ok {
		far.release(again)
	} else if local := in.(*vmInstance); !again || !s.o.Reuse || !in.sound() || !s.vms.addIdle(local.vm, s.o.MaxIdle) { //nolint:forcetypeassert // there is no third kind
		_ = local.vm.Close() // errors of what the script did not close itself do not concern the caller
	}
	s.vms.places.leave()
}

// take removes and returns an idle VM; nil if there is none.
func (v *vms) take() *jsapi.VM {
	v.mu.Lock()
	defer v.mu.Unlock()
	n := len(v.idle)
	if n == 0 {
		return nil
	}
	vm := v.idle[n-1].vm
	v.idle[n-1] = idleVM{}
	v.idle = v.idle[:n-1]
	return vm
}

// addIdle adds an idle VM. It returns false if there are enough idle VMs.
func (v *vms) addIdle(vm *jsapi.VM, most int) bool {
	if most == 0 {
		most = goruntime.GOMAXPROCS(0)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.idle) >= most {
		return false
	}
	v.idle = append(v.idle, idleVM{vm, time.Now()})
	if v.timer == nil {
		v.timer = time.AfterFunc(maxIdleTime, v.expire)
	}
	return true
}

// expire ends the VMs that were idle for too long.
func (v *vms) expire() {
	v.mu.Lock()
	defer v.mu.Unlock()
	n := 0
	for n < len(v.idle) && time.Since(v.idle[n].since) >= maxIdleTime {
		_ = v.idle[n].vm.Close()
		n++
	}
	v.idle = append([]idleVM(nil), v.idle[n:]...)
	v.timer = nil
	if len(v.idle) > 0 {
		v.timer = time.AfterFunc(maxIdleTime-time.Since(v.idle[0].since), v.expire)
	}
}

// Close frees the idle VMs of the script, and returns nil. The script can still be used, and active runs continue.
func (s *Script) Close() error {
	v := &s.vms
	v.mu.Lock()
	idle := v.idle
	v.idle = nil
	if v.timer != nil {
		v.timer.Stop()
		v.timer = nil
	}
	v.mu.Unlock()
	var errs []error
	for _, i := range idle {
		errs = append(errs, i.vm.Close())
	}
	if s.workers != nil {
		s.workers.forget(s)
	}
	return errors.Join(errs...)
}
