// Package jsapitest runs scripts for the tests of jsapi and the packages below it. It uses the exported functions
// of jsapi: each script is bundled, compiled and run in a VM of its own.
package jsapitest

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
)

// NewVM makes the VM of a script in TypeScript. It returns an error if the script cannot be bundled.
func NewVM(t testing.TB, source string, o jsapi.Options) (*jsapi.VM, error) {
	t.Helper()
	b, err := jsapi.Bundle(filepath.Join(t.TempDir(), "test.ts"), []byte(source), "")
	if err != nil {
		return nil, err
	}
	p, err := jsapi.Compile("test.ts", b)
	if err != nil {
		t.Fatal(err)
	}
	vm, err := jsapi.NewVM(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return vm, nil
}

// Run runs a script for at most a minute, and returns its output.
func Run(t testing.TB, source string, o jsapi.Options) (stdout, stderr string, err error) {
	t.Helper()
	var out, errOut bytes.Buffer
	o.Stdout, o.Stderr = &out, &errOut
	err = RunTo(t, source, o)
	return out.String(), errOut.String(), err
}

// RunTo is Run for a script that prints to o.Stdout and o.Stderr.
func RunTo(t testing.TB, source string, o jsapi.Options) error {
	t.Helper()
	vm, err := NewVM(t, source, o)
	if err != nil {
		return err
	}
	defer vm.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err = vm.Run(ctx)
	if exit := new(jsapi.ExitError); errors.As(err, &exit) && exit.Code == 0 {
		return nil
	}
	return err
}
