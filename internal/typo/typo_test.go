package typo_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/internal/typo"
)

func TestClosest(t *testing.T) {
	t.Parallel()
	candidates := []string{"confidence_threshold", "url", "host", "token", "tags"}
	tests := map[string]string{
		"confidence_treshold":  "confidence_threshold",
		"confidenceThreshold":  "confidence_threshold",
		"confidence-threshold": "confidence_threshold",
		"URL":                  "url",
		"ulr":                  "url",
		"hots":                 "host",
		"tokens":               "token",
		"x":                    "",
		"completely_different": "",
		"":                     "",
	}
	for word, want := range tests {
		assert.Equal(t, want, typo.Closest(word, candidates), word)
	}
}
