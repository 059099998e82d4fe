package callback

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/decision"
)

// pendingArguments are those of sup7_pending.
type pendingArguments struct {
	wait  time.Duration
	limit int
}

// readPending reads the arguments of sup7_pending. What is over a limit counts as
// the limit.
func readPending(raw json.RawMessage) (pendingArguments, error) {
	args := pendingArguments{limit: DefaultListed}
	members, err := readMembers(raw, "wait_seconds", "limit")
	if err != nil {
		return args, err
	}
	if text, given := members["wait_seconds"]; given {
		seconds, err := readNumber(text)
		if err != nil || !(seconds >= 0) {
			return args, errors.New("wait_seconds must be a number from 0")
		}
		args.wait = time.Duration(min(seconds, MaxWait.Seconds()) * float64(time.Second))
	}
	if text, given := members["limit"]; given {
		limit, err := readNumber(text)
		if err != nil || !(limit >= 1) {
			return args, errors.New("limit must be a whole number from 1")
		}
		args.limit = int(min(limit, MaxListed))
	}
	return args, nil
}

// readVerdict reads the arguments of sup7_verdict. All of them must be there, and
// nothing is guessed: errors say what is wrong.
func readVerdict(raw json.RawMessage) (id string, a answer, err error) {
	members, err := readMembers(raw, "approval_id", "action", "confidence", "reasoning")
	if err != nil {
		return "", a, err
	}
	if id, err = readText(members["approval_id"]); err != nil || id == "" {
		return "", a, errors.New("approval_id must be the id of a call, as sup7_pending lists it")
	}
	action, err := readText(members["action"])
	if err == nil {
		a.action, err = decision.ParseAction(action)
	}
	if err != nil {
		return "", a, errors.New("action must be approve, deny or escalate")
	}
	if a.confidence, err = readNumber(members["confidence"]); err != nil || !(a.confidence >= 0 && a.confidence <= 1) {
		return "", a, errors.New("confidence must be a number from 0 to 1")
	}
	if a.reasoning, err = readText(members["reasoning"]); err != nil || strings.TrimSpace(a.reasoning) == "" {
		return "", a, errors.New("reasoning must be a text that says why")
	}
	if n := utf8.RuneCountInString(a.reasoning); n > MaxReasoning {
		return "", a, fmt.Errorf("reasoning must be at most %d characters long, not %d: say it shorter", MaxReasoning, n)
	}
	return id, a, nil
}

// readMembers reads an object that has no members but the allowed ones, each once
// and in exactly that spelling. No arguments at all are an empty object.
func readMembers(raw json.RawMessage, allowed ...string) (map[string]json.RawMessage, error) {
	members := map[string]json.RawMessage{}
	if text := string(bytes.TrimSpace(raw)); text == "" || text == "null" {
		return members, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("the arguments must be an object")
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, errors.New("the arguments are no json")
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, errors.New("the arguments are no json")
		}
		if err := admit(members, fmt.Sprint(name), allowed); err != nil {
			return nil, err
		}
		members[fmt.Sprint(name)] = value
	}
	if _, err := d.Token(); err != nil {
		return nil, errors.New("the arguments are no json")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the arguments must be one object")
	}
	return members, nil
}

func admit(members map[string]json.RawMessage, name string, allowed []string) error {
	if _, twice := members[name]; twice {
		return fmt.Errorf("the argument %.32q is given twice", name)
	}
	for _, a := range allowed {
		if a == name {
			return nil
		}
	}
	return fmt.Errorf("unknown argument %.32q: there are %s", name, strings.Join(allowed, ", "))
}

var errMissing = errors.New("missing, or of another type")

func readText(raw json.RawMessage) (text string, err error) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", errMissing
	}
	return text, json.Unmarshal(raw, &text)
}

func readNumber(raw json.RawMessage) (float64, error) {
	if len(raw) == 0 || raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return 0, errMissing
	}
	return strconv.ParseFloat(string(raw), 64)
}
