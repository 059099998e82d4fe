package rules_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules"
)

// TestConditionsOfTheReferenceParse reads those that stand in docs/rules.md.
func TestConditionsOfTheReferenceParse(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/rules.md")
	require.NoError(t, err)
	classic := regexp.MustCompile(`(?m)^    condition: (.*)$`).FindAllStringSubmatch(string(text), -1)
	expressions := regexp.MustCompile(`(?m)^    when: (.*)$`).FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, classic)
	require.NotEmpty(t, expressions)
	for _, m := range classic {
		_, err := rules.ParseCondition(m[1])
		assert.NoError(t, err, m[1])
	}
	for _, m := range expressions {
		_, err := rules.ParseWhen(m[1])
		assert.NoError(t, err, m[1])
	}
	for _, kind := range []rules.FindingKind{
		rules.FindingNever, rules.FindingShadowed, rules.FindingCatchAllNotLast, rules.FindingLoosePrefix, rules.FindingPartOfName,
		rules.FindingNamesNoTool, rules.FindingTakesCommands, rules.FindingCommandText, rules.FindingUnseenTool, rules.FindingWideGrant, rules.FindingUnindexed,
	} {
		assert.Contains(t, string(text), "| `"+string(kind)+"` |")
	}
}
