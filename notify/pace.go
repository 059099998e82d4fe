package notify

import "time"

// pace lets a burst through and then so many a minute: a token bucket.
type pace struct {
	perMinute int
	burst     int
	tokens    float64
	at        time.Time // when tokens was right
}

func newPace(perMinute, burst int) pace {
	burst = min(burst, perMinute)
	return pace{perMinute: perMinute, burst: burst, tokens: float64(burst)}
}

// take reports whether one more may pass now. A clock that is set back gives
// nothing.
func (p *pace) take(now time.Time) bool {
	if since := now.Sub(p.at); !p.at.IsZero() && since > 0 {
		p.tokens = min(float64(p.burst), p.tokens+since.Minutes()*float64(p.perMinute))
	}
	p.at = now
	if p.tokens < 1 {
		return false
	}
	p.tokens--
	return true
}
