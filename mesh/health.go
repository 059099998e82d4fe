package mesh

import (
	"context"
	"errors"
	"time"
)

// ServerHealth is what a mesh says about itself.
type ServerHealth struct {
	Status  string `json:"status"` // "ok"
	Version string `json:"version"`
	Tools   int    `json:"tools"`
}

// Health asks whether the mesh is up. The route is open to everybody: a mesh
// that is healthy may still refuse the lists. A status other than "ok" is an
// error.
func (c *Client) Health(ctx context.Context) (ServerHealth, error) {
	var h ServerHealth
	if err := c.getJSON(ctx, request{op: "health", path: []string{"health"}, open: true}, &h); err != nil {
		return ServerHealth{}, err
	}
	if h.Status != "ok" {
		return h, unreadable("health", "the mesh does not say that it is ok")
	}
	return h, nil
}

// WaitHealthy returns when the mesh is up. It asks once in an interval, which
// is [DefaultInterval] when zero, and logs the first failure. When ctx ends
// first, its error is returned together with the last failure.
func (c *Client) WaitHealthy(ctx context.Context, interval time.Duration) error {
	if interval <= 0 {
		interval = DefaultInterval
	}
	var failure error
	for {
		_, err := c.Health(ctx)
		switch {
		case err == nil && failure != nil:
			c.log.Info("the mesh is up", "url", c.URL())
			return nil
		case err == nil:
			return nil
		case ctx.Err() == nil && failure == nil:
			c.log.Warn("waiting for the mesh", "url", c.URL(), "error", err)
		}
		if ctx.Err() == nil {
			failure = err
		}
		if stopped := pause(ctx, interval); stopped != nil {
			return errors.Join(stopped, failure)
		}
	}
}

// pause waits, or returns the error of ctx when that ends first.
func pause(ctx context.Context, d time.Duration) error {
	if err := ctx.Err(); err != nil || d <= 0 {
		return err
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
