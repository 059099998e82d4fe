package decision

import "context"

// What a provider may want to know of an asking, besides the call, comes with
// the context of [Provider].Judge.

type (
	handedOnKey struct{}
	probeKey    struct{}
)

// WithHandedOn returns a context that carries what the rules said of a call
// before they handed it on to the provider.
func WithHandedOn(ctx context.Context, v Verdict) context.Context {
	return context.WithValue(ctx, handedOnKey{}, v)
}

// HandedOn returns what the rules said of the call that a provider is asked
// about: who handed it on, and why; without a source where none said anything. It
// is false where no supervisor asks. The reasoning may quote the call.
func HandedOn(ctx context.Context) (v Verdict, ok bool) {
	v, ok = ctx.Value(handedOnKey{}).(Verdict)
	return v, ok
}

// WithProbe returns a context that marks an asking as a probe.
func WithProbe(ctx context.Context) context.Context {
	return context.WithValue(ctx, probeKey{}, true)
}

// IsProbe reports whether a provider is asked only to learn whether it answers
// again after an outage. Nothing comes of its verdict, so what costs a person or
// an agent time is better not begun: [ErrPass] says that it would be answered.
func IsProbe(ctx context.Context) bool { return ctx.Value(probeKey{}) != nil }
