// This file has the connections for reading.

package sqlite

import (
	"context"
	"errors"
	"sync"
)

// maxReaders is how many goroutines can read at the same time.
const maxReaders = 4

// pool is a small pool of connections that are opened on demand. Connections of the raw driver reuse their prepared
// statements, and cost less for each query than those of database/sql.
type pool struct {
	open  func() (*conn, error)
	names *names // of all
	ring  *ring  // of all, nil if the store is plain
	slots chan struct{}

	mu   sync.Mutex
	idle []*conn // the connection that was used last is used next
}

func newPool(open func() (*conn, error)) *pool {
	return &pool{open: open, names: &names{}, slots: make(chan struct{}, maxReaders)}
}

// get waits for a connection.
func (p *pool) get(ctx context.Context) (*conn, error) {
	select {
	case p.slots <- struct{}{}:
	default:
		select {
		case p.slots <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return c, nil
	}
	p.mu.Unlock()
	c, err := p.open()
	if err != nil {
		<-p.slots
		return nil, exhausted(err)
	}
	c.names, c.ring = p.names, p.ring
	return c, nil
}

func (p *pool) put(c *conn) {
	p.mu.Lock()
	p.idle = append(p.idle, c)
	p.mu.Unlock()
	<-p.slots
}

// close closes all connections. None of them may be in use.
func (p *pool) close() error {
	var errs []error
	for _, c := range p.idle {
		errs = append(errs, c.Close())
	}
	p.idle = nil
	return errors.Join(errs...)
}
