package providertest

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Fault is a way in which a fake server fails. The zero value is no fault.
type Fault string

// The faults that are the same on every wire.
const (
	FaultDown         Fault = "down"         // the connection is closed without an answer
	FaultSlow         Fault = "slow"         // no answer until the client has gone
	FaultHTML         Fault = "html"         // 200 with a web page
	FaultCut          Fault = "cut"          // 200 with half of an answer
	FaultHuge         Fault = "huge"         // 200 with a body of HugeBytes
	FaultRedirect     Fault = "redirect"     // 307 to another host
	FaultBadRequest   Fault = "bad request"  // 400
	FaultUnauthorized Fault = "unauthorized" // 401
	FaultPayment      Fault = "payment"      // 402
	FaultForbidden    Fault = "forbidden"    // 403
	FaultNotFound     Fault = "not found"    // 404
	FaultTooLarge     Fault = "too large"    // 413
	FaultInvalid      Fault = "invalid"      // 422
	FaultRateLimit    Fault = "rate limit"   // 429 with a Retry-After of RetryAfter
	FaultServerError  Fault = "server error" // 500
	FaultUnsupported  Fault = "unsupported"  // 501
	FaultUnavailable  Fault = "unavailable"  // 503
	FaultOverloaded   Fault = "overloaded"   // 529
)

// The faults that each wire has its own form of. A fake server that knows a
// fault by no form answers 501.
const (
	FaultNaN     Fault = "nan"     // a number of the answer is not a number
	FaultMissing Fault = "missing" // a part of the answer is left out
	FaultRefusal Fault = "refusal" // the model declines to answer
)

const (
	// RetryAfter is what [FaultRateLimit] asks for: longer than any budget of
	// a test, so that a client which waits regardless is found out.
	RetryAfter = time.Hour
	// HugeBytes is the length of the body of [FaultHuge]: over the bound of
	// every provider.
	HugeBytes = 4 << 20
)

var faultStatus = map[Fault]int{
	FaultBadRequest: 400, FaultUnauthorized: 401, FaultPayment: 402, FaultForbidden: 403, FaultNotFound: 404,
	FaultTooLarge: 413, FaultInvalid: 422, FaultRateLimit: 429, FaultServerError: 500, FaultUnsupported: 501, FaultUnavailable: 503, FaultOverloaded: 529,
}

// Serve answers a request with the fault, and reports whether it knows how:
// the faults of a wire's own form are left to the server of that wire. The
// texts of its answers repeat the request's credentials, as careless servers
// do, so that a client that passes them on is found out.
func (f Fault) Serve(w http.ResponseWriter, r *http.Request) bool {
	if status := faultStatus[f]; status != 0 {
		if f == FaultRateLimit {
			w.Header().Set("Retry-After", strconv.Itoa(int(RetryAfter.Seconds())))
		}
		serveJSON(w, status, map[string]any{"error": map[string]any{"type": string(f), "message": "fault " + string(f) + echo(r)}})
		return true
	}
	switch f {
	case FaultDown:
		panic(http.ErrAbortHandler) // the documented way to drop a connection
	case FaultSlow:
		_, _ = io.Copy(io.Discard, r.Body) // only then does the server notice that the client has gone
		<-r.Context().Done()
	case FaultHTML:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, "<!doctype html><title>Sign in</title>"+echo(r))
	case FaultCut:
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"model":"m","answers":{"a":`)
	case FaultHuge:
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"padding":"`+strings.Repeat("x", HugeBytes)+`"}`)
	case FaultRedirect:
		w.Header().Set("Location", "http://elsewhere.invalid/")
		w.WriteHeader(http.StatusTemporaryRedirect)
	default:
		return false
	}
	return true
}

// echo repeats what the client authenticated with.
func echo(r *http.Request) string {
	return " for " + r.Header.Get("Authorization") + " " + r.Header.Get("X-Api-Key")
}
