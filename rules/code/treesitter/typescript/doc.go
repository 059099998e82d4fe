// Package typescript links tree-sitter's grammar of TypeScript and TSX.
package typescript
