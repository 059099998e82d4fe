//go:build !full || !cgo

package command_test

const grammarsLinked = false
