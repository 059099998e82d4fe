package reviewer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
	"github.com/flux7-go/supervisor/internal/strictjson"
)

// The tools of a review, by Denkeeper's names. There are no others.
const (
	toolSkills    = "skill_list"
	toolSkill     = "skill_get"
	toolSkillFile = "skill_read_file"
	toolPersona   = "persona_get"
	toolMemory    = "persona_memory_manage"
)

// opAppend is the one operation of toolMemory.
const opAppend = "append"

// tool is one of the five.
type tool struct {
	name, about string
	members     []string // of its input, all of them texts and required
	do          func(r *run, ctx context.Context, in map[string]string) (any, error)
}

func tools() []tool {
	return []tool{
		{toolSkills, "Lists the agent's skills.", nil, (*run).listSkills},
		{toolSkill, "Reads one skill and lists its files.", []string{"name"}, (*run).getSkill},
		{toolSkillFile, "Reads a file of a skill.", []string{"name", "file"}, (*run).readSkillFile},
		{toolPersona, "Reads what the agent is and what it remembers.", nil, (*run).getPersona},
		{toolMemory, fmt.Sprintf("Appends one entry to the agent's memory: one line of plain prose, at most %d bytes. Nothing can be changed or removed.", MaxEntryBytes),
			[]string{"operation", "text"}, (*run).appendMemory},
	}
}

// toolSpecs describes the five for the model.
func toolSpecs() []decision.ToolSpec {
	var list []decision.ToolSpec
	for _, t := range tools() {
		members := map[string]any{}
		for _, m := range t.members {
			members[m] = map[string]any{"type": "string"}
			if m == "operation" {
				members[m] = map[string]any{"type": "string", "enum": []string{opAppend}}
			}
		}
		schema, _ := json.Marshal(map[string]any{ // it has nothing that could fail
			"type": "object", "properties": members, "required": append([]string{}, t.members...), "additionalProperties": false,
		})
		list = append(list, decision.ToolSpec{Name: t.name, Description: t.about, Schema: schema})
	}
	return list
}

// tool runs what the model asked for, if it may. The text is what the model is
// told; ok says whether the tool did what it does.
func (r *run) tool(ctx context.Context, request decision.ToolRequest, cut bool) (text string, ok bool) {
	r.calls++
	result, err := r.tryTool(ctx, request, cut)
	if err == nil {
		return result, true
	}
	reason := recorded(err.Error())
	if errors.Is(err, ErrRefused) {
		r.tale.refuse(request, reason)
	} else {
		r.tale.fail(request, reason)
	}
	return reason, false
}

func refusedf(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrRefused}, args...)...)
}

func (r *run) tryTool(ctx context.Context, request decision.ToolRequest, cut bool) (string, error) {
	all := tools()
	at := slices.IndexFunc(all, func(t tool) bool { return t.name == request.Name })
	switch {
	case at < 0:
		return "", refusedf("there is no such tool; there are %s, %s, %s, %s and %s", toolSkills, toolSkill, toolSkillFile, toolPersona, toolMemory)
	case r.calls > MaxToolCalls:
		return "", refusedf("a review runs at most %d tools: say what you have to say", MaxToolCalls)
	case cut:
		return "", refusedf("the answer was cut, and with it perhaps this request")
	}
	in, err := readInput(request.Input, all[at].members)
	if err != nil {
		return "", err
	}
	var result any
	if err := safely(func() error { result, err = all[at].do(r, ctx, in); return err }); err != nil {
		return "", err
	}
	text := shown(result)
	if r.read+len(text) > MaxReadBytes {
		return "", refusedf("a review reads at most %d bytes: say what you have to say", MaxReadBytes)
	}
	r.read += len(text)
	return text, nil
}

// readInput reads an input that is an object of exactly these members, all of
// them texts.
func readInput(raw json.RawMessage, members []string) (map[string]string, error) {
	if len(raw) == 0 {
		raw = json.RawMessage("{}")
	}
	v, err := strictjson.Decode(raw, strictjson.Limits{Bytes: MaxInputBytes, Depth: 4})
	if err != nil {
		return nil, refusedf("the input: %w", err)
	}
	object, isObject := v.(map[string]any)
	if !isObject {
		return nil, refusedf("the input must be an object")
	}
	in := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		text, isText := object[name].(string)
		switch {
		case !slices.Contains(members, name):
			return nil, refusedf("the input has a member that is not known; it takes [%s]", strings.Join(members, " "))
		case !isText:
			return nil, refusedf("%s must be a text", name)
		}
		in[name] = text
	}
	for _, name := range members {
		if in[name] == "" {
			return nil, refusedf("%s is missing", name)
		}
	}
	return in, nil
}

// shown is a result as the model gets it: a text, or JSON, without secrets and
// cut in the middle where it is too long.
func shown(result any) string {
	if text, isText := result.(string); isText {
		return shortened(clean(text), MaxResultBytes)
	}
	data, err := json.Marshal(result)
	var v any
	if err = errors.Join(err, json.Unmarshal(data, &v)); err != nil { // texts and lists of them have a JSON form
		return "{}"
	}
	v, _ = redact.Value(v) // before it is encoded: an escape would hide a secret
	return shortened(plain(encoded(v)), MaxResultBytes)
}

func (r *run) listSkills(ctx context.Context, _ map[string]string) (any, error) {
	if r.agent.Skills == nil {
		return nil, errors.New("the agent has no skills")
	}
	list, err := r.agent.Skills.List(ctx)
	for i := range list {
		list[i] = Skill{Name: list[i].Name, Description: list[i].Description}
	}
	return list, r.tale.reads(err, toolSkills)
}

func (r *run) getSkill(ctx context.Context, in map[string]string) (any, error) {
	if r.agent.Skills == nil {
		return nil, errors.New("the agent has no skills")
	}
	skill, err := r.agent.Skills.Get(ctx, in["name"])
	return skill, r.tale.reads(err, "skill "+in["name"])
}

func (r *run) readSkillFile(ctx context.Context, in map[string]string) (any, error) {
	if r.agent.Skills == nil {
		return nil, errors.New("the agent has no skills")
	}
	text, err := r.agent.Skills.ReadFile(ctx, in["name"], in["file"])
	return text, r.tale.reads(err, "skill "+in["name"]+" file "+in["file"])
}

func (r *run) getPersona(ctx context.Context, _ map[string]string) (any, error) {
	if r.agent.Persona == nil {
		return nil, errors.New("the agent has no persona")
	}
	files, err := r.agent.Persona.Get(ctx)
	return files, r.tale.reads(err, "persona")
}

func (r *run) appendMemory(ctx context.Context, in map[string]string) (any, error) {
	if in["operation"] != opAppend {
		return nil, refusedf("the memory can only be appended to: operation must be %q", opAppend)
	}
	if r.agent.Persona == nil {
		return nil, errors.New("the agent has no memory")
	}
	if len(r.tale.wrote) >= MaxAppends {
		return nil, refusedf("a review appends at most %d entries", MaxAppends)
	}
	line, err := entry(in["text"])
	if err != nil {
		return nil, err
	}
	if err := r.agent.Persona.Append(ctx, line); err != nil {
		return nil, err
	}
	r.tale.wrote = append(r.tale.wrote, line)
	return "appended: " + line, nil
}
