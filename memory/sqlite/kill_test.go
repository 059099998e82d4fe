package sqlite_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/sqlite"
)

// The environment of a child that works on a file until it is killed.
const (
	childFile = "MEMORY_TEST_FILE"
	childName = "MEMORY_TEST_NAME"
)

// childOf runs the child instead of the tests, when this process is one.
func childOf(*testing.M) bool {
	path := os.Getenv(childFile)
	if path == "" {
		return false
	}
	if err := work(context.Background(), path, os.Getenv(childName), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return true
}

// roomy are options with room for all that the children do in a minute.
func roomy(path string) sqlite.Options {
	return sqlite.Options{Path: path, MaxApprovals: 1_000_000, MaxApprovalBytes: 1 << 30}
}

// work says and spends words and settles approvals, and tells of each when the
// store has confirmed it. The name is ROUND/CHILD; children of one round spend
// the same words.
func work(ctx context.Context, path, name string, out io.Writer) error {
	s, err := sqlite.Open(ctx, roomy(path))
	if err != nil {
		return err
	}
	round, _, _ := strings.Cut(name, "/")
	left, err := s.FindWords(ctx, decision.WordQuery{Limit: 5}) // of those who were killed before
	if err != nil {
		return err
	}
	for _, w := range left {
		if err := spendOnce(ctx, s, w.ID, out); err != nil {
			return err
		}
	}
	for n := 0; ; n++ {
		for _, id := range []string{fmt.Sprint(name, "-", n), fmt.Sprint(round, "/shared-", n)} {
			w := decision.Word{ID: id, Agent: "coder", Tool: "fs.read", Action: decision.Approve, Once: true, By: "person:ann", Time: time.Now()}
			if err := s.SaveWord(ctx, w); err != nil {
				return err
			}
			fmt.Fprintln(out, "said", id)
			if err := spendOnce(ctx, s, id, out); err != nil {
				return err
			}
		}
		if err := settleOne(ctx, s, out); err != nil {
			return err
		}
	}
}

func spendOnce(ctx context.Context, s *sqlite.Store, id string, out io.Writer) error {
	spent, err := s.SpendWord(ctx, id, time.Now())
	if spent {
		fmt.Fprintln(out, "spent", id)
	}
	return err
}

func settleOne(ctx context.Context, s *sqlite.Store, out io.Writer) error {
	id, err := s.Open(ctx, decision.Call{Tool: "fs.read"}, decision.Decision{}, time.Now().Add(time.Hour))
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "opened", id)
	if err := s.Resolve(ctx, id, decision.Resolution{Status: decision.ApprovalApproved, By: "person:ann"}); err != nil {
		return err
	}
	fmt.Fprintln(out, "settled", id)
	return nil
}

// TestKilledAtRandomPoints has two processes work on one file and kills both,
// again and again. No word and no approval that was confirmed is lost, and no
// word that is good once is used twice, whoever tries. It takes 40 rounds; with
// MEMORY_TEST_LARGE 200, with -short 10.
func TestKilledAtRandomPoints(t *testing.T) {
	t.Parallel()
	rounds := 40
	switch {
	case racing:
		t.Skip("processes start too slowly under the race detector")
	case testing.Short():
		rounds = 10
	case os.Getenv(largeEnv) != "":
		rounds = 200
	}
	path := file(t)
	open(t, roomy(path))
	told := map[string]int{}
	for round := range rounds {
		killRound(t, path, round, told)
	}
	s := open(t, roomy(path))
	require.NoError(t, s.Check(t.Context()))
	words, approvals := everything(t, s)
	for line, times := range told {
		what, id, _ := strings.Cut(line, " ")
		word, said := words[id]
		switch what {
		case "said":
			assert.True(t, said, "the word %s was lost", id)
		case "spent":
			assert.Equal(t, 1, times, "%s was used more than once", id)
			assert.NotZero(t, word.Spent, "the use of %s was lost", id)
		case "opened":
			assert.NotEmpty(t, approvals[id], "the approval %s was lost", id)
		case "settled":
			assert.Equal(t, decision.ApprovalApproved, approvals[id], "the resolution of %s was lost", id)
		default:
			assert.Fail(t, "a child failed", line)
		}
	}
	t.Logf("%d rounds, %d words, %d approvals", rounds, len(words), len(approvals))
}

// killRound counts in told what two children told of before they were killed.
func killRound(t *testing.T, path string, round int, told map[string]int) {
	t.Helper()
	var mu sync.Mutex
	var reading sync.WaitGroup
	enough := make(chan struct{})
	var children []*exec.Cmd
	for child := range 2 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childFile+"="+path, childName+"="+fmt.Sprint(round, "/", child))
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		children = append(children, cmd)
		after := -1
		if child == 0 {
			after = rand.IntN(25)
		}
		reading.Go(func() {
			in := bufio.NewReader(out)
			var once sync.Once
			if child == 0 { // also when it ends by itself, which is an error below
				defer once.Do(func() { close(enough) })
			}
			for n := 0; ; n++ {
				if n == after {
					once.Do(func() { close(enough) })
				}
				line, err := in.ReadString('\n')
				if err != nil {
					return // it was killed; half a line tells nothing
				}
				mu.Lock()
				told[strings.TrimSuffix(line, "\n")]++
				mu.Unlock()
			}
		})
	}
	<-enough
	for _, cmd := range children {
		require.NoError(t, cmd.Process.Kill())
	}
	reading.Wait()
	for _, cmd := range children {
		require.ErrorContains(t, cmd.Wait(), "killed")
	}
}

// everything reads the words and the states of the approvals.
func everything(t *testing.T, s *sqlite.Store) (map[string]decision.Word, map[string]decision.ApprovalStatus) {
	t.Helper()
	words, approvals := map[string]decision.Word{}, map[string]decision.ApprovalStatus{}
	var out strings.Builder
	require.NoError(t, s.Export(t.Context(), &out))
	for line := range strings.Lines(out.String()) {
		var entry struct {
			Word     *decision.Word
			Approval *struct {
				ID     string
				Status decision.ApprovalStatus
			}
		}
		require.NoError(t, json.Unmarshal([]byte(line), &entry))
		if entry.Word != nil {
			words[entry.Word.ID] = *entry.Word
		} else {
			approvals[entry.Approval.ID] = entry.Approval.Status
		}
	}
	require.Less(t, len(words), sqlite.DefaultMaxWords, "none had to make room")
	return words, approvals
}
