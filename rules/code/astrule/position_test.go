package astrule_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPositions(t *testing.T) {
	t.Parallel()
	for formula, want := range map[string]string{
		"1": "1", "3": "3", "9": "", "0": "", "n": "12345", "2n": "24", "2n+1": "135", "2n + 1": "135", "-n+2": "12", "-n + 3": "123",
		"3n-1": "25", "+n": "12345", "0n+2": "2", "N": "12345", "-2n+5": "135", "-2": "", "n-1": "12345", "10n": "", "-n": "", "+2": "2",
	} {
		got := found(t, rule(fmt.Sprintf("{kind: number, nthChild: %q}", formula)), "[1, 2, 3, 4, 5]")
		assert.Equal(t, want, strings.Join(got, ""), formula)
	}
	for _, formula := range []string{"", "+", "x", "nn", "n2", "2n+", "2n+n", "3+5", "--1", "2n++1", "n+-1", "1.5", "99999999"} {
		wrong := faults(t, rule(fmt.Sprintf("{kind: number, nthChild: %q}", formula)))
		assert.Len(t, wrong, 1, formula)
	}
}
