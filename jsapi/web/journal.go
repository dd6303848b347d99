// This file has the interface Journal, which stores the effects of a script.

package web

import (
	"crypto/sha256"
	"fmt"

	"github.com/dop251/goja"
)

// Journal stores the results of effects for code that is re-executed. Its methods are called on the loop.
type Journal interface {
	// Stores reports whether effects are stored now.
	Stores() bool
	// Begin is called before an effect. nil means that the effect is not stored. It may throw an error in
	// the script.
	Begin(e EffectSpec) Effect
}

// EffectSpec describes an effect. When code is re-executed, it must describe the same effect in the same
// way.
type EffectSpec struct {
	Kind, What string
	Outside    bool // whether the effect is visible outside of the VM
	Changes    bool // whether it may change something
}

// Effect is one effect.
type Effect interface {
	// Key returns the key of the effect. It is the same when the code is re-executed.
	Key() string
	// Do returns the stored result, or does the work and stores its result.
	Do(work func() Outcome) Outcome
	// Start calls then with the stored result. If there is none, it calls start, which begins the work and
	// later calls done with the result. then is called after the result is stored.
	Start(start func(done func(Outcome)), then func(Outcome))
}

// Outcome is the result of an effect: a value for the script, or the value that is thrown.
type Outcome struct {
	Value goja.Value
	Threw bool
	// Failed says that a retry does the effect again. Known says that the other side did answer.
	Failed, Known bool
}

// begin begins an effect. It returns nil if the effect is not stored. j may be nil.
func begin(j Journal, s EffectSpec) Effect {
	if j == nil {
		return nil
	}
	return j.Begin(s)
}

// Digest returns the length and a short hash of data for the description of an effect, and "" for no data.
func Digest(data []byte) string {
	if len(data) == 0 {
		return ""
	}
	sum := sha256.Sum256(data)
	return fmt.Sprintf(" %d bytes %x", len(data), sum[:8])
}
