package journal

import (
	"fmt"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
)

// call writes what was judged. "masked" says that secrets were taken out of
// the parameters, "replayable" is false when parts of them are missing, so
// that judging the record again would judge another call.
func (w *recordWriter) call(c *decision.Call) {
	if c == nil {
		w.null("call")
		return
	}
	w.key("call")
	outer := w.buf
	w.buf = make([]byte, 0, 256)
	masked, whole := w.params(c.Params)
	w.bool("masked", masked)
	w.bool("replayable", whole)
	w.optionalText("working_dir", c.WorkingDir, decision.MaxNameBytes)
	w.optionalText("trace_id", c.TraceID, decision.MaxNameBytes)
	w.optionalTime("created_at", c.Created)
	w.optionalTime("expires_at", c.Expires)
	w.optionalText("fault", c.Fault, MaxReasoningBytes)
	w.buf[0] = '{' // in the place of the first member's comma
	w.buf = append(append(outer, w.buf...), '}')
}

// params writes the masked parameters, cut until they fit.
func (w *recordWriter) params(params map[string]any) (masked, whole bool) {
	w.key("params")
	if params == nil {
		w.buf = append(w.buf, "{}"...)
		return false, true
	}
	v, err := plain(params)
	if err != nil {
		return false, w.lostParams()
	}
	v, masked = redact.Value(v)
	if w.fits(v) {
		return masked, true
	}
	if w.fits(shortenTexts(v)) {
		w.cut = append(w.cut, "call.params")
		return masked, false
	}
	return masked, w.lostParams()
}

// lostParams writes null for parameters of which nothing can be kept.
func (w *recordWriter) lostParams() (whole bool) {
	w.buf = append(w.buf, "null"...)
	w.cut = append(w.cut, "call.params")
	return false
}

func (w *recordWriter) fits(params any) bool {
	start := len(w.buf)
	if w.buf = appendValue(w.buf, params); len(w.buf)-start <= MaxParamsBytes {
		return true
	}
	w.buf = w.buf[:start]
	return false
}

// shortenTexts returns v with its long texts cut, each with its length, so
// that the names and paths among the parameters stay readable.
func shortenTexts(v any) any {
	switch v := v.(type) {
	case string:
		if short, cut := cutText(v, keptTextBytes); cut {
			return fmt.Sprintf("%s [%d bytes]", short, len(v))
		}
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = shortenTexts(item)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, item := range v {
			out[k] = shortenTexts(item)
		}
		return out
	}
	return v
}
