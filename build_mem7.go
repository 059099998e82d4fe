package supervisor

import (
	"context"
	"slices"

	"github.com/flux7-go/supervisor/memory/mem7"
)

// UsesMem7 reports whether the config turns flux7-memory on: by the reference's
// key, memory.enabled, or as the store.
func (c *Config) UsesMem7() bool { return c.Memory.Enabled || c.Memory.Store == "mem7" }

// Mem7Options are what a config says about flux7-memory, whether it turns it on or
// not. With memory.enabled alone only decisions on calls of the mesh are written,
// as the reference does; with store mem7 all of them.
func (c *Config) Mem7Options(parts Parts) mem7.Options {
	m := c.Memory
	o := mem7.Options{
		URL: m.URL, Token: m.Token.Reveal(), AgentID: c.Mesh.AgentID, Tags: slices.Clone(m.Tags),
		QueueOnly: m.Store != "mem7", MaxDecisions: processDecisions(c),
		HTTPClient: parts.HTTPClient, Logger: parts.Logger, Now: parts.Now,
	}
	if o.Tags == nil {
		o.Tags = []string{}
	}
	if m.StoreDecisions {
		o.Spool = c.SpoolPath()
	}
	if m.RecallOnStart {
		o.Recall = m.RecallLimit
	}
	return o
}

// mem7Store opens the store mem7.
func mem7Store(cfg *Config, parts Parts) (Store, error) {
	s, err := mem7.Open(context.Background(), cfg.Mem7Options(parts))
	if err != nil {
		return nil, err
	}
	return s, nil
}

// besideStore has flux7-memory told of decisions when memory.enabled says so and
// another store keeps them.
func (c *Config) besideStore(o Options, parts Parts, closers []closeFunc) (Options, []closeFunc, error) {
	another := parts.Store != nil || c.Memory.Store == "sqlite"
	if !another || !c.Memory.Enabled || !c.Memory.StoreDecisions {
		return o, closers, nil
	}
	w, err := mem7.OpenWriter(c.Mem7Options(parts))
	if err != nil {
		return o, closers, err
	}
	o.Sinks = append(slices.Clone(o.Sinks), w)
	return o, append(closers, w.Close), nil
}
