//go:build cgo && linux && !sup7_portable

package treesitter

/*
#include <stdlib.h>
#include "engine.h"
*/
import "C"

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	binding "github.com/tree-sitter/go-tree-sitter"

	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// useMalloc is called once, before the first parser is made.
var useMalloc = sync.OnceFunc(func() { C.engine_use_malloc() })

// parser is a parser of tree-sitter with its flag. One goroutine at a time
// uses it. What the pool drops is freed when it is collected.
type parser struct {
	inner   *C.TSParser
	cancel  *uintptr // in C memory, read while parsing
	cleanup runtime.Cleanup
}

// handles are what a parser has in C memory.
type handles struct {
	inner  *C.TSParser
	cancel *uintptr
}

func (h handles) free() {
	C.engine_free_parser(h.inner)
	C.free(unsafe.Pointer(h.cancel))
}

func newParser(language *binding.Language) *parser {
	useMalloc()
	cancel := (*uintptr)(C.calloc(1, C.size_t(unsafe.Sizeof(uintptr(0)))))
	inner := C.engine_parser((*C.TSLanguage)(unsafe.Pointer(language.Inner)), (*C.size_t)(unsafe.Pointer(cancel)))
	p := &parser{inner: inner, cancel: cancel}
	p.cleanup = runtime.AddCleanup(p, handles.free, handles{inner, cancel})
	return p
}

// close frees the parser at once.
func (p *parser) close() {
	p.cleanup.Stop()
	handles{p.inner, p.cancel}.free()
}

// parse reads a text. ended is false when the time was over, or ctx.
func (p *parser) parse(ctx context.Context, source []byte, budget time.Duration) (nodes []astrule.Node, ended bool) {
	atomic.StoreUintptr(p.cancel, 0)
	if ctx.Done() != nil {
		told := make(chan struct{})
		stop := context.AfterFunc(ctx, func() {
			atomic.StoreUintptr(p.cancel, 1)
			close(told)
		})
		defer func() {
			if !stop() {
				<-told // the flag must not change in the next parse
			}
		}()
	}
	text := (*C.char)(unsafe.Pointer(unsafe.SliceData(source)))
	tree := C.engine_parse(p.inner, text, C.uint32_t(len(source)), C.uint64_t(budget.Microseconds()))
	if tree == nil {
		return nil, false
	}
	defer C.engine_free_tree(tree)
	nodes = make([]astrule.Node, C.engine_count(tree))
	count := C.engine_flatten(tree, (*C.struct_node)(unsafe.Pointer(unsafe.SliceData(nodes))), C.uint32_t(len(nodes)))
	runtime.KeepAlive(p)
	if int(count) != len(nodes) || count == 0 {
		return nil, true
	}
	return nodes, true
}
