package journal_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/journal"
)

func verify(t testing.TB, text string, key []byte) journal.Report {
	t.Helper()
	report, err := journal.VerifyReader(t.Context(), strings.NewReader(text), journal.VerifyOptions{Key: key})
	require.NoError(t, err)
	return report
}

// reseal gives a line, whose text was changed, the hash that fits it. It is
// written from the package's documentation, not with its code.
func reseal(line string, key []byte) string {
	signed := line[:strings.LastIndex(line, `,"hash":"`)]
	sum := sha256.New()
	if key != nil {
		sum = hmac.New(sha256.New, key)
	}
	sum.Write([]byte(signed))
	return signed + `,"hash":"` + hex.EncodeToString(sum.Sum(nil)) + "\"}\n"
}

// tooLong returns a journal whose last record is sealed, but over the limit.
func tooLong(text string) string {
	return padded(text, journal.MaxRecordBytes+1)
}

// padded returns a journal whose last record is sealed and has that many bytes.
func padded(text string, size int) string {
	all := slices.Collect(strings.Lines(text))
	end := all[len(all)-1]
	padding := strings.Repeat("x", size-len(strings.TrimSuffix(end, "\n")))
	all[len(all)-1] = reseal(strings.Replace(end, "reads are fine", "reads are fine"+padding, 1), nil)
	return strings.Join(all, "")
}

func TestVerifyTakesTheLongestRecord(t *testing.T) {
	t.Parallel()
	text := padded(string(read(t, write(t, 2, journal.Options{}))), journal.MaxRecordBytes)
	assert.True(t, verify(t, text, nil).Intact)
	more := verify(t, strings.TrimSuffix(text, "\n")+"x\n", nil)
	assert.False(t, more.Intact, "a record is not what a longer line starts with")
}

func TestSealIsAsDocumented(t *testing.T) {
	t.Parallel()
	for name, key := range map[string][]byte{"plain": nil, "keyed": []byte("a key")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, line := range lines(t, write(t, 3, journal.Options{Key: key})) {
				assert.Equal(t, line, reseal(line, key))
			}
		})
	}
}

func TestVerifyTellsTheDamage(t *testing.T) {
	t.Parallel()
	text := string(read(t, write(t, 5, journal.Options{})))
	l := strings.SplitAfter(text, "\n")[:5]
	edit := func(line string) string { return strings.Replace(line, `"approved"`, `"escalated"`, 1) }
	other := reseal(edit(l[1]), nil)
	hashOf := func(line string) string { return line[len(line)-67 : len(line)-3] }
	join := func(parts ...string) string { return strings.Join(parts, "") }
	tests := map[string]struct {
		text string
		kind journal.DamageKind
		line int
		seq  uint64
	}{
		"torn tail":             {text[:len(text)-5], journal.DamageTornTail, 5, 0},
		"torn by one byte":      {text[:len(text)-1], journal.DamageTornTail, 5, 0},
		"edited":                {join(l[0], edit(l[1]), l[2], l[3], l[4]), journal.DamageEdited, 2, 2},
		"first edited":          {join(edit(l[0]), l[1], l[2]), journal.DamageEdited, 1, 1},
		"last edited":           {join(l[0], l[1], edit(l[2])), journal.DamageEdited, 3, 3},
		"edited number":         {join(l[0], strings.Replace(l[1], `"seq":2`, `"seq":7`, 1), l[2], l[3]), journal.DamageEdited, 2, 7},
		"edited, hashed anew":   {join(l[0], reseal(edit(l[1]), nil), l[2], l[3]), journal.DamageBroken, 3, 3},
		"deleted":               {join(l[0], l[3], l[4]), journal.DamageDeleted, 2, 4},
		"first deleted":         {join(l[1], l[2]), journal.DamageDeleted, 1, 2},
		"duplicate line":        {join(l[0], l[1], l[1], l[2]), journal.DamageDuplicate, 3, 2},
		"old line again":        {join(l[0], l[1], l[2], l[0], l[3]), journal.DamageDuplicate, 4, 1},
		"fork":                  {join(l[0], l[1], reseal(edit(l[1]), nil), l[2]), journal.DamageFork, 3, 2},
		"inserted, unreadable":  {join(l[0], "hello\n", l[1], l[2]), journal.DamageInserted, 2, 0},
		"inserted, empty":       {join(l[0], "\n", l[1], l[2]), journal.DamageInserted, 2, 0},
		"inserted, not hashed":  {join(l[0], strings.Replace(l[1], "a2", "x2", 1), l[1], l[2]), journal.DamageInserted, 2, 2},
		"unreadable":            {join(l[0], "{}\n", l[2], l[3]), journal.DamageUnreadable, 2, 0},
		"unreadable, last":      {join(l[0], l[1], "{}\n"), journal.DamageUnreadable, 3, 0},
		"too long":              {join(l[0], strings.Repeat("x", journal.MaxRecordBytes+1)+"\n", l[2]), journal.DamageUnreadable, 2, 0},
		"too long, but sealed":  {tooLong(l[0] + l[1]), journal.DamageUnreadable, 2, 0},
		"fork that goes on":     {join(l[0], l[1], other, reseal(strings.Replace(l[2], hashOf(l[1]), hashOf(other), 1), nil)), journal.DamageFork, 3, 2},
		"fork, both go on":      {join(l[0], l[1], other, reseal(strings.Replace(l[2], hashOf(l[1]), hashOf(other), 1), nil), l[2], l[3]), journal.DamageFork, 3, 2},
		"sealed, but no json":   {join(l[0], reseal(strings.Replace(l[1], `"approval_id"`, `approval_id`, 1), nil), l[2]), journal.DamageUnreadable, 2, 0},
		"hash in capitals":      {join(l[0], strings.ToUpper(l[1]), l[2]), journal.DamageUnreadable, 2, 0},
		"number written double": {join(l[0], reseal(strings.Replace(l[1], `"seq":2`, `"seq":02`, 1), nil), l[2]), journal.DamageUnreadable, 2, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := verify(t, tt.text, nil)
			assert.False(t, got.Intact)
			require.Len(t, got.Damage, 1, "%s", got)
			assert.Equal(t, tt.kind, got.Damage[0].Kind, "%s", got)
			assert.Equal(t, tt.line, got.Damage[0].Line)
			assert.Equal(t, tt.seq, got.Damage[0].Seq)
			if !strings.Contains(name, "torn") {
				before := strings.Join(strings.SplitAfter(tt.text, "\n")[:tt.line-1], "")
				assert.Equal(t, int64(len(before)), got.Damage[0].Offset)
			}
		})
	}
}

