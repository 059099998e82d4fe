package watch

import (
	"context"
	"fmt"
	"io"
)

// Once prints what waits, oldest first, for people, and asks for no answer.
func Once(ctx context.Context, client *Client, out io.Writer) error {
	calls, full, err := client.waiting(ctx)
	if err != nil {
		return err
	}
	if len(calls) == 0 {
		_, err := fmt.Fprintln(out, "Nothing waits for a person.")
		return err
	}
	now := client.now()
	for i := range calls {
		one := &calls[i]
		lines := append(one.itself(), one.evidence()...)
		lines[0] += ", " + one.left(now) + " left"
		for j, line := range lines {
			if j > 0 {
				line = indent + line
			}
			if _, err := fmt.Fprintln(out, clean(line)); err != nil {
				return err
			}
		}
	}
	if full {
		_, err = fmt.Fprintf(out, "These are the newest %d: older ones may wait too.\n", len(calls))
	}
	return err
}
