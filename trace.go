package supervisor

import "context"

// follow has the Tracer follow a call. What a tracer does wrong is not the
// call's trouble.
func (s *Supervisor) follow(ctx context.Context, c *Call) (followed context.Context, end func(*Decision)) {
	tracer := s.snapshot.Load().Tracer
	if tracer == nil {
		return ctx, func(*Decision) {}
	}
	followed = ctx
	var done func(Decision)
	err := safely(func() error {
		followed, done = tracer.Start(ctx, c)
		return nil
	})
	if err != nil || followed == nil || done == nil {
		return ctx, func(*Decision) {}
	}
	return followed, func(d *Decision) {
		_ = safely(func() error { done(*d); return nil })
	}
}