func TestVerifyFindsSeveralFaults(t *testing.T) {
	t.Parallel()
	l := lines(t, write(t, 9, journal.Options{}))
	forged := func(line string) string { return strings.Replace(line, "coder", "other", 1) }
	got := verify(t, strings.Join([]string{forged(l[0]), l[1], l[4], "x\n", l[5], l[5], forged(l[6]), forged(l[7]), l[6], `{"time`}, ""), nil)
	kinds := []journal.DamageKind{}
	for _, d := range got.Damage {
		kinds = append(kinds, d.Kind)
	}
	assert.Equal(t, []journal.DamageKind{
		journal.DamageEdited, journal.DamageDeleted, journal.DamageInserted, journal.DamageDuplicate,
		journal.DamageEdited, journal.DamageInserted, journal.DamageTornTail,
	}, kinds)
	assert.Contains(t, got.String(), "damaged: 7 faults in 8 records\n  line 1 (byte 0, seq 1): edited: ")
	assert.Contains(t, got.String(), "2 records missing before this one")
}

func TestVerifyListsABoundedNumberOfFaults(t *testing.T) {
	t.Parallel()
	l := lines(t, write(t, 2, journal.Options{}))
	got := verify(t, l[0]+strings.Repeat("x\n", 3*journal.MaxDamage)+l[1], nil)
	assert.Len(t, got.Damage, journal.MaxDamage)
	for _, d := range got.Damage {
		assert.Equal(t, journal.DamageUnreadable, d.Kind)
	}
	assert.Equal(t, 3*journal.MaxDamage, got.Faults)
	assert.Contains(t, got.String(), "and 200 more")
}

func TestVerifyOfKeys(t *testing.T) {
	t.Parallel()
	key := []byte("a key")
	keyed := string(read(t, write(t, 3, journal.Options{Key: key})))
	plain := string(read(t, write(t, 3, journal.Options{})))
	begun := write(t, 2, journal.Options{})
	require.NoError(t, open(t, begun, journal.Options{Key: key}).Append(t.Context(), event("a3")))
	mixed := string(read(t, begun))
	k := strings.SplitAfter(keyed, "\n")
	forged := reseal(strings.NewReplacer("approved", "denied", "hmac-sha256", "sha256").Replace(k[1]), nil)
	tests := map[string]struct {
		text string
		key  []byte
		want []journal.DamageKind
	}{
		"right key":                      {keyed, key, nil},
		"no key":                         {keyed, nil, []journal.DamageKind{journal.DamageKeyNeeded}},
		"wrong key":                      {keyed, []byte("other"), []journal.DamageKind{journal.DamageWrongKey}},
		"key for a plain journal":        {plain, key, []journal.DamageKind{journal.DamageUnkeyed}},
		"an empty key is none":           {plain, []byte{}, nil},
		"key given later":                {mixed, key, nil},
		"edited with a key":              {strings.Replace(keyed, `"a2"`, `"b2"`, 1), key, []journal.DamageKind{journal.DamageEdited}},
		"plain part edited":              {strings.Replace(mixed, `"a1"`, `"b1"`, 1), key, []journal.DamageKind{journal.DamageEdited}},
		"forged without the key":         {k[0] + forged + k[2], key, []journal.DamageKind{journal.DamageUnkeyed, journal.DamageBroken}},
		"forged, and no key to check it": {k[0] + forged + k[2], nil, []journal.DamageKind{journal.DamageKeyNeeded, journal.DamageUnkeyed, journal.DamageBroken}},
		"structure is checked all along": {k[0] + k[2], nil, []journal.DamageKind{journal.DamageKeyNeeded, journal.DamageDeleted}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := verify(t, tt.text, tt.key)
			var kinds []journal.DamageKind
			for _, d := range got.Damage {
				kinds = append(kinds, d.Kind)
			}
			assert.Equal(t, tt.want, kinds, "%s", got)
			assert.Equal(t, tt.want == nil, got.Intact)
			assert.Equal(t, strings.Contains(tt.text, "hmac"), got.Keyed)
		})
	}
}

