//go:build cgo && linux && !sup7_portable

#include "engine.h"

typedef struct {
	uint32_t context[4];
	const void *id;
	const TSTree *tree;
} TSNode;

typedef struct {
	const void *tree;
	const void *id;
	uint32_t context[3];
} TSTreeCursor;

#define WEAK __attribute__((weak)) extern

WEAK void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));
WEAK TSParser *ts_parser_new(void);
WEAK void ts_parser_delete(TSParser *);
WEAK bool ts_parser_set_language(TSParser *, const TSLanguage *);
WEAK void ts_parser_set_timeout_micros(TSParser *, uint64_t);
WEAK void ts_parser_set_cancellation_flag(TSParser *, const size_t *);
WEAK void ts_parser_reset(TSParser *);
WEAK TSTree *ts_parser_parse_string(TSParser *, const TSTree *, const char *, uint32_t);
WEAK void ts_tree_delete(TSTree *);
WEAK TSNode ts_tree_root_node(const TSTree *);
WEAK uint32_t ts_node_descendant_count(TSNode);
WEAK uint32_t ts_node_start_byte(TSNode);
WEAK uint32_t ts_node_end_byte(TSNode);
WEAK uint16_t ts_node_symbol(TSNode);
WEAK bool ts_node_is_named(TSNode);
WEAK bool ts_node_is_extra(TSNode);
WEAK bool ts_node_is_missing(TSNode);
WEAK bool ts_node_is_error(TSNode);
WEAK TSTreeCursor ts_tree_cursor_new(TSNode);
WEAK void ts_tree_cursor_delete(TSTreeCursor *);
WEAK TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
WEAK uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *);
WEAK bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
WEAK bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
WEAK bool ts_tree_cursor_goto_parent(TSTreeCursor *);

void engine_use_malloc(void) { ts_set_allocator(NULL, NULL, NULL, NULL); }

TSParser *engine_parser(const TSLanguage *language, const size_t *cancel) {
	TSParser *parser = ts_parser_new();
	if (!ts_parser_set_language(parser, language)) {
		ts_parser_delete(parser);
		return NULL;
	}
	ts_parser_set_cancellation_flag(parser, cancel);
	return parser;
}

TSTree *engine_parse(TSParser *parser, const char *text, uint32_t length, uint64_t micros) {
	ts_parser_set_timeout_micros(parser, micros);
	TSTree *tree = ts_parser_parse_string(parser, NULL, text, length);
	ts_parser_reset(parser);
	return tree;
}

uint32_t engine_count(const TSTree *tree) { return ts_node_descendant_count(ts_tree_root_node(tree)); }

static void write_node(struct node *n, const TSTreeCursor *cursor, int32_t parent) {
	TSNode node = ts_tree_cursor_current_node(cursor);
	n->start = ts_node_start_byte(node);
	n->end = ts_node_end_byte(node);
	n->parent = parent;
	n->kind = ts_node_symbol(node);
	n->field = ts_tree_cursor_current_field_id(cursor);
	n->flags = (ts_node_is_named(node) ? 1 : 0) | (ts_node_is_extra(node) ? 2 : 0) |
		(ts_node_is_missing(node) ? 4 : 0) | (ts_node_is_error(node) ? 8 : 0);
}

uint32_t engine_flatten(const TSTree *tree, struct node *nodes, uint32_t room) {
	TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
	uint32_t count = 0;
	int32_t parent = -1;
	for (;;) {
		if (count == room) {
			count = 0;
			break;
		}
		write_node(&nodes[count], &cursor, parent);
		int32_t at = count++;
		if (ts_tree_cursor_goto_first_child(&cursor)) {
			parent = at;
			continue;
		}
		nodes[at].after = count;
		while (parent >= 0 && !ts_tree_cursor_goto_next_sibling(&cursor)) {
			ts_tree_cursor_goto_parent(&cursor);
			nodes[parent].after = count;
			parent = nodes[parent].parent;
		}
		if (parent < 0)
			break;
	}
	ts_tree_cursor_delete(&cursor);
	return count;
}

void engine_free_tree(TSTree *tree) { ts_tree_delete(tree); }
void engine_free_parser(TSParser *parser) { ts_parser_delete(parser); }
