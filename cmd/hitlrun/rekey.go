// This file has `hitlrun rekey`.

package main

import (
	"context"
	"io"
	"strings"

	"github.com/hitlrun/hitlrun"
)

// rekeyDocument is the result of rekey as JSON.
type rekeyDocument struct {
	Encrypted bool `json:"encrypted"`
}

func rekeyCommand() *command {
	c := &command{
		name: "rekey", args: "[flags]", output: &outputFlags{},
		summary: "encrypt a store, change its key, or decrypt it",
		about: `A store is encrypted from the start if it is made with --encrypt-key-file. The file has
keys of 32 bytes, one a line, base64 or hex: the first encrypts, all decrypt.
rekey encrypts all of a store with the first key. The keys it was encrypted with
have to be in the file, too, below that one; they can be removed afterwards.
A store whose key changes can be used meanwhile, and a rekey that was broken off
is given again. One that is plain, or shall be, must not be open elsewhere.`,
		examples: []string{
			"(umask 077; head -c 32 /dev/urandom | base64 > store.key)",
			"hitlrun rekey --db flows.db --encrypt-key-file store.key",
			"hitlrun rekey --db flows.db --encrypt-key-file store.key --decrypt",
		},
	}
	var store storeFlags
	var decrypt bool
	own := newFlags()
	own.BoolVar(&decrypt, "decrypt", false, "make the store plain; its key has to be in the file")
	c.groups = []flagGroup{{"Rekey", own}, store.group(""), c.output.group()}
	c.run = func(ctx context.Context, a *app, args []string) error {
		if err := c.nothing(args); err != nil {
			return err
		}
		keys, err := a.keys(&store.key)
		if err != nil {
			return err
		}
		if keys == nil {
			return c.usage("--encrypt-key-file is missing")
		}
		return a.rekey(ctx, &store, keys, decrypt)
	}
	return c
}

func (a *app) rekey(ctx context.Context, f *storeFlags, keys *hitlrun.Keys, decrypt bool) error {
	// A store that is to be encrypted does not open with keys.
	var o hitlrun.Options
	if decrypt {
		o.Keys, keys = keys, nil
	}
	s, err := a.open(f, o, false)
	if err != nil {
		return err
	}
	defer s.Close()
	done := a.working(func() string { return "rewriting the store" })
	err = s.Rekey(ctx, keys)
	done()
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(rekeyDocument{!decrypt})
	}
	if decrypt {
		io.WriteString(a.stdout, "the store is decrypted\n")
	} else {
		first, _, _ := strings.Cut(keys.String(), ",")
		io.WriteString(a.stdout, "the store is encrypted with key "+first+"\n")
	}
	return nil
}
