package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/sqlite"
)

func (a *app) memoryRevokeCommand() *cobra.Command {
	var q decision.WordQuery
	cmd := &cobra.Command{
		Use:   "revoke [ID]",
		Short: "Take back a standing approval, or what people decided",
		Long: "With the id of a standing approval, delete it. With the id of a word, take back all words on the same call.\n" +
			"Without an id, take back all words of --agent, --tool and --session. Refusals are taken back, too.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if (len(args) == 1) == (q != decision.WordQuery{}) {
				return errors.New("say what to take back: an id, or some of --agent, --tool and --session")
			}
			return a.withMemory(cmd.Context(), func(s *sqlite.Store) error {
				if len(args) == 1 {
					return a.revokeID(cmd.Context(), s, args[0])
				}
				return a.revokeWords(cmd.Context(), s, q)
			})
		},
	}
	cmd.Flags().StringVar(&q.Agent, "agent", "", "words on calls of this agent")
	cmd.Flags().StringVar(&q.Tool, "tool", "", "words on calls of this tool")
	cmd.Flags().StringVar(&q.Session, "session", "", "words on calls of this session")
	return cmd
}

func (a *app) revokeID(ctx context.Context, s *sqlite.Store, id string) error {
	deleted, err := s.DeleteStanding(ctx, id)
	if err != nil || deleted {
		return err
	}
	found, err := entriesOf(ctx, s, id)
	if err != nil {
		return err
	}
	for _, entry := range found {
		text, ok := entry["word"]
		if !ok {
			continue
		}
		var w decision.Word
		if err := json.Unmarshal(text, &w); err != nil {
			return err
		}
		return a.revokeWords(ctx, s, decision.WordQuery{Agent: w.Agent, Tool: w.Tool, Fingerprint: w.Fingerprint})
	}
	return fmt.Errorf("no word and no standing approval has the id %.64q", id)
}

func (a *app) revokeWords(ctx context.Context, s *sqlite.Store, q decision.WordQuery) error {
	revoked, err := s.RevokeWords(ctx, q, time.Now())
	if err == nil {
		fmt.Fprintf(a.Err, "%d words were taken back\n", revoked)
	}
	return err
}
