package scenario

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// scalarMax is how long a value may be that is not a text, in characters.
const scalarMax = 200

// setScalar reads text into v, the field of a scenario. Files and assignments
// both come here, so that a value is written one way only.
func setScalar(v reflect.Value, text string) error {
	if n := utf8.RuneCountInString(text); v.Kind() != reflect.String && n > scalarMax {
		return fmt.Errorf("%s is %d characters long; accepted is up to %d", quote(text), n, scalarMax)
	}
	if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return u.UnmarshalText([]byte(text))
	}
	switch v.Kind() {
	case reflect.Int:
		n, err := parseInt(text)
		if err != nil {
			return err
		}
		v.SetInt(int64(n))
	case reflect.Float64:
		x, err := parseNumber(text)
		if err != nil {
			return fmt.Errorf("%s is %w; accepted is a decimal number, as in 1.5", quote(text), err)
		}
		v.SetFloat(x)
	case reflect.Bool:
		if text != "true" && text != "false" {
			return fmt.Errorf("%s is neither; accepted is true or false", quote(text))
		}
		v.SetBool(text == "true")
	case reflect.String:
		v.SetString(text)
	default:
		panic("scenario: setScalar of " + v.Type().String())
	}
	return nil
}

func parseInt(text string) (int, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && int64(int(n)) != n:
		return 0, fmt.Errorf("%s is too large a number; accepted is a whole number of up to nine digits", quote(text))
	case err != nil:
		return 0, fmt.Errorf("%s is not a whole number; accepted is decimal digits, as in 100", quote(text))
	}
	return int(n), nil
}

// parseNumber reads a finite decimal number. It leaves out what strconv accepts
// besides: hexadecimal, underscores, infinities and NaN.
func parseNumber(text string) (float64, error) {
	if text == "" || strings.Trim(text, "+-.0123456789eE") != "" {
		return 0, errors.New("not a number")
	}
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, errors.New("too large a number")
	case err != nil:
		return 0, errors.New("not a number")
	}
	return x, nil
}

// formatNumber writes a number as parseNumber reads it: with an exponent only
// where it is very small, and would be long without.
func formatNumber(x float64) string {
	format := byte('f')
	if x != 0 && x < 1e-9 {
		format = 'e'
	}
	return strconv.FormatFloat(x, format, -1, 64)
}

// quoteMax is how much of a value an error repeats, in characters.
const quoteMax = 60

func quote(text string) string { return strconv.Quote(clip(text, quoteMax)) }

// clip cuts a text that has more than most characters.
func clip(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
