// Package rust links tree-sitter's grammar of Rust.
package rust
