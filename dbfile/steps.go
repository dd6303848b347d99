// This file ends statements that take too long: those that take more steps than the size of the file explains, and those of a
// caller whose context has ended.

package dbfile

/*
#cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
#include "steps.h"
*/
import "C"

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-sqlite3"
)

// ErrEndless is returned for a file in which a table leads to itself: what reads it would not end.
var ErrEndless = fmt.Errorf("%w: reading it takes more steps than it has contents for", ErrDamaged)

// errSchema is returned for a file whose schema is not read to its end.
var errSchema = errors.New("its schema is much larger than that of a file of hitlrun, and was not read")

// Bounds of steps. A row takes some 10 steps, and a byte of a large file much less than one.
const (
	freeSteps    = 100_000_000 // of a transaction; SQLite takes some seconds for them
	stepsPerByte = 100         // of a transaction on a large file
	rowSteps     = 100         // the share of freeSteps that a row takes which is read, since the program takes longer for it than SQLite
)

// The numbers of limits of SQLite, which the type check of other platforms does not know.
const (
	limitLength = 0
	limitText   = 1
)

type steps struct {
	n           *C.hitlrun_steps
	transaction bool // one is open: its steps are counted together
}

// watch makes SQLite count the steps of connections that are about to be opened.
var watch = sync.OnceValue(func() error {
	if C.hitlrun_watch() != 0 {
		return errors.New("SQLite does not count the steps of connections")
	}
	return nil
})

// countSteps bounds the steps of a connection that was opened. Until then it may only read the schema.
func (c *Conn) countSteps() error {
	db := reflect.ValueOf(c.Raw).Elem().FieldByName("db") // the driver does not show it
	if !db.IsValid() || db.Kind() != reflect.Pointer {
		return errors.New("this version of go-sqlite3 is not the one that hitlrun was made for")
	}
	c.steps.n = C.hitlrun_count((*C.sqlite3)(db.UnsafePointer()))
	if c.steps.n == nil {
		return errors.New("there is no memory left")
	}
	n := c.steps.n
	n.done, n.free, n.most, n.per_byte, n.exceeded = 0, freeSteps, 0, stepsPerByte, 0
	return nil
}

// LoadSchema makes SQLite read the schema, if it has not. Before it, and on a file with a Bound, a statement has 16 KiB at most.
func (c *Conn) LoadSchema() error {
	if _, err := c.Prepare("SELECT 1 FROM sqlite_schema LIMIT 0"); err != nil {
		return err
	}
	if c.most == 0 {
		c.Raw.SetLimit(limitText, math.MaxInt32)
	}
	return nil
}

// forgetSteps is called when the connection is closed, and its steps with it.
func (c *Conn) forgetSteps() { c.steps.n = &C.hitlrun_steps{} }

// boundSteps bounds the steps of each transaction, however large the file is.
func (c *Conn) boundSteps() { c.steps.n.most = freeSteps }

// counted prepares a statement, with a bound for the schema that SQLite may have to read.
func (c *Conn) counted(prepare func() error) error {
	n := c.steps.n
	done, free, most := n.done, n.free, n.most
	n.done, n.free, n.most = 0, C.SCHEMA_STEPS, C.SCHEMA_STEPS
	err := c.stopped(prepare(), errSchema)
	n.done, n.free, n.most, n.exceeded = done, free, most, 0
	return err
}

// row counts a row that was read.
func (s *steps) row() { s.n.done += rowSteps }

// begin is called before each statement: the bounds of bytes and steps are for a transaction.
func (c *Conn) begin(query string) {
	begins := strings.HasPrefix(query, "BEGIN")
	ends := !begins && (strings.HasPrefix(query, "COMMIT") || strings.HasPrefix(query, "ROLLBACK"))
	if begins || ends || !c.steps.transaction {
		c.read, c.steps.n.done, c.steps.n.exceeded = 0, 0, 0
	}
	if begins || ends {
		c.steps.transaction = begins
	}
}

// stopped returns the error that says why a statement was interrupted. It returns others unchanged.
func (c *Conn) stopped(err error, why error) error {
	if c.steps.n.exceeded == 0 || !isInterrupt(err) {
		return err
	}
	c.steps.n.exceeded = 0
	return why
}

func isInterrupt(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.Code == sqlite3.ErrInterrupt
}

// Until calls do, and interrupts the statements that do executes once ctx has ended. The error is then that of ctx. do must not
// end a transaction that began before.
func (c *Conn) Until(ctx context.Context, do func() error) error {
	if ctx.Done() == nil {
		return do()
	}
	over, ended := make(chan struct{}), make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		// Between two statements there is nothing to interrupt: the next one has to be, too.
		for again := time.NewTicker(5 * time.Millisecond); ; {
			C.hitlrun_interrupt(c.steps.n)
			select {
			case <-over:
				again.Stop()
				return
			case <-again.C:
			}
		}
	})
	defer func() {
		if close(over); !stop() {
			<-ended
		}
	}()
	err := do()
	if isInterrupt(err) && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
