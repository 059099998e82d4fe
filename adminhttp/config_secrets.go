package adminhttp

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/flux7-go/supervisor"
)

// minRepeated is the length in bytes from which a secret is looked for in what
// other keys say: a shorter one is a word.
const minRepeated = 8

// withoutSecrets masks the config's secrets in JSON about it: a description may
// repeat one.
func withoutSecrets(data []byte, cfg *supervisor.Config) []byte {
	for _, secret := range secretsIn(reflect.ValueOf(cfg), nil) {
		if text, err := json.Marshal(secret); err == nil && len(secret) >= minRepeated {
			data = bytes.ReplaceAll(data, text[1:len(text)-1], []byte("***"))
		}
	}
	return data
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
