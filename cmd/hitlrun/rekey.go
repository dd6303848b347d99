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
		about: `A store that is created with --encrypt-key-file is encrypted from the start. The key file
has one key of 32 bytes on each line, in base64 or hex: the first encrypts, all decrypt.
rekey encrypts the whole store with the first key. The keys that it was encrypted with
before have to be in the file too, below the first; they can be removed afterwards.
A store can be used while its key changes, and an interrupted rekey can be run again.
No other process may have the store open while it is first encrypted, or decrypted.

A file that a script opens with SqliteSaver is encrypted with a key that is derived from the
first one, so workers can open it without the key of the store. It remains such a file;
--for-scripts makes one of a file that is encrypted with the key itself, or not at all.`,
		examples: []string{
			"(umask 077; head -c 32 /dev/urandom | base64 > store.key)",
			"hitlrun rekey --db flows.db --encrypt-key-file store.key",
			"hitlrun rekey --db flows.db --encrypt-key-file store.key --decrypt",
		},
	}
	var store storeFlags
	var decrypt, forScripts bool
	own := newFlags()
	own.BoolVar(&decrypt, "decrypt", false, "decrypt the store; its key has to be in the file")
	own.BoolVar(&forScripts, "for-scripts", false, "encrypt a file that scripts open with SqliteSaver")
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
		if forScripts {
			if decrypt {
				return c.usage("give one of --for-scripts and --decrypt")
			}
			keys = keys.ForScripts()
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
