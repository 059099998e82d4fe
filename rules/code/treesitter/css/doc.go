// Package css links tree-sitter's grammar of CSS.
package css
