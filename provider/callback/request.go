package callback

import (
	"context"
	"net/http"
)

// requestKey is where the context of a tool's handler has that of its HTTP request.
type requestKey struct{}

// withRequest lets [whileAsked] find the request's context, which ends when the
// client goes away. The SDK has it end a handler's context only from protocol
// 2026-07-28 on; in older ones a client that gives up a request just drops it.
func withRequest(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), requestKey{}, r.Context()))
}

// whileAsked returns a context that also ends with the HTTP request, if there is
// one: a call must not be listed to nobody.
func whileAsked(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	request, overHTTP := ctx.Value(requestKey{}).(context.Context)
	if !overHTTP {
		return ctx, cancel
	}
	stop := context.AfterFunc(request, cancel)
	return ctx, func() { stop(); cancel() }
}
