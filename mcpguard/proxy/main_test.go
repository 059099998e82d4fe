package proxy_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

// TestMain is also the server behind, when it is started as one.
func TestMain(m *testing.M) {
	if os.Getenv("PROXY_TEST_SERVER") != "" {
		os.Exit(serveBehind())
	}
	goleak.VerifyTestMain(m)
}
