// Package yaml links tree-sitter's grammar of YAML.
package yaml
