package sqlite

import (
	"bytes"
	"encoding/json"
)

// unmarshalExactly keeps numbers as they were written, as the parameters of a
// call have them.
func unmarshalExactly(body string, into any) error {
	dec := json.NewDecoder(bytes.NewBufferString(body))
	dec.UseNumber()
	return dec.Decode(into)
}
