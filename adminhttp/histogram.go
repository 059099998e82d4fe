package adminhttp

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// maxSeries bounds the values of a label. What is beyond it counts as "other",
// so that no caller can make the metrics grow.
const maxSeries = 64

const otherSeries = "other"

// series are numbers by what their labels say. It is safe for concurrent use,
// and its zero value is ready.
type series[K comparable, V any] struct {
	mu  sync.Mutex
	all map[K]*V
}

// change calls f with the number of a key, or with that of other when there are
// too many.
func (s *series[K, V]) change(key, other K, f func(*V)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.all[key]
	if v == nil {
		v = s.begin(key, other)
	}
	f(v)
}

func (s *series[K, V]) begin(key, other K) *V {
	if s.all == nil {
		s.all = map[K]*V{}
	}
	if len(s.all) >= maxSeries {
		key = other
	}
	if s.all[key] == nil {
		s.all[key] = new(V)
	}
	return s.all[key]
}

// of returns the number of a key.
func (s *series[K, V]) of(key K) (v V) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if kept := s.all[key]; kept != nil {
		v = *kept
	}
	return v
}

// each calls f with every number and its labels, in order of these.
func (s *series[K, V]) each(labels func(K) string, f func(labels string, v V)) {
	s.mu.Lock()
	written := make(map[string]V, len(s.all))
	for key, v := range s.all {
		written[labels(key)] = *v
	}
	s.mu.Unlock()
	for _, text := range slices.Sorted(maps.Keys(written)) {
		f(text, written[text])
	}
}

// maxBuckets is the length of the longest list of bounds.
const maxBuckets = 12

// histogram counts values by the bounds that they do not exceed.
type histogram struct {
	buckets [maxBuckets]uint64
	count   uint64
	sum     float64
}

func (h *histogram) observe(bounds []float64, v float64) {
	for i, bound := range bounds {
		if v <= bound {
			h.buckets[i]++
		}
	}
	h.count++
	h.sum += v
}

// write writes the histogram in the text format of Prometheus.
func (h *histogram) write(w io.Writer, name, labels string, bounds []float64) {
	if labels != "" {
		labels += ","
	}
	for i, bound := range bounds {
		fmt.Fprintf(w, "%s_bucket{%sle=\"%s\"} %d\n", name, labels, number(bound), h.buckets[i])
	}
	fmt.Fprintf(w, "%s_bucket{%sle=\"+Inf\"} %d\n", name, labels, h.count)
	labels = strings.TrimSuffix(labels, ",")
	fmt.Fprintf(w, "%s_sum{%s} %s\n%s_count{%s} %d\n", name, labels, number(h.sum), name, labels, h.count)
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// label writes one label. What cannot stand in one is escaped, as the format
// wants it, and a long value is cut.
func label(name, value string) string {
	const maxLabel = 128
	value = strings.ToValidUTF8(value[:min(len(value), maxLabel)], "\ufffd")
	value = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(value)
	return name + `="` + value + `"`
}

// labelled writes a label of one name.
func labelled(name string) func(string) string {
	return func(value string) string { return label(name, value) }
}
