package otel

import "sync"

const (
	// MaxLinkNames is how many names of links metrics tell apart: twice what a
	// chain may have, so that a config can be changed some times.
	MaxLinkNames = 64
	// OtherName stands in metrics for what they do not tell apart.
	OtherName = "other"
)

// names is a set of names that stops growing at [MaxLinkNames].
type names struct {
	mu  sync.RWMutex
	set map[string]struct{}
}

// bounded returns the name, or [OtherName] when it came too late to be told
// apart.
func (n *names) bounded(name string) string {
	n.mu.RLock()
	_, known := n.set[name]
	full := len(n.set) >= MaxLinkNames
	n.mu.RUnlock()
	switch {
	case known:
		return name
	case full:
		return OtherName
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, known := n.set[name]; !known {
		if len(n.set) >= MaxLinkNames {
			return OtherName
		}
		if n.set == nil {
			n.set = make(map[string]struct{})
		}
		n.set[name] = struct{}{}
	}
	return name
}
