// Package python links tree-sitter's grammar of Python.
package python
