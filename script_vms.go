// This file has the VMs of a script: how many there are, who has one, and which of them are used again.

package hitlrun

import (
	"context"
	"errors"
	goruntime "runtime"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
)

// maxIdleTime is how long a VM waits for another run.
const maxIdleTime = time.Minute

// vms are the VMs of a script that are reused, and the places for those that are used.
type vms struct {
	places chan struct{} // has an element for each VM that is used; nil for no limit

	mu    sync.Mutex
	idle  []idleVM // the one that was used last is the last; their module code has run
	timer *time.Timer
}

type idleVM struct {
	vm    *jsapi.VM
	since time.Time
}

// lease returns an instance in which the module code of the script has run. It belongs
// to the caller until release.
func (s *Script) lease(ctx context.Context) (instance, error) {
	if err := s.vms.enter(ctx); err != nil {
		return nil, err
	}
	if s.workers != nil {
		in, err := s.openRemote(ctx)
		if err != nil {
			s.vms.leave()
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
		err = explain(err) // which may look into the VM
		if vm != nil {
			_ = vm.Close()
		}
		s.vms.leave()
		return nil, err
	}
	return &vmInstance{vm: vm}, nil
}

// release gives an instance back. again says that it may serve another run, if the script's options want that and it is sound.
func (s *Script) release(in instance, again bool) {
	if far, ok := in.(*remote); ok {
		far.release(again)
	} else if local := in.(*vmInstance); !again || !s.o.Reuse || !in.sound() || !s.vms.keep(local.vm, s.o.MaxIdle) { //nolint:forcetypeassert // there is no third kind
		_ = local.vm.Close() // what a script did not close itself has nothing to say to the caller
	}
	s.vms.leave()
}

// enter waits for a place for a VM. leave gives it back.
func (v *vms) enter(ctx context.Context) error {
	if v.places == nil {
		return jsapi.Ended(ctx)
	}
	select {
	case v.places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return jsapi.Ended(ctx)
	}
}

func (v *vms) leave() {
	if v.places != nil {
		<-v.places
	}
}

// take returns a VM that waits, nil if there is none.
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

// keep has a VM wait for another run. It reports false if enough of them wait.
func (v *vms) keep(vm *jsapi.VM, most int) bool {
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

// expire ends the VMs that nobody needed for a while.
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

// Close frees what idle VMs of the script hold, and returns nil. The script can still be used; runs under way go on.
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
