// This file frees the memory of large values.

package dbfile

// Shrink frees what the connection retains of values that it has read or written: the values that are bound to statements,
// and pages. No query may be active.
func (c *Conn) Shrink() {
	for _, s := range c.stmts {
		_ = s.Close()
	}
	clear(c.stmts)
	clear(c.args[:cap(c.args)])
	_ = c.Run("PRAGMA shrink_memory") // without it, there is only less memory for others
}
