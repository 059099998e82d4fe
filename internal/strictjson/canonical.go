package strictjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
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
func Canonical(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := writeValue(&b, v); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func writeValue(b *bytes.Buffer, v any) error {
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		b.WriteString(strconv.FormatBool(v))
	case string:
		return writeString(b, v)
	case json.Number:
		return writeNumber(b, v)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%w: a number is not finite", ErrSyntax)
		}
		b.WriteString(formatDouble(v))
	case []any:
		return writeArray(b, v)
	case map[string]any:
		return writeObject(b, v)
	default:
		return fmt.Errorf("%w: %T is not a json value", ErrSyntax, v)
	}
	return nil
}

func writeArray(b *bytes.Buffer, list []any) error {
	b.WriteByte('[')
	for i, v := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := writeValue(b, v); err != nil {
			return err
		}
	}
	b.WriteByte(']')
	return nil
}

func writeObject(b *bytes.Buffer, object map[string]any) error {
	keys := make([]string, 0, len(object))
	for k := range object {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, compareUTF16)
	b.WriteByte('{')
	for i, k := range keys {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := writeString(b, k); err != nil {
			return err
		}
		b.WriteByte(':')
		if err := writeValue(b, object[k]); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// compareUTF16 orders keys by UTF-16 code units, as RFC 8785 section 3.2.3 asks.
func compareUTF16(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

func writeString(b *bytes.Buffer, s string) error {
	if !utf8.ValidString(s) {
		return ErrInvalidUTF8
	}
	b.WriteByte('"')
	for _, r := range s {
		switch r {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '\b':
			b.WriteString(`\b`)
		case '\t':
			b.WriteString(`\t`)
		case '\n':
			b.WriteString(`\n`)
		case '\f':
			b.WriteString(`\f`)
		case '\r':
			b.WriteString(`\r`)
		default:
			if r < 0x20 {
				fmt.Fprintf(b, `\u%04x`, r)
			} else {
				b.WriteRune(r)
			}
		}
	}
	b.WriteByte('"')
	return nil
}

func writeNumber(b *bytes.Buffer, n json.Number) error {
	if isPlainInteger(string(n)) { // most numbers are, and are written as they stand
		b.WriteString(string(n))
		return nil
	}
	if !json.Valid([]byte(n)) || n == "" || strings.IndexByte("-0123456789", n[0]) < 0 || strings.TrimSpace(string(n)) != string(n) {
		return fmt.Errorf("%w: a number is malformed", ErrSyntax)
	}
	if f, exact := exactDouble(string(n)); exact {
		b.WriteString(formatDouble(f))
	} else {
		b.WriteString(string(n))
	}
	return nil
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
