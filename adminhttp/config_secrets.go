package adminhttp

import (
	"reflect"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/internal/redact"
)

// minRepeated is the length in bytes from which a secret is looked for in what
// other keys say: a shorter one is a word.
const minRepeated = 8

// concealer returns what masks the secrets of a config in its other texts: a
// description may repeat one.
func concealer(cfg *supervisor.Config) func(string) string {
	secrets := secretsIn(reflect.ValueOf(cfg), nil)
	slices.SortFunc(secrets, func(a, b string) int { return len(b) - len(a) }) // one may begin with another
	var pairs []string
	for _, secret := range secrets {
		if len(secret) >= minRepeated {
			pairs = append(pairs, secret, "***")
		}
	}
	known := strings.NewReplacer(pairs...)
	return func(text string) string { return redact.Text(known.Replace(text)) }
}

// secretsIn lists the secrets of a config.
func secretsIn(v reflect.Value, list []string) []string {
	switch v.Kind() {
	case reflect.String:
		if secret, ok := v.Interface().(supervisor.Secret); ok {
			list = append(list, secret.Reveal())
		}
	case reflect.Pointer:
		if !v.IsNil() {
			list = secretsIn(v.Elem(), list)
		}
	case reflect.Slice:
		for i := range v.Len() {
			list = secretsIn(v.Index(i), list)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				list = secretsIn(v.Field(i), list)
			}
		}
	}
	return list
}
