// Package java links tree-sitter's grammar of Java.
package java
