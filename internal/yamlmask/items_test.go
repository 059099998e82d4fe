package yamlmask_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hook is an item of a list that has no name: a webhook's address is a secret.
type hook struct{ url, link string }

func (h hook) String() string { return fmt.Sprintf("  - {url: %s, link: %s}\n", h.url, h.link) }

func notify(hooks ...hook) string {
	var out strings.Builder
	out.WriteString("notify:\n")
	for _, h := range hooks {
		out.WriteString(h.String())
	}
	return out.String()
}

func TestRestoreInListsWithoutNames(t *testing.T) {
	t.Parallel()
	list := func(hooks ...hook) []hook { return hooks }
	m := hidden
	a, b, c := hook{"u1", "a"}, hook{"u2", "b"}, hook{"u3", "c"}
	ma, mb, mc := hook{m, "a"}, hook{m, "b"}, hook{m, "c"}
	alike := list(a, hook{"u2", "a"}, c)
	const refused = "type the secret"
	for name, row := range map[string]struct {
		current, edited, want []hook
		fault                 string
	}{
		"unchanged":             {list(a, b), list(ma, mb), list(a, b), ""},
		"appended":              {list(a, b), list(ma, mb, c), list(a, b, c), ""},
		"inserted":              {list(a, b), list(c, ma, mb), list(c, a, b), ""},
		"reordered":             {list(a, b, c), list(mc, ma, mb), list(c, a, b), ""},
		"removed":               {list(a, b, c), list(mb, mc), list(b, c), ""},
		"one typed":             {list(a, b), list(hook{"new", "a"}, mb), list(hook{"new", "a"}, b), ""},
		"one edited":            {list(a, b, c), list(ma, hook{m, "x"}, mc), list(a, hook{"u2", "x"}, c), ""},
		"the only one edited":   {list(a), list(hook{m, "x"}), list(hook{"u1", "x"}), ""},
		"two edited":            {list(a, b), list(hook{m, "x"}, hook{m, "y"}), nil, "line 2: "},
		"edited and moved":      {list(a, b), list(mb, hook{m, "x"}), nil, "line 3: "},
		"edited and one more":   {list(a, b), list(ma, hook{m, "x"}, c), nil, "line 3: "},
		"edited beside a typed": {list(a, b), list(hook{"new", "a"}, hook{m, "x"}), nil, "line 3: "},
		"edited to look alike":  {list(a, b), list(ma, ma), nil, "line 2: "},
		"doubled":               {list(a, b), list(ma, mb, ma), nil, "line 2: "},
		"a doubled one typed":   {list(a, b), list(ma, hook{"new", "a"}, mb), nil, "line 2: "},
		"in another's place":    {list(a, b), list(hook{"new", "a"}, ma), nil, "line 3: "},
		"alike, unchanged":      {alike, list(ma, ma, mc), alike, ""},
		"alike, one more":       {alike, list(mb, ma, ma, mc)[1:], alike, ""},
		"alike, another before": {alike, list(b, ma, mc, ma), list(b, a, c, hook{"u2", "a"}), ""},
		"alike, one typed":      {alike, list(ma, hook{"new", "a"}, mc), list(a, hook{"new", "a"}, c), ""},
		"alike, typed, moved":   {alike, list(mc, ma, hook{"new", "a"}), nil, "line 3: "},
		"alike, one removed":    {alike, list(ma, mc), nil, "line 2: "},
		"alike, one edited":     {alike, list(ma, hook{m, "x"}, mc), nil, "line 2: "},
		"alike, a third":        {alike, list(ma, ma, mc, a), nil, "line 2: "},
	} {
		got, err := restore(t, notify(row.current...), notify(row.edited...))
		if row.fault != "" {
			assert.ErrorContains(t, err, row.fault, name)
			assert.ErrorContains(t, err, refused, name)
			continue
		}
		if assert.NoError(t, err, name) {
			assert.Equal(t, notify(row.want...), got, name)
		}
	}
}

// TestRestoreInListsWithinLists: an edit deep inside is an edit of all around it,
// and only one edit at a time is followed.
func TestRestoreInListsWithinLists(t *testing.T) {
	t.Parallel()
	const current = `base: &base {secret: s0, at: z}
more: [*base, {<<: *base, at: y}]
lists:
  - hooks: [{secret: s1, at: a}, {secret: s2, at: b}]
  - hooks: [{secret: s4, at: b}]
keys: [[k1, k2], [k3]]
`
	view := masked(t, current)
	m := hidden
	for name, row := range map[string]struct{ in, out, as string }{
		"one token typed":        {in: m + ", at: a", out: "new, at: a", as: "s1>new"},
		"edited inside":          {in: "{secret: " + m + ", at: b}]\nkeys", out: "{secret: " + m + ", at: x}]\nkeys", as: "s4, at: b>s4, at: x"},
		"one more inside":        {in: "{secret: " + m + ", at: b}]\nkeys", out: "{secret: " + m + ", at: b}, {secret: new}]\nkeys", as: ""},
		"one more around":        {in: "lists:\n", out: "lists:\n  - hooks: []\n", as: "lists:\n>lists:\n  - hooks: []\n"},
		"typed key":              {in: "[" + m + ", " + m + "]", out: "[" + m + ", new]", as: "k2>new"},
		"anchor edited":          {in: "at: z", out: "at: x", as: ""}, // of two items of one list
		"merged into edited":     {in: "at: y", out: "at: x", as: "at: y>at: x"},
		"one more key":           {in: "[" + m + "]]", out: "[" + m + ", new]]", as: ""},
		"shown by what it holds": {in: "secret: " + m + ", at: z", out: "at: " + m, as: ""},
	} {
		edited := strings.Replace(view, row.in, row.out, 1)
		require.NotEqual(t, view, edited, name)
		got, err := restore(t, current, edited)
		if row.as == "" {
			assert.ErrorContains(t, err, "type the secret", name)
			continue
		}
		from, to, _ := strings.Cut(row.as, ">")
		if assert.NoError(t, err, name) {
			assert.Equal(t, strings.Replace(current, from, to, 1), got, name)
		}
	}
}

