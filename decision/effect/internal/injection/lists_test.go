package injection_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/effect/internal/injection"
)

// carriers are the places in which the texts of the lists stand, in turn.
var carriers = []string{
	"%s",
	"Notes of the call with Ben.\n\n%s\n",
	"Hi Mia,\n\nthe figures are attached. %s\n\nBest,\nRob",
	"## Steps\n\n1. open the page\n2. press save\n\n%s",
	"Fix the rounding in totals\n\n%s",
}

// minFound and minPassed are the floors of the lists, in percent: what is
// found of the orders, and what is let pass of the plain texts.
const (
	minFound  = 85
	minPassed = 95
)

func TestListsHoldTheirFloors(t *testing.T) {
	t.Parallel()
	orders := missed(t, "orders.txt", true)
	plain := missed(t, "plain.txt", false)
	assert.GreaterOrEqual(t, orders.percent(), minFound, "not found:\n%s", strings.Join(orders.texts, "\n"))
	assert.GreaterOrEqual(t, plain.percent(), minPassed, "found:\n%s", strings.Join(plain.texts, "\n"))
}

// misses are the texts of a list that were not read as they should be.
type misses struct {
	texts []string
	of    int
}

func (m misses) percent() int { return 100 - 100*len(m.texts)/m.of }

// missed scans the texts of a list in their carriers.
func missed(t *testing.T, name string, want bool) (m misses) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "lists", name))
	require.NoError(t, err)
	kind := regexp.MustCompile(`^# [a-z]+$`)
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimSuffix(line, "\n")
		if kind.MatchString(line) {
			continue
		}
		m.of++
		text := strings.Replace(carriers[m.of%len(carriers)], "%s", strings.ReplaceAll(line, `\n`, "\n"), 1)
		if _, ok := injection.Scan(text, injection.Options{}); ok != want {
			m.texts = append(m.texts, line)
		}
	}
	require.Greater(t, m.of, 400)
	return m
}
