package astgrep

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// finding is one place of a report.
type finding struct {
	rule       int // its number, or brokenRule
	start, end int // bytes
	message    string
}

// brokenRule stands for the rule that finds what cannot be read.
const brokenRule = -1

// readReport reads one JSON object a line. Whatever is not as it should be makes
// all of it an error: a match that was overlooked is a rule that was broken
// unseen.
func readReport(out []byte) ([]finding, error) {
	unreadable := func() ([]finding, error) {
		return nil, decision.Errorf(decision.CauseUnreadable, "the report of ast-grep cannot be read: is it version 0.51 or newer?")
	}
	var list []finding
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var said struct {
			RuleID  string `json:"ruleId"`
			Message string `json:"message"`
			Range   struct {
				ByteOffset *struct{ Start, End int } `json:"byteOffset"`
			} `json:"range"`
		}
		err := dec.Decode(&said)
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		rule, known := ruleNumber(said.RuleID)
		if err != nil || !known || said.Range.ByteOffset == nil {
			return unreadable()
		}
		list = append(list, finding{rule, said.Range.ByteOffset.Start, said.Range.ByteOffset.End, said.Message})
	}
}

func ruleNumber(id string) (int, bool) {
	if id == brokenID {
		return brokenRule, true
	}
	digits, ok := strings.CutPrefix(id, "r")
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n >= 0
}
