// Package golang links tree-sitter's grammar of Go.
package golang
