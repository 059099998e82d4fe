package sqlite_test

import "testing"

func childOf(*testing.M) bool { return false }
