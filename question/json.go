package question

import (
	"bytes"
	"encoding/json"
)

// MarshalJSON writes the question under the keys of a pack, with its criteria
// in order. It is for people and programs that look at a set; what a server is
// sent is the provider's to write.
func (q Question) MarshalJSON() ([]byte, error) {
	wire := struct {
		ID           string          `json:"id"`
		Pack         string          `json:"pack,omitempty"`
		Type         Type            `json:"type"`
		Group        Group           `json:"group"`
		Role         string          `json:"role,omitempty"`
		Instructions string          `json:"instructions"`
		Criteria     json.RawMessage `json:"criteria,omitempty"`
		Threshold    *float64        `json:"threshold,omitempty"`
		Level        int             `json:"level,omitempty"`
		IgnoreWhen   *IgnoreWhen     `json:"ignore_when,omitempty"`
	}{
		ID: q.ID, Pack: q.Pack, Type: q.Type, Group: q.Group, Instructions: q.Instructions,
		Threshold: q.Threshold, Level: q.AtLevel, IgnoreWhen: q.IgnoreWhen,
	}
	if q.Scope {
		wire.Role = "scope"
	}
	if len(q.Criteria) > 0 {
		criteria, err := q.criteriaJSON()
		if err != nil {
			return nil, err
		}
		wire.Criteria = criteria
	}
	return json.Marshal(wire)
}

// criteriaJSON is an object in the order of the criteria, or the list of a score.
func (q Question) criteriaJSON() ([]byte, error) {
	open, closed := byte('{'), byte('}')
	if q.Type == Score {
		open, closed = '[', ']'
	}
	var b bytes.Buffer
	b.WriteByte(open)
	for i, c := range q.Criteria {
		if i > 0 {
			b.WriteByte(',')
		}
		if q.Type != Score {
			key, err := json.Marshal(c.Key)
			if err != nil {
				return nil, err
			}
			b.Write(key)
			b.WriteByte(':')
		}
		text, err := json.Marshal(c.Text)
		if err != nil {
			return nil, err
		}
		b.Write(text)
	}
	b.WriteByte(closed)
	return b.Bytes(), nil
}
