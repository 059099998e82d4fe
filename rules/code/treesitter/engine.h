// The functions of tree-sitter's C library that the engine calls. They are
// declared here because a Go module cannot include the headers of another.
// They follow api.h of version 0.25, and go.mod pins that version. Weak, so
// that this package can be checked by itself; the library is linked through
// go-tree-sitter.
#ifndef SUPERVISOR_TREESITTER_ENGINE_H
#define SUPERVISOR_TREESITTER_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef struct TSLanguage TSLanguage;

// node is one node of a tree, laid out as astrule.Node.
struct node {
	uint32_t start, end;
	int32_t parent, after;
	uint16_t kind, field;
	uint8_t flags, spare[3];
};

// engine_use_malloc lets the library allocate with malloc. The Go binding sends
// each allocation through Go, which costs a third of the parsing.
void engine_use_malloc(void);

// engine_parser makes a parser, or NULL if it does not fit the language. The
// parsing stops soon after *cancel is not zero.
TSParser *engine_parser(const TSLanguage *language, const size_t *cancel);

// engine_parse returns NULL when the time is over, and resets the parser.
TSTree *engine_parse(TSParser *parser, const char *text, uint32_t length, uint64_t micros);

uint32_t engine_count(const TSTree *tree);

// engine_flatten writes the nodes in preorder and returns how many there are;
// 0 if there are more than room.
uint32_t engine_flatten(const TSTree *tree, struct node *nodes, uint32_t room);

void engine_free_tree(TSTree *tree);
void engine_free_parser(TSParser *parser);

#endif
