package yamlpos

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// limits is the range of a number or of a duration. The zero limits hold for
// everything.
type limits struct {
	low, high bound
}

// bound is one end of a range.
type bound struct {
	text string // as in the tag; empty: no bound
	at   float64
	open bool // the value itself is outside
}

func parseLimits(f form, tag reflect.StructTag) (limits, error) {
	var l limits
	for _, end := range []struct {
		tag  string
		into *bound
		open bool
	}{{"min", &l.low, false}, {"above", &l.low, true}, {"max", &l.high, false}, {"below", &l.high, true}} {
		text := tag.Get(end.tag)
		if text == "" {
			continue
		}
		at, err := parseBound(f, text)
		if err != nil {
			return limits{}, fmt.Errorf("tag %s: %w", end.tag, err)
		}
		*end.into = bound{text: text, at: at, open: end.open}
	}
	return l, nil
}

func parseBound(f form, text string) (float64, error) {
	if f == formDuration {
		length, err := parseDuration(text, false)
		return float64(length), err
	}
	return strconv.ParseFloat(text, 64)
}

// hold reports whether a value is in the range. A NaN is not.
func (l limits) hold(value float64) bool {
	low := l.low.text == "" || value > l.low.at || !l.low.open && value == l.low.at
	high := l.high.text == "" || value < l.high.at || !l.high.open && value == l.high.at
	return low && high && value == value
}

// String writes the range for people, and nothing for no range.
func (l limits) String() string {
	var words []string
	switch {
	case l.low.text == "":
	case l.low.open:
		words = append(words, "above "+l.low.text)
	case l.high.text == "":
		words = append(words, l.low.text+" or more")
	default:
		words = append(words, "from "+l.low.text)
	}
	switch {
	case l.high.text == "":
	case l.high.open:
		words = append(words, "below "+l.high.text)
	default:
		words = append(words, "to "+l.high.text)
	}
	return strings.Join(words, " ")
}
