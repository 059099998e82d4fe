package journal_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(writerPath); path != "" {
		os.Exit(writeUntilKilled(path, os.Getenv(writerName)))
	}
	goleak.VerifyTestMain(m)
}
