//go:build race

package sqlite_test

// racing says that the race detector is on, under which processes start slowly.
const racing = true
