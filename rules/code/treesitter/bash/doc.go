// Package bash links tree-sitter's grammar of Bash.
package bash
