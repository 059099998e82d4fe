package adminhttp

import (
	"net"
	"net/http"
	"sync"
)

// connections bounds the open connections of a server; see
// ServerOptions.MaxConnections.
type connections struct {
	limit int
	mu    sync.Mutex
	turn  uint64
	open  map[net.Conn]*connection
}

// connection is what a connection does, and since which turn.
type connection struct {
	state http.ConnState
	since uint64
}

// changed is the hook of [http.Server].
func (c *connections) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch state {
	case http.StateClosed, http.StateHijacked:
		delete(c.open, conn)
		return
	case http.StateNew:
		if len(c.open) >= c.limit && !c.closeOne() {
			closeNow(conn) // net/http will say that it is closed
		}
	}
	c.turn++
	if known := c.open[conn]; known != nil {
		known.state, known.since = state, c.turn
		return
	}
	c.open[conn] = &connection{state: state, since: c.turn}
}

// closeOne closes the connection that can best be spared, and reports false if
// all of them are busy. One that is closed counts no more.
func (c *connections) closeOne() bool {
	var spare net.Conn
	var least *connection
	for conn, is := range c.open {
		if is.state == http.StateActive {
			continue
		}
		if least == nil || is.state > least.state || is.state == least.state && is.since < least.since {
			spare, least = conn, is // idle is greater than new
		}
	}
	if spare == nil {
		return false
	}
	delete(c.open, spare)
	closeNow(spare)
	return true
}

// closeNow closes a connection without the farewell of TLS, which could wait.
func closeNow(conn net.Conn) {
	if over, ok := conn.(interface{ NetConn() net.Conn }); ok {
		conn = over.NetConn()
	}
	_ = conn.Close()
}
