package strictjson

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// exactExponent bounds the decimal exponents for which a number is compared
// exactly with its double; doubles end at 1e±324.
const exactExponent = 400

// exactDigits bounds the length of a number that is compared exactly; the
// longest exact decimal expansion of a double has 767 significant digits.
const exactDigits = 1200

// Canonical writes v as canonical JSON (RFC 8785), with one difference: a
// [json.Number] that a double does not hold exactly is kept as it is written,
// so that two numbers which round to the same double stay two numbers.
//
// It takes what [Decode] returns, and float64. Anything else, NaN, an infinity
// and invalid UTF-8 are errors.
func Canonical(v any) ([]byte, error) { return AppendCanonical(nil, v) }

// AppendCanonical appends what [Canonical] returns to b.
func AppendCanonical(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...), nil
	case bool:
		return strconv.AppendBool(b, v), nil
	case string:
		return appendString(b, v)
	case json.Number:
		return appendNumber(b, v)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%w: a number is not finite", ErrSyntax)
		}
		return append(b, formatDouble(v)...), nil
	case []any:
		return appendArray(b, v)
	case map[string]any:
		return appendObject(b, v)
	}
	return nil, fmt.Errorf("%w: %T is not a json value", ErrSyntax, v)
}

func appendArray(b []byte, list []any) (_ []byte, err error) {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = AppendCanonical(b, v); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

// usualKeys is how many keys of an object are sorted without an allocation.
const usualKeys = 16

func appendObject(b []byte, object map[string]any) (_ []byte, err error) {
	var room [usualKeys]string
	keys := room[:0]
	for k := range object {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, compareUTF16)
	b = append(b, '{')
	for i, k := range keys {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = appendString(b, k); err != nil {
			return nil, err
		}
		b = append(b, ':')
		if b, err = AppendCanonical(b, object[k]); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// compareUTF16 orders keys by UTF-16 code units, as RFC 8785 section 3.2.3 asks.
func compareUTF16(a, b string) int {
	for a != "" && b != "" {
		first, size := utf8.DecodeRuneInString(a)
		second, otherSize := utf8.DecodeRuneInString(b)
		if first != second {
			return cmp.Compare(orderUTF16(first), orderUTF16(second))
		}
		a, b = a[size:], b[otherSize:]
	}
	return cmp.Compare(len(a), len(b))
}

// orderUTF16 is a number by which characters are in the order of their code
// units: those of two units begin with 0xD800 to 0xDBFF, which is before 0xE000.
func orderUTF16(r rune) rune {
	if r >= 0xE000 && r <= 0xFFFF {
		return r + utf8.MaxRune
	}
	return r
}

const hexDigits = "0123456789abcdef"

func appendString(b []byte, s string) ([]byte, error) {
	if !utf8.ValidString(s) {
		return nil, ErrInvalidUTF8
	}
	b = append(b, '"')
	plain := 0 // where what is not written yet begins
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[plain:i]...)
		plain = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\b':
			b = append(b, `\b`...)
		case '\t':
			b = append(b, `\t`...)
		case '\n':
			b = append(b, `\n`...)
		case '\f':
			b = append(b, `\f`...)
		case '\r':
			b = append(b, `\r`...)
		default:
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	b = append(b, s[plain:]...)
	return append(b, '"'), nil
}

func appendNumber(b []byte, n json.Number) ([]byte, error) {
	if isPlainInteger(string(n)) { // most numbers are, and are written as they stand
		return append(b, n...), nil
	}
	if !json.Valid([]byte(n)) || n == "" || strings.IndexByte("-0123456789", n[0]) < 0 || strings.TrimSpace(string(n)) != string(n) {
		return nil, fmt.Errorf("%w: a number is malformed", ErrSyntax)
	}
	if f, exact := exactDouble(string(n)); exact {
		return append(b, formatDouble(f)...), nil
	}
	return append(b, n...), nil
}

// plainDigits are so few that every integer of them is a double.
const plainDigits = 15

// isPlainInteger reports an integer that is exact as a double and is written in
// its shortest form.
func isPlainInteger(n string) bool {
	digits := strings.TrimPrefix(n, "-")
	if digits == "" || len(digits) > plainDigits || digits[0] == '0' && n != "0" {
		return false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return false
		}
	}
	return true
}

// exactDouble reports the double equal to n, if there is one. Numbers whose
// exact comparison would be expensive have none.
func exactDouble(n string) (float64, bool) {
	if len(n) > exactDigits {
		return 0, false
	}
	if i := strings.IndexAny(n, "eE"); i >= 0 {
		exponent, err := strconv.Atoi(n[i+1:])
		if err != nil || exponent > exactExponent || exponent < -exactExponent {
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(n, 64)
	if err != nil {
		return 0, false
	}
	written, ok := new(big.Rat).SetString(n)
	double := new(big.Rat).SetFloat64(f)
	return f, ok && double != nil && written.Cmp(double) == 0
}

// formatDouble writes f as ECMAScript's Number.toString does.
func formatDouble(f float64) string {
	if f == 0 {
		return "0" // also for -0
	}
	if a := math.Abs(f); a >= 1e-6 && a < 1e21 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	sign, digits := exponent[:1], strings.TrimLeft(exponent[1:], "0")
	return mantissa + "e" + sign + digits
}
