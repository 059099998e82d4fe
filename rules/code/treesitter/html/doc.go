// Package html links tree-sitter's grammar of HTML.
package html
