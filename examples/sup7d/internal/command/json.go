package command

import (
	"encoding/json"
	"io"
)

// printJSON prints a value as one JSON object.
func printJSON(out io.Writer, value any) error {
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}
