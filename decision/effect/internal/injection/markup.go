package injection

import (
	"regexp"
	"strings"
	"sync"
)

// The marks by which models are told who speaks, followed by what somebody
// would have them take for that speech. A mark that prose only names goes on in
// another way, and is not found. They are those of the ChatML, Llama, Mistral,
// Gemma and Phi templates, and of the tool calls of Anthropic's and OpenAI's
// models.
var (
	// tagMarks start with < or [.
	tagMarks = []string{
		`<\|im_start\|>\s*(system|user|assistant|tool)\b`,
		`<\|(start_header_id|header_start)\|>\s*(system|user|assistant)\b`,
		`<\|(system|user|assistant|developer)\|>\s*\w+\s+\w+`,
		`<start_of_turn>\s*(user|model|system)\b`,
		`<<sys>>`,
		`\[inst\]\s*\w+ \w+ \w+`, `\[/inst\]\s*(sure|ok|okay|yes|i will|i am)\b`,
		// Tags with speech in them.
		`<(system|system[ _-]?(prompt|mode|message|note|override)|information|important|admin|developer|instructions?|assistant|override|secret|priority)>\s*[^<>{}\s=][^<>{}=]*\s[^<>{}=]*\s`,
		`<[^<>]{0,40}(override|jailbreak|system|maintenance|developer) mode>`,
		`<(approved?|verdict|decision|safe|authorized|answer)>\s*(true|yes|approved?|allow)\b`,
		`<(user|human|ai|user_message)>\s*\w+[ ,]\w+ \w[^<]*</(user|human|ai|user_message)>\s*<(assistant|system|ai)>`,
		`\[(system|admin|developer|system (message|note|prompt)|instructions?)\](\(#?[^)\s]{0,20}\))?[ :]+\w+ \w+`,
		`<\w+[^<>]{0,20}\b(to|for|audience|target)=["']?(ai|llm|assistant|agent|model|claude|gpt)s?\b`,
		// The end of what holds the call, and what comes after.
		`</(params|parameters|tool_call|tool_result|tool_response|function_results?|function_calls|untrusted[a-z_]*|document|context|state|question|call|recent_activity|data)>\s*(</\w+>\s*)*([a-z]+[ ,.]+){3}`,
		`</user_?(input|query|message|data)>\s*(<\w+>\s*)?[a-z]+ [a-z]+`,
		`<(assistant|model|ai)_?(thoughts?|thinking|reply|turn)>\s*[a-z]+ [a-z]+`,
		`<(tool_response|tool_result|tool_output|function_results?)>\s*[a-z]+[ .,]+[a-z]+ `,
		`<(antml:)?(invoke|function_calls|tool_use|tool_call|function_call)\b[^>]*>\s*[<{\[]`,
	}
	// lineMarks start with the first word of a line.
	lineMarks = []string{
		`(system|developer) ?(message|prompt|note|override|instruction|notice|alert)? ?:\s*(you|ignore|disregard|approve|always|never|do not|from now|the (user|assistant|supervisor|model|reviewer)|new instructions?|this (call|request|action))\b`,
		`(user|human) ?: [^\n]{3,}(\n+[^\n]*){0,3}\n\W{0,4}(assistant|ai|model) ?: `,
		`(system|new) (prompt|instructions?|message) *\n+\W{0,4}\w+ \w+`,
		`instructions? ?: *\n+[^\n]+\n+#+ *(response|assistant|output)\b`,
		`role"\s*:\s*"(system|developer)"\s*,\s*"content"\s*:\s*"[^"]*(ignore|approve|you are now|must|instruction)`,
	}
)

var (
	tagPattern  = sync.OnceValue(func() *regexp.Regexp { return anchored(tagMarks) })
	linePattern = sync.OnceValue(func() *regexp.Regexp { return anchored(lineMarks) })
)

func anchored(list []string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(?:` + strings.Join(list, "|") + `)`)
}

// maxMarkBytes bounds how much of a text is held against the marks from one
// place on, so that a scan stays linear.
const maxMarkBytes = 600

// lineWords start a line that lineMarks may describe.
var lineWords = []string{"system", "developer", "user", "human", "new", "instruction", `role"`}

// findMarkup looks at each place where a mark could start.
func findMarkup(text string) (Finding, bool) {
	start := true // only marks since the line began
	for i := 0; i < len(text); i++ {
		if !start && !opens[text[i]] {
			continue
		}
		var pattern func() *regexp.Regexp
		switch c := text[i]; {
		case c == '\n':
			start = true
		case c == '<' || c == '[':
			pattern = tagPattern
		case isLetter(c):
			if start && startsLine(text[i:]) {
				pattern = linePattern
			}
			start = false
		}
		if pattern == nil {
			continue
		}
		if at := pattern().FindStringIndex(text[i:min(len(text), i+maxMarkBytes)]); at != nil {
			return Finding{Role, i, i + at[1]}, true
		}
	}
	return Finding{}, false
}

// opens are the bytes that matter once a line has begun.
var opens = [256]bool{'\n': true, '<': true, '[': true}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 }

func startsLine(text string) bool {
	for _, word := range lineWords {
		if len(text) >= len(word) && strings.EqualFold(text[:len(word)], word) {
			return true
		}
	}
	return false
}
