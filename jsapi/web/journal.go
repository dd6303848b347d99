// This file has Journal, which stores what a script does outside of itself.

package web

import (
	"crypto/sha256"
	"fmt"

	"github.com/dop251/goja"
)

// Journal stores what came of effects, for code that runs again. Its methods are called on the loop.
type Journal interface {
	// Keeps reports whether effects are stored now.
	Keeps() bool
	// Begin is called before an effect; nil means that nothing is stored of it. It may throw into the script.
	Begin(e EffectSpec) Effect
}

// EffectSpec describes an effect. The same code has to describe it the same way.
type EffectSpec struct {
	Kind, What string
	Outside    bool // others see it
	Changes    bool // it may change something
}

// Effect is one of them.
type Effect interface {
	// Key is the same whenever the same code does the same effect.
	Key() string
	// Do returns what is stored, or does the work and stores what came of it.
	Do(work func() Outcome) Outcome
	// Start calls then with what is stored. If nothing is, start begins the work and calls done, and then is called after that is stored.
	Start(start func(done func(Outcome)), then func(Outcome))
}

// Outcome is what came of an effect: a value for the script, or what is thrown.
type Outcome struct {
	Value goja.Value
	Threw bool
	// Failed says that code that throws shall do it again when it is tried again; Known, that the other side did answer.
	Failed, Known bool
}

// begin begins an effect; nil if nothing is stored of it.
func begin(j Journal, s EffectSpec) Effect {
	if j == nil {
		return nil
	}
	return j.Begin(s)
}

// Digest is a short name for data in the description of an effect.
func Digest(data []byte) string {
	if len(data) == 0 {
		return ""
	}
	sum := sha256.Sum256(data)
	return fmt.Sprintf(" %d bytes %x", len(data), sum[:8])
}