func TestVerifyOfAnIntactJournal(t *testing.T) {
	t.Parallel()
	path := write(t, 3, journal.Options{})
	got := verify(t, string(read(t, path)), nil)
	head := last(t, path)["hash"].(string)
	assert.Equal(t, journal.Report{Intact: true, Records: 3, LastSeq: 3, Head: head, Damage: []journal.Damage{}}, got)
	assert.Equal(t, "intact: 3 records, head "+head, got.String())
	assert.Equal(t, "intact: 0 records, head "+strings.Repeat("0", 64), verify(t, "", nil).String())
}

func TestVerifyAndReadReturnTheErrorsOfReading(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk gone")
	text := string(read(t, write(t, 1, journal.Options{})))
	_, err := journal.VerifyReader(t.Context(), io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), journal.VerifyOptions{})
	require.ErrorIs(t, err, broken)
	_, err = journal.Read(t.Context(), iotest.ErrReader(broken), func(journal.Record) error { return nil })
	require.ErrorIs(t, err, broken)
	_, err = journal.Verify(t.Context(), newPath(t), journal.VerifyOptions{})
	require.Error(t, err, "a missing file is not an intact journal")

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = journal.VerifyReader(ended, strings.NewReader(text), journal.VerifyOptions{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestRead(t *testing.T) {
	t.Parallel()
	reference := `{"timestamp":"2026-01-02T03:04:05.000006+00:00","approval_id":"old","agent_id":"x","tool":"t","decision":"denied"}` + "\n"
	sound := read(t, write(t, 2, journal.Options{}))
	text := reference + "\nnot json\n[1]\n" + string(sound) + `{"timestamp"`
	var got []string
	skipped, err := journal.Read(t.Context(), strings.NewReader(text), func(r journal.Record) error {
		require.True(t, bytes.HasPrefix([]byte(text)[r.Offset:], r.JSON))
		got = append(got, fmt.Sprint(r.Line, r.ApprovalID, r.Agent, r.Tool, r.Decision, r.Seq, r.Time.UTC().Year(), r.Type, len(r.Hash)))
		return nil
	})
	require.NoError(t, err)
	assert.Equal(t, 4, skipped)
	assert.Equal(t, []string{
		fmt.Sprint(1, "old", "x", "t", "denied", 0, 2026, "", 0),
		fmt.Sprint(5, "a1", "coder", "fs.read", "approved", 1, 2026, "", 64),
		fmt.Sprint(6, "a2", "coder", "fs.read", "approved", 2, 2026, "", 64),
	}, got)

	stop := errors.New("enough")
	_, err = journal.Read(t.Context(), strings.NewReader(text), func(journal.Record) error { return stop })
	require.ErrorIs(t, err, stop)
}

// FuzzVerify feeds anything to both readers: neither may panic, and what
// verifies as intact must be made of records that Read reads, all of them.
func FuzzVerify(f *testing.F) {
	text := read(f, write(f, 3, journal.Options{}))
	f.Add(text, []byte(nil))
	f.Add(read(f, write(f, 2, journal.Options{Key: []byte("k")})), []byte("k"))
	f.Add(text[:len(text)-9], []byte("k"))
	f.Add(append([]byte("{}\n\n"), text...), []byte(nil))
	f.Add([]byte(`,"alg":"sha256","seq":1,"prev":"","hash":""}`+"\n"), []byte{})
	f.Fuzz(func(t *testing.T, data, key []byte) {
		report, err := journal.VerifyReader(t.Context(), bytes.NewReader(data), journal.VerifyOptions{Key: key})
		require.NoError(t, err)
		require.Equal(t, report.Faults == 0, report.Intact)
		require.NotEmpty(t, report.String())
		mark := journal.Checkpoint{Seq: uint64(len(key)), Head: report.Head}
		against, err := journal.VerifyReader(t.Context(), bytes.NewReader(data), journal.VerifyOptions{Key: key, Checkpoint: &mark})
		require.NoError(t, err)
		require.GreaterOrEqual(t, against.Faults, report.Faults, "a checkpoint excuses nothing")
		records := 0
		skipped, err := journal.Read(t.Context(), bytes.NewReader(data), func(r journal.Record) error {
			require.True(t, bytes.HasPrefix(data[r.Offset:], r.JSON))
			records++
			return nil
		})
		require.NoError(t, err)
		if report.Intact {
			require.Equal(t, report.Records, records+skipped)
		}
	})
}
