// Package json links tree-sitter's grammar of JSON.
package json
