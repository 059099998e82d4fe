package effect

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// send turns an act on the network into an effect, with the local data that
// leaves through it.
func (s *sight) send(a *shell.Act) {
	sends, secret := s.leaving(a.Data)
	e := decision.Effect{Kind: decision.Network, Zone: decision.ZoneRemote, Target: a.What, Sends: sends, Irreversible: secret}
	var to reach
	switch a.Do {
	case command.URL:
		to = s.hosts.address(schemed(a.Word.Text))
	case command.Host:
		to = s.hosts.host(hostOf(a.Word.Text))
	case command.Remote:
		host, _, found := strings.Cut(a.Word.Text, ":")
		if !found && !strings.Contains(host, command.Unknown) {
			return // a local file, which another act reads
		}
		to = s.hosts.host(hostOf(host))
	case command.Network:
		e.Target = a.What
	default: // payload, upload, sends, feeds: through what was reported before
		s.leaves(a, e)
		return
	}
	if a.Do != command.Network {
		e.Target, e.Zone, e.Concern = to.host, to.zone, to.concern
		if isMadeLater(a.Word) && e.Zone != decision.ZoneNone && e.Concern == "" {
			e.Concern = "part of the address is computed"
		}
		if len(sends) > 0 && !to.known && e.Zone != decision.ZoneNone && e.Concern == "" {
			e.Concern = "local data to an unknown host"
		}
	}
	if e.Zone == decision.ZoneNone {
		e.Irreversible = false
	}
	s.emit(a, e)
	s.network = len(s.effects.List)
}

// isMadeLater reports a word with a part that only shows when it runs: an
// unknown one, or the number or name that a program printed.
func isMadeLater(w command.Word) bool {
	return !w.Known() || w.Glob && strings.Contains(w.Text, "*")
}

// leaves adds data to the network effect of the same program.
func (s *sight) leaves(a *shell.Act, e decision.Effect) {
	if len(e.Sends) == 0 && a.Do != command.Sends {
		return
	}
	if len(e.Sends) == 0 {
		e.Sends = []string{a.What}
	}
	if s.network > 0 && s.network <= len(s.effects.List) {
		last := &s.effects.List[s.network-1]
		if last.Segment == cut(a.Segment) && last.Kind == decision.Network {
			for _, name := range e.Sends {
				if !slices.Contains(last.Sends, name) {
					last.Sends = append(last.Sends, name)
				}
			}
			last.Irreversible = last.Zone != decision.ZoneNone && (last.Irreversible || e.Irreversible)
			if last.Concern == "" && last.Zone != decision.ZoneNone {
				last.Concern = "local data leaves"
			}
			return
		}
	}
	e.Concern = "local data leaves"
	s.emit(a, e)
	s.network = len(s.effects.List)
}

// leaving names the local data of an act, and says whether a secret is in it.
func (s *sight) leaving(data []shell.Source) (names []string, secret bool) {
	for _, from := range data {
		name := ""
		switch from.Kind {
		case shell.FromFile:
			at := s.find(&shell.Act{Act: command.Act{Word: command.Word{Text: from.Name, Glob: strings.ContainsAny(from.Name, "*?[")}}, Dir: from.Dir})
			if name = at.name(); at.Err != nil {
				name = strings.ReplaceAll(from.Name, command.Unknown, "…")
			}
			secret = secret || secretFiles().match(name)
		case shell.FromEnvironment:
			name = "environment"
			secret = secret || isSecretName(from.Name)
		case shell.FromSecret:
			name, secret = "secret", true
		case shell.FromProgram, shell.FromDecoded:
			name = "output of " + from.Name
		default:
			continue
		}
		if name = cut(name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, secret
}

// schemed is an address as curl(1) and wget(1) complete it.
func schemed(text string) string {
	if strings.Contains(text, "://") || text == "" {
		return text
	}
	return "http://" + text
}

// hostOf takes the user off a host.
func hostOf(text string) string {
	if at := strings.LastIndexByte(text, '@'); at >= 0 {
		return text[at+1:]
	}
	return strings.TrimPrefix(strings.TrimPrefix(text, "ssh://"), "//")
}
