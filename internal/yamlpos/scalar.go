package yamlpos

import (
	"encoding"
	"errors"
	"fmt"
	"github.com/flux7-go/supervisor/internal/typo"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// read turns a scalar into a Go value of the field's type, or of what a
// pointer points to. Its error is for people and quotes no secret.
func (f *field) read(n *node) (reflect.Value, error) {
	value := reflect.New(f.target()).Elem()
	var err error
	switch f.form {
	case formYesNo:
		err = f.readYesNo(n, value)
	case formNumber, formWhole:
		err = f.readNumber(n, value)
	case formDuration:
		err = f.readDuration(n, value)
	default:
		err = f.readText(n, value)
	}
	return value, err
}

func (f *field) target() reflect.Type {
	if f.typ.Kind() == reflect.Pointer {
		return f.typ.Elem()
	}
	return f.typ
}

func (f *field) readText(n *node, into reflect.Value) error {
	switch {
	case n.tag != "!!str":
		return fmt.Errorf("must be text, not %s: put it in quotes", n.describe())
	case n.text == "" && f.emptyOK && len(f.enum) == 0:
		return nil
	case n.text == "":
		return errors.New("must not be empty: give " + f.describe())
	case len(f.enum) > 0 && !slices.Contains(f.enum, n.text):
		return f.notListed(n.text)
	}
	if f.format != nil {
		if err := f.format(n.text); err != nil {
			return err
		}
	}
	if f.form == formCustom {
		return into.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(n.text))
	}
	into.SetString(n.text)
	return nil
}

func (f *field) notListed(text string) error {
	if near := typo.Closest(text, f.enum); near != "" {
		return fmt.Errorf("must be %s; did you mean %q?", f.describe(), near)
	}
	return errors.New("must be " + f.describe())
}

func (f *field) readYesNo(n *node, into reflect.Value) error {
	switch strings.ToLower(n.text) {
	case "true", "yes", "on", "1":
		into.SetBool(true)
		return nil
	case "false", "no", "off", "0":
		return nil
	}
	return errors.New("must be yes or no, true or false, on or off")
}

// decimal is a number as people write it. Octal, hexadecimal and underscores
// are left out: readers disagree about them.
var decimal = pattern(`^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$`)

// leadingZero is a number that YAML 1.1 reads as octal.
var leadingZero = pattern(`^[-+]?0\d`)

func parseNumber(text string) (float64, error) {
	if !decimal().MatchString(text) || leadingZero().MatchString(text) {
		return 0, errors.New("must be a plain decimal number")
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(number, 0) {
		return 0, errors.New("must be a number of ordinary size")
	}
	return number, nil
}

// maxWhole is the largest whole number that a float64 tells from its
// neighbours.
const maxWhole = 1 << 53

func (f *field) readNumber(n *node, into reflect.Value) error {
	number, err := parseNumber(n.text)
	if err != nil || !f.limits.hold(number) {
		return errors.New("must be " + f.describe())
	}
	if f.form == formNumber {
		into.SetFloat(number)
		return nil
	}
	if number != math.Trunc(number) || math.Abs(number) > maxWhole {
		return errors.New("must be " + f.describe())
	}
	into.SetInt(int64(number))
	return nil
}

// unitDuration is a number with a unit. Blanks may stand around both.
var unitDuration = pattern(`^\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)\s*$`)

var units = map[string]time.Duration{
	"ms": time.Millisecond, "s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour,
}

func (f *field) readDuration(n *node, into reflect.Value) error {
	length, err := parseDuration(n.text, n.tag != "!!str" || f.bareQuoted)
	if err != nil {
		return err
	}
	if !f.limits.hold(float64(length)) {
		return errors.New("must be " + f.describe())
	}
	into.SetInt(int64(length))
	return nil
}

// parseDuration reads one number and one unit; a bare number, if allowed, is
// seconds.
func parseDuration(text string, bare bool) (time.Duration, error) {
	if strings.HasPrefix(strings.TrimSpace(text), "-") {
		return 0, errors.New("must not be negative")
	}
	unit, digits := time.Second, strings.TrimSpace(text)
	if match := unitDuration().FindStringSubmatch(text); match != nil {
		digits, unit = match[1], units[match[2]]
	} else if !bare || !decimal().MatchString(digits) {
		return 0, errors.New("must be one number and one unit of ms, s, m, h or d, for example 500ms or 90s; a number alone, without quotes, is seconds")
	}
	number, err := strconv.ParseFloat(digits, 64)
	length := math.Round(number * float64(unit))
	if err != nil || length >= math.MaxInt64 {
		return 0, errors.New("is too long")
	}
	return time.Duration(length), nil
}
