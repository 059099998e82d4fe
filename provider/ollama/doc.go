// Package ollama judges tool calls with a text model that an Ollama server
// runs, and completes conversations with it.
//
// It speaks the server's own chat API. For a decision model that Ollama serves
// under /v1/systemone use provider/systemone.
package ollama
