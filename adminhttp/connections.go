package adminhttp

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// connections bounds the open connections of a server; see
// ServerOptions.MaxConnections. It is safe for concurrent use.
type connections struct {
	limit int
	ended <-chan struct{} // closed when the server ends: nobody is waited for then
	mu    sync.Mutex
	turn  uint64
	open  map[net.Conn]*connection
}

// worth is how badly a connection is missed. Of those that had their grace, the one
// that is worth least, and has been so for longest, is closed for a new one.
type worth uint8

const (
	// worthIdle is one between two requests.
	worthIdle worth = iota
	// worthComing is one of whose request something is not there yet. Whoever
	// opens many and sends slowly closes their own: an honest request is there in
	// a moment, and so among the newest.
	worthComing
	// worthRead is one that waits for its client to read the answer.
	worthRead
	// worthWaits is one that waits, with its client, for what happens: an event
	// stream, a caller who waits for a person. Either may come again.
	worthWaits
	// worthBusy is one whose request is judged, or looked up. It is not closed.
	worthBusy
)

// connection is what a connection is worth, and since when.
type connection struct {
	worth worth
	since uint64    // the turn
	at    time.Time // the same
}

// grace is how long a request may take to come, or its answer to go, before its
// connection is closed for another. Nobody is accepted meanwhile: whoever connects again and again has to
// wait as well, and an honest request, which comes in milliseconds, is there.
const grace = 100 * time.Millisecond

// changed is the hook of [http.Server].
func (c *connections) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch state {
	case http.StateClosed, http.StateHijacked:
		delete(c.open, conn)
	case http.StateNew:
		if !c.makeRoom() {
			closeNow(conn) // net/http will say that it is closed
		}
		c.open[conn] = &connection{}
		c.set(conn, worthComing)
	case http.StateActive:
		c.set(conn, worthBusy)
	case http.StateIdle:
		c.set(conn, worthIdle)
	}
}

// set says what a connection is worth from now on, unless it was closed.
func (c *connections) set(conn net.Conn, w worth) {
	if known := c.open[conn]; known != nil {
		c.turn++
		known.worth, known.since, known.at = w, c.turn, time.Now()
	}
}

// betterSpared reports whether a is rather closed than b: one that is idle, else one
// that has had its grace, else one that is worth less, else the older.
func betterSpared(a, b *connection, now time.Time) bool {
	early := func(c *connection) bool { return c.worth != worthIdle && now.Sub(c.at) < grace }
	switch {
	case (a.worth == worthIdle) != (b.worth == worthIdle):
		return a.worth == worthIdle
	case early(a) != early(b):
		return early(b)
	case a.worth != b.worth:
		return a.worth < b.worth
	}
	return a.since < b.since
}

// makeRoom sees to it that there is room for one more, and reports false if all
// connections are busy, or the server ends. One that is closed counts no more.
func (c *connections) makeRoom() bool {
	for len(c.open) >= c.limit {
		conn, is := c.spare()
		if conn == nil {
			return false
		}
		if left := grace - time.Since(is.at); is.worth > worthIdle && left > 0 {
			if !c.wait(left) {
				return false
			}
			continue // its request may have come
		}
		delete(c.open, conn)
		closeNow(conn)
	}
	return true
}

// wait waits without the lock, and reports false if the server ends.
func (c *connections) wait(d time.Duration) bool {
	c.mu.Unlock()
	defer c.mu.Lock()
	select {
	case <-time.After(d):
		return true
	case <-c.ended:
		return false
	}
}

// spare finds the connection that can best be spared; nil if there is none.
func (c *connections) spare() (spare net.Conn, found *connection) {
	now := time.Now()
	for conn, is := range c.open {
		if is.worth < worthBusy && (found == nil || betterSpared(is, found, now)) {
			spare, found = conn, is
		}
	}
	return spare, found
}

// closeNow closes a connection without the farewell of TLS, which could wait.
func closeNow(conn net.Conn) {
	if over, ok := conn.(interface{ NetConn() net.Conn }); ok {
		conn = over.NetConn()
	}
	_ = conn.Close()
}

// ownConnection is the key of the connection in the context of its requests.
type ownConnection struct{}

// valued is a connection whose worth can be said.
type valued struct {
	all  *connections
	conn net.Conn
}

// context is the hook of [http.Server].
func (c *connections) context(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, ownConnection{}, valued{c, conn})
}

// setWorth says what the connection of a request is worth from now on. Under a
// server that is not ours it does nothing.
func setWorth(ctx context.Context, w worth) {
	if own, ok := ctx.Value(ownConnection{}).(valued); ok {
		own.all.mu.Lock()
		defer own.all.mu.Unlock()
		own.all.set(own.conn, w)
	}
}
