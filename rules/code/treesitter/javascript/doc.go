// Package javascript links tree-sitter's grammar of JavaScript.
package javascript
