package proxy

import (
	"context"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// relay passes progress of calls on to who asked for it, under the token that
// they gave.
type relay struct {
	mu   sync.Mutex
	last int64
	to   map[string]func(*mcp.ProgressNotificationParams)
}

// open returns a token of our own for a call, until forget is called. After that
// nothing is passed on.
func (r *relay) open(to func(*mcp.ProgressNotificationParams)) (token string, forget func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.to == nil {
		r.to = map[string]func(*mcp.ProgressNotificationParams){}
	}
	r.last++
	token = strconv.FormatInt(r.last, 10)
	r.to[token] = to
	return token, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.to, token)
	}
}

func (r *relay) passOn(_ context.Context, n *mcp.ProgressNotificationClientRequest) {
	token, _ := n.Params.ProgressToken.(string)
	r.mu.Lock()
	defer r.mu.Unlock() // so that nothing follows forget
	if to := r.to[token]; to != nil {
		to(n.Params)
	}
}
