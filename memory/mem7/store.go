package mem7

import (
	"context"
	"slices"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

// inProcess is embedded under a name of its own, so that nobody reaches past Save.
type inProcess = memory.Store

// Store keeps decisions in the process and in flux7-memory. It is safe for
// concurrent use.
//
// It also keeps what people decided, their standing approvals, and the calls
// that wait for them, in the process only: flux7-memory has neither the
// fingerprint of a call nor a way to spend a word once, so that what it holds
// cannot stand for any of them. Where these are to survive the process, use
// another store and a [Writer] beside it.
type Store struct {
	*inProcess
	writer *Writer // nil: nothing is written
}

var (
	_ decision.Store     = (*Store)(nil)
	_ decision.Words     = (*Store)(nil)
	_ decision.Standings = (*Store)(nil)
	_ decision.Approvals = (*Store)(nil)
)

// Open opens a store, and reads the latest decisions of this supervisor from the
// spool and from flux7-memory, as many as Options.Recall says. It waits at most two
// seconds for a flux7-memory that is slow, goes on without one that does not
// answer, and logs that. The error names every fault of the options, or says why the
// spool cannot be used.
func Open(ctx context.Context, o Options) (*Store, error) {
	o = o.withDefaults()
	client, err := NewClient(o)
	if err != nil {
		return nil, err
	}
	defer client.CloseIdleConnections()
	s := &Store{inProcess: memory.NewStore(memory.Options{MaxDecisions: o.MaxDecisions, Now: o.Now})}
	if o.Spool != "" {
		if s.writer, err = OpenWriter(o); err != nil {
			return nil, err
		}
	}
	if o.Recall > 0 {
		s.recall(ctx, client, o)
	}
	return s, nil
}

// recall fills the store with what earlier processes decided. What still waits
// in the spool is newer than the same decision in flux7-memory.
func (s *Store) recall(ctx context.Context, client *Client, o Options) {
	var found []decision.Decision
	if s.writer != nil {
		waiting, err := s.writer.spool.values(o.Recall)
		if err != nil {
			o.Logger.Warn("the spool for flux7-memory cannot be read", "error", err)
		}
		for _, text := range waiting {
			if d, ok := decisionOf(text); ok {
				found = append(found, d)
			}
		}
	}
	ctx, cancel := context.WithTimeout(ctx, recallTimeout)
	defer cancel()
	stored, err := client.Recall(ctx, o.Recall)
	if err != nil {
		o.Logger.Warn("earlier decisions could not be read from flux7-memory", "error", err)
	}
	for _, d := range slices.Backward(newestFirst(append(found, stored...), o.Recall)) {
		_ = s.inProcess.Save(context.WithoutCancel(ctx), d) // its only error is that of the context
	}
}

// Save keeps the decision and puts it into the spool, where it outlives the
// process. It does not wait for flux7-memory. When the spool is at its limit, or
// cannot be written, the decision is kept in the process only, and the error says
// so.
func (s *Store) Save(ctx context.Context, d decision.Decision) error {
	err := s.inProcess.Save(ctx, d)
	if err == nil && s.writer != nil {
		err = s.writer.write(ctx, d)
	}
	return err
}

// Health says how flux7-memory is. The second result is false for a store that
// writes nothing, which does not know.
func (s *Store) Health() (Health, bool) {
	if s.writer == nil {
		return Health{}, false
	}
	return s.writer.Health(), true
}

// Close is [Writer.Close].
func (s *Store) Close(ctx context.Context) error {
	if s.writer == nil {
		return nil
	}
	return s.writer.Close(ctx)
}
