//go:build !race

package sqlite_test

const racing = false
