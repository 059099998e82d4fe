package adminhttp

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/strictjson"
)

// Limits of POST /evaluate.
const (
	// maxEvaluateBytes bounds a call. It is less than [decision.MaxCallBytes]:
	// many callers may send one at a time.
	maxEvaluateBytes = 2 << 20
	// smallBody is the body that anybody may send at any time. Of larger ones,
	// and of those that do not say how large they are, maxLarge are read at once;
	// a further one is answered with 429.
	smallBody = 64 << 10
	maxLarge  = 16
	// maxJudging is how many calls are judged at once. A further one is answered
	// with 429.
	maxJudging = 256
	// maxRequestTimeout bounds X-Request-Timeout.
	maxRequestTimeout = time.Hour
)

// timeoutHeader holds how many seconds the caller waits. Without it the budgets
// of the supervisor count.
const timeoutHeader = "X-Request-Timeout"

func (h *Handler) evaluateRoutes() []route {
	return []route{
		{http.MethodPost, "/evaluate", accessAct, h.evaluate},
		{http.MethodPost, "/evaluate/batch", accessAct, h.evaluateBatch},
	}
}

// evaluate judges one call, as a polled one is judged, and journals it.
func (h *Handler) evaluate(w http.ResponseWriter, r *http.Request) error {
	body, err := h.readCalls(w, r, maxEvaluateBytes)
	if err != nil {
		return err
	}
	ctx, cancel, err := withTimeout(r)
	if err != nil {
		return err
	}
	defer cancel()
	return h.once(ctx, w, r, body, func(room []byte) ([]byte, error) {
		call, err := decision.ParseCall(body)
		if err != nil {
			return nil, refusedCall(err)
		}
		d, err := h.judge(ctx, call)
		if err != nil {
			return nil, err
		}
		return d.AppendJSON(room) // not read through once more
	})
}

// readCalls reads the body of a request to judge.
func (h *Handler) readCalls(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength < 0 || r.ContentLength > smallBody {
		if !h.large.Take(maxLarge) {
			f := fail(http.StatusTooManyRequests, "%d large bodies are being read: try again", maxLarge)
			f.header = retryAfter(time.Second)
			return nil, f
		}
		defer h.large.GiveBack()
	}
	return readJSONBody(w, r, limit)
}

// withTimeout bounds a request by the time that its caller waits.
func withTimeout(r *http.Request) (context.Context, context.CancelFunc, error) {
	text := r.Header.Get(timeoutHeader)
	if text == "" {
		return r.Context(), func() {}, nil
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds > 0) || seconds > maxRequestTimeout.Seconds() {
		return nil, nil, fail(http.StatusBadRequest, "%s must be seconds, above 0 and at most %.0f", timeoutHeader, maxRequestTimeout.Seconds())
	}
	ctx, cancel := context.WithTimeout(r.Context(), time.Duration(seconds*float64(time.Second)))
	return ctx, cancel, nil
}

// errSameID refuses a call that could not be told from another.
var errSameID = fail(http.StatusConflict, "id is that of another recent call: choose another, or leave it out")

// judge judges one call. An id that the caller chose must not be that
// of a recent decision, or of a call that is being judged: the journal and the
// page could not tell the two apart.
func (h *Handler) judge(ctx context.Context, call supervisor.Call) (supervisor.Decision, error) {
	if call.ID != "" {
		if h.recent.find(call.ID) != nil || !h.chosen.take(call.ID) {
			return supervisor.Decision{}, errSameID
		}
		defer h.chosen.giveBack(call.ID)
	}
	if !h.judging.Take(maxJudging) {
		f := fail(http.StatusTooManyRequests, "%d calls are being judged: try again", maxJudging)
		f.header = retryAfter(time.Second)
		return supervisor.Decision{}, f
	}
	defer h.judging.GiveBack()
	d, err := h.sup.Evaluate(ctx, call)
	if errors.Is(err, supervisor.ErrInvalidCall) {
		return d, fail(http.StatusBadRequest, "%s", err.Error())
	}
	return d, err
}

// refusedCall answers for a call that cannot be read.
func refusedCall(err error) error {
	var f *failure
	if errors.As(err, &f) {
		return err
	}
	if errors.Is(err, strictjson.ErrTooLarge) {
		return fail(http.StatusRequestEntityTooLarge, "%s", err.Error())
	}
	return fail(http.StatusBadRequest, "%s", err.Error())
}
