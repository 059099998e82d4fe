package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/flux7-go/supervisor/decision"
)

// Export writes everything as JSON, one object a line with one key that says
// what it is: "decision", "word", "standing" or "approval", each oldest first.
// All of it is of one moment. The calls that wait are written with their
// parameters, which may hold secrets.
func (s *Store) Export(ctx context.Context, w io.Writer) error {
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("exporting the memory: %w", err)
	}
	enc := json.NewEncoder(w)
	err = errors.Join(
		exportAll(ctx, tx, enc, "decision", "SELECT body FROM decisions ORDER BY seq", func(rows *sql.Rows) (body json.RawMessage, err error) {
			return body, rows.Scan((*rawText)(&body))
		}),
		exportAll(ctx, tx, enc, "word", "SELECT "+wordColumns+" FROM words ORDER BY time, seq", scanWord),
		exportAll(ctx, tx, enc, "standing", "SELECT uses, last_use, body FROM standings ORDER BY agent, tool, id", scanStanding),
		exportAll(ctx, tx, enc, "approval", "SELECT "+approvalColumns+" FROM approvals ORDER BY seq", scanWholeApproval),
	)
	return errors.Join(err, rollback(tx))
}

func exportAll[T any](ctx context.Context, tx *sql.Tx, enc *json.Encoder, kind, text string, scan func(*sql.Rows) (T, error)) error {
	rows, err := tx.QueryContext(ctx, text)
	if err != nil {
		return fmt.Errorf("exporting the memory: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return fmt.Errorf("exporting the memory: %w", err)
		}
		if err := enc.Encode(map[string]T{kind: one}); err != nil {
			return fmt.Errorf("exporting the memory: %w", err)
		}
	}
	return rows.Err()
}

// rawText scans a text as JSON.
type rawText json.RawMessage

// Scan implements [sql.Scanner].
func (r *rawText) Scan(value any) error {
	text, ok := value.(string)
	if !ok {
		return fmt.Errorf("%T is not a text", value)
	}
	*r = rawText(text)
	return nil
}

// wholeApproval writes the decision with all its fields.
type wholeApproval struct {
	decision.Approval
	Decision json.RawMessage `json:"decision"`
}

func scanWholeApproval(rows *sql.Rows) (wholeApproval, error) {
	a, err := scanApproval(rows)
	if err != nil {
		return wholeApproval{}, err
	}
	body, err := a.Decision.AppendRecord(nil)
	return wholeApproval{a, body}, err
}

// newFile makes an empty file for the user alone, where there was none.
func newFile(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}
