package bench

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// Leaving counts what leaves the machine.
type Leaving struct {
	Calls int                `json:"calls"`
	Bytes int                `json:"bytes"` // of the lines that [Export] writes
	Tools map[string]Traffic `json:"tools"`
}

// Traffic is the part of one tool in [Leaving].
type Traffic struct {
	Calls int `json:"calls"`
	Bytes int `json:"bytes"`
}

// exported is a line of a frozen set.
type exported struct {
	ID         string          `json:"id,omitempty"`
	TraceID    string          `json:"trace_id"`
	Timestamp  string          `json:"timestamp"`
	Agent      string          `json:"agent_id"`
	Session    string          `json:"session_id,omitempty"`
	Tool       string          `json:"tool"`
	Params     map[string]any  `json:"params"`
	Policy     string          `json:"policy"`
	PolicyRule string          `json:"policy_rule"`
	Expect     string          `json:"expect,omitempty"`
	Recent     []exportedTrace `json:"recent_traces"`
}

// exportedTrace is an earlier call in it.
type exportedTrace struct {
	TraceID        string `json:"trace_id,omitempty"`
	Tool           string `json:"tool"`
	Params         any    `json:"params,omitempty"` // an object, or the text of one
	Policy         string `json:"policy,omitempty"`
	PolicyRule     string `json:"policy_rule,omitempty"`
	ApprovalStatus string `json:"approval_status,omitempty"`
	Timestamp      string `json:"timestamp,omitempty"`
}

// Export writes cases as a frozen set, one a line, which [Reader] reads with
// the same labels and recent activity. Secrets are masked and long texts are
// cut, also when no [Selection] did so. The error of a line that is no case is
// passed over; any other is returned.
func Export(w io.Writer, cases iter.Seq2[Case, error]) (Leaving, error) {
	leaving := Leaving{Tools: map[string]Traffic{}}
	out := bufio.NewWriter(w)
	for c, err := range cases {
		var skip *SkipError
		if errors.As(err, &skip) {
			continue
		}
		if err != nil {
			return leaving, err
		}
		line, err := exportLine(&c)
		if err != nil {
			return leaving, fmt.Errorf("export line %d of set %s: %w", c.Line, c.Set, err)
		}
		if _, err := out.Write(line); err != nil {
			return leaving, fmt.Errorf("export: %w", err)
		}
		leaving.add(cleanText(c.Call.Tool), len(line))
	}
	if err := out.Flush(); err != nil {
		return leaving, fmt.Errorf("export: %w", err)
	}
	return leaving, nil
}

// Measure counts what [Export] would write, and sends nothing.
func Measure(cases iter.Seq2[Case, error]) (Leaving, error) { return Export(io.Discard, cases) }

// ExportFile is [Export] to a file that only its owner can read. An existing
// file is replaced at once, when all is written, or stays as it was.
func ExportFile(path string, cases iter.Seq2[Case, error]) (leaving Leaving, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // of mode 0600
	if err != nil {
		return Leaving{}, fmt.Errorf("export: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	leaving, err = Export(f, cases)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return leaving, err
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return leaving, fmt.Errorf("export: %w", err)
	}
	return leaving, nil
}

func (l *Leaving) add(tool string, bytes int) {
	l.Calls++
	l.Bytes += bytes
	if _, known := l.Tools[tool]; !known && len(l.Tools) >= maxCounted {
		tool = "other"
	}
	t := l.Tools[tool]
	l.Tools[tool] = Traffic{t.Calls + 1, t.Bytes + bytes}
}

// exportLine writes a case. Its name is left out when a reader would make it
// up, since it holds that of the file.
func exportLine(c *Case) ([]byte, error) {
	clean := c.clean()
	out := exported{
		TraceID: clean.Call.TraceID, Timestamp: clean.Timestamp, Agent: clean.Call.Agent, Session: clean.Call.Session,
		Tool: clean.Call.Tool, Params: clean.Call.Params, Policy: clean.Policy, PolicyRule: clean.PolicyRule,
		Recent: make([]exportedTrace, len(c.Call.RecentTraces)),
	}
	if c.ID != c.Call.TraceID && !strings.HasPrefix(c.ID, c.Set+":"+strconv.Itoa(c.Line)) {
		out.ID = clean.ID
	}
	if label, reason := policyLabel(clean.Policy, clean.PolicyRule); reason != "" || label != c.Label {
		out.Expect = c.Label.String()
	}
	for i := range c.Call.RecentTraces {
		out.Recent[i] = exportTrace(&c.Call.RecentTraces[i])
	}
	line, err := encode(out)
	return append(line, '\n'), err
}

func exportTrace(t *decision.Trace) exportedTrace {
	clean := cleanTrace(t)
	out := exportedTrace{
		TraceID: clean.TraceID, Tool: clean.Tool, Policy: clean.Policy, PolicyRule: clean.PolicyRule,
		ApprovalStatus: clean.ApprovalStatus, Timestamp: formatTime(clean.Timestamp),
	}
	text, isText := clean.Params[traceText].(string)
	switch {
	case len(clean.Params) == 1 && isText:
		out.Params = text
	case clean.Params != nil:
		out.Params = clean.Params
	}
	return out
}
