package callback

import (
	"net"
	"sync"
)

// limited returns a listener that has at most n connections open; further ones
// wait to be taken.
func limited(l net.Listener, n int) net.Listener {
	return &limitedListener{l, make(chan struct{}, n), make(chan struct{}), sync.Once{}}
}

type limitedListener struct {
	net.Listener
	open      chan struct{}
	closed    chan struct{}
	closeOnce sync.Once
}

func (l *limitedListener) Accept() (net.Conn, error) {
	select {
	case l.open <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.open
		return nil, err
	}
	return &limitedConn{Conn: c, left: sync.OnceFunc(func() { <-l.open })}, nil
}

func (l *limitedListener) Close() error {
	l.closeOnce.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

type limitedConn struct {
	net.Conn
	left func()
}

func (c *limitedConn) Close() error {
	defer c.left()
	return c.Conn.Close()
}
