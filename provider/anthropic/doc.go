// Package anthropic judges tool calls with a Claude model through the Messages
// API, and completes conversations with it.
package anthropic