// tracked is an item of which it is known what is masked in it, and where it
// came from.
type tracked struct {
	hook
	masked bool
	copied bool // it, or a copy of it, is in the list a second time
}

// listEdit edits a list as a person would, and keeps account of it.
type listEdit struct {
	random *rand.Rand
	items  []tracked
	fresh  int
	alike  bool // some of the items look alike
}

func (e *listEdit) fill(n int) {
	for range n {
		e.fresh++
		link := fmt.Sprintf("l%d", e.fresh)
		if e.alike && e.random.IntN(2) == 0 {
			link = "alike"
		}
		e.items = append(e.items, tracked{hook: hook{fmt.Sprintf("u%d", e.fresh), link}, masked: true})
	}
}

// step makes one edit. Left out are those after which the text could as well be
// that of another edit: that items which look alike are typed or doubled, and
// that a copy is edited, for it could be the item that stood in its place.
func (e *listEdit) step(kind int) {
	e.fresh++
	at := e.random.IntN(len(e.items) + 1)
	added := tracked{hook: hook{fmt.Sprintf("typed%d", e.fresh), fmt.Sprintf("l%d", e.fresh)}}
	if kind >= 2 && len(e.items) == 0 {
		return
	}
	i := e.random.IntN(max(1, len(e.items)))
	if !e.alike && len(e.items) > 0 && e.random.IntN(3) == 0 {
		added.link = e.items[i].link
	}
	switch kind {
	case 0:
		e.items = append(e.items, added)
	case 1:
		e.items = slices.Insert(e.items, at, added)
	case 2:
		e.items = slices.Delete(e.items, i, i+1)
	case 3:
		j := e.random.IntN(len(e.items))
		e.items[i], e.items[j] = e.items[j], e.items[i]
	case 4:
		if !e.items[i].copied {
			e.items[i].link = fmt.Sprintf("l%d", e.fresh)
		}
	case 5:
		if !e.alike {
			e.items[i].copied = true
			e.items = slices.Insert(e.items, at, e.items[i])
		}
	case 6:
		if !e.alike {
			e.items[i].url, e.items[i].masked = added.url, false
		}
	}
}

// doubled reports whether items look alike.
func (e *listEdit) doubled() bool {
	links := map[string]bool{}
	for _, item := range e.items {
		links[item.link] = true
	}
	return len(links) < len(e.items)
}

func (e *listEdit) texts() (whole, view string) {
	var hooks, shown []hook
	for _, item := range e.items {
		hooks = append(hooks, item.hook)
		if item.masked {
			item.url = hidden
		}
		shown = append(shown, item.hook)
	}
	return notify(hooks...), notify(shown...)
}

// settled orders the secrets of items that look alike: which of them is which,
// nobody can see.
func settled(text string) string {
	lines, places := strings.Split(text, "\n"), map[string][]int{}
	for i, line := range lines {
		if _, look, ok := strings.Cut(line, "link: "); ok {
			places[look] = append(places[look], i)
		}
	}
	for _, at := range places {
		var group []string
		for _, i := range at {
			group = append(group, lines[i])
		}
		slices.Sort(group)
		for k, i := range at {
			lines[i] = group[k]
		}
	}
	return strings.Join(lines, "\n")
}

// TestNoSecretEndsUpInAnotherItem edits lists at random.
func TestNoSecretEndsUpInAnotherItem(t *testing.T) {
	t.Parallel()
	const kinds = 7 // append, insert, delete, swap, edit, double, type
	restored, refused := [kinds]int{}, [kinds]int{}
	for seed := range uint64(3_000) {
		e := &listEdit{random: rand.New(rand.NewPCG(seed, 11)), alike: seed%4 == 0}
		e.fill(1 + e.random.IntN(4))
		current, _ := e.texts()
		steps, kind := 1+e.random.IntN(5), 0
		for range steps {
			kind = e.random.IntN(kinds)
			e.step(kind)
		}
		want, edited := e.texts()
		got, err := restore(t, current, edited)
		if err != nil {
			require.ErrorContains(t, err, "type the secret", "seed %d", seed)
			refused[kind]++
			require.False(t, steps == 1 && !e.alike && kind != 5 && !e.doubled(),
				"seed %d: one plain edit is refused:\n%s\n%s", seed, current, edited)
			continue
		}
		restored[kind]++
		if e.alike {
			want, got = settled(want), settled(got)
		}
		require.Equal(t, want, got, "seed %d:\n%s\n%s", seed, current, edited)
	}
	for kind := range kinds {
		assert.Greater(t, restored[kind], 80, "of kind %d", kind)
		assert.Greater(t, refused[kind], 40, "of kind %d", kind)
	}
	t.Log(restored, refused)
}
