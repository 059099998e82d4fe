// Package openai judges tool calls with a text model behind the chat
// completions API, and completes conversations with it: OpenAI itself, and
// every server that speaks its wire, such as vLLM, llama.cpp and LM Studio.
//
// For the decisions API of the same services use provider/systemone.
package openai
