package otel

import (
	"sync"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// series keeps the attribute set of each series of an instrument, so that
// counting builds none. Its keys are a closed set, or bounded by [names].
type series[K interface {
	comparable
	attributes() []attribute.KeyValue
}] struct {
	mu   sync.RWMutex
	sets map[K]measurement
}

// measurement is one attribute set, as the options of both kinds of instrument.
type measurement struct {
	add    []metric.AddOption
	record []metric.RecordOption
}

func (s *series[K]) of(key K) measurement {
	s.mu.RLock()
	known, ok := s.sets[key]
	s.mu.RUnlock()
	if ok {
		return known
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sets == nil {
		s.sets = make(map[K]measurement)
	}
	option := metric.WithAttributeSet(attribute.NewSet(key.attributes()...))
	made := measurement{add: []metric.AddOption{option}, record: []metric.RecordOption{option}}
	s.sets[key] = made
	return made
}
