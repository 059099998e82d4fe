package journal_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/journal"
)

// TestEveryKindOfDamageHasItsName does one kind of damage at a time to a
// journal of six records with a checkpoint at the sixth, without a key and with
// one, and expects its name and its place.
func TestEveryKindOfDamageHasItsName(t *testing.T) {
	t.Parallel()
	for chained, key := range map[string][]byte{"unkeyed": nil, "keyed": []byte("a key")} {
		edit := func(line string) string { return strings.Replace(line, `"approved"`, `"escalated"`, 1) }
		tests := map[string]struct {
			damage func(t *testing.T, l []string) []string // of the lines
			want   journal.DamageKind                      // empty: intact
			line   int
			seq    uint64
		}{
			"intact":     {func(_ *testing.T, l []string) []string { return l }, "", 0, 0},
			"torn tail":  {func(_ *testing.T, l []string) []string { return append(l, `{"timest`) }, journal.DamageTornTail, 7, 0},
			"edited":     {func(_ *testing.T, l []string) []string { l[2] = edit(l[2]); return l }, journal.DamageEdited, 3, 3},
			"deleted":    {func(_ *testing.T, l []string) []string { return append(l[:2], l[4:]...) }, journal.DamageDeleted, 3, 5},
			"inserted":   {func(_ *testing.T, l []string) []string { l[2] = edit(l[2]) + l[2]; return l }, journal.DamageInserted, 3, 3},
			"duplicate":  {func(_ *testing.T, l []string) []string { l[2] += l[2]; return l }, journal.DamageDuplicate, 4, 3},
			"fork":       {func(_ *testing.T, l []string) []string { l[2] += reseal(edit(l[2]), key); return l }, journal.DamageFork, 4, 3},
			"unreadable": {func(_ *testing.T, l []string) []string { l[2] = "{}\n"; return l }, journal.DamageUnreadable, 3, 0},
			"replaced":   {func(_ *testing.T, l []string) []string { l[2] = reseal(edit(l[2]), key); return l }, journal.DamageBroken, 4, 4},
			"truncated":  {func(_ *testing.T, l []string) []string { return l[:4] }, journal.DamageTruncated, 5, 5},
			"emptied":    {func(*testing.T, []string) []string { return nil }, journal.DamageTruncated, 1, 1},
			"rebuilt": {func(t *testing.T, _ []string) []string {
				path := newPath(t)
				require.Zero(t, appendN(t, open(t, path, journal.Options{Key: key}), 10, 8))
				return lines(t, path)
			}, journal.DamageRebuilt, 6, 6},
			"end replaced": {func(_ *testing.T, l []string) []string { l[5] = reseal(edit(l[5]), key); return l }, journal.DamageRebuilt, 6, 6},
		}
		for name, tt := range tests {
			t.Run(chained+"/"+name, func(t *testing.T) {
				t.Parallel()
				path := marked(t, 6, key)
				text := strings.Join(tt.damage(t, lines(t, path)), "")
				require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
				report, err := journal.Verify(t.Context(), path, journal.VerifyOptions{Key: key})
				require.NoError(t, err)
				assert.EqualValues(t, 6, report.Checkpoint)
				if tt.want == "" {
					assert.True(t, report.Intact, "%s", report)
					assert.Contains(t, report.String(), "as the checkpoint at 6 has it")
					return
				}
				require.Len(t, report.Damage, 1, "%s", report)
				d := report.Damage[0]
				assert.Equal(t, tt.want, d.Kind, "%s", report)
				assert.Equal(t, tt.line, d.Line)
				assert.Equal(t, tt.seq, d.Seq)
				before := strings.Join(strings.SplitAfter(text, "\n")[:tt.line-1], "")
				assert.Equal(t, int64(len(before)), d.Offset)
				assert.Contains(t, report.String(), string(tt.want)+": ")
			})
		}
	}
}

// TestACheckpointThatWasKept finds what one beside the file cannot: both were
// cut back together.
func TestACheckpointThatWasKept(t *testing.T) {
	t.Parallel()
	var kept journal.Checkpoint
	path := newPath(t)
	j := open(t, path, journal.Options{Checkpoint: 4, OnCheckpoint: func(c journal.Checkpoint) { kept = c }})
	require.Zero(t, appendN(t, j, 0, 2))
	early := read(t, path)
	require.Zero(t, appendN(t, j, 2, 2))
	require.NoError(t, j.Close())
	require.NoError(t, os.WriteFile(path, early, 0o600))
	require.NoError(t, os.Remove(path+markSuffix))

	report, err := journal.Verify(t.Context(), path, journal.VerifyOptions{})
	require.NoError(t, err)
	assert.True(t, report.Intact)
	assert.Zero(t, report.Checkpoint, "nobody vouches for the end")

	report, err = journal.Verify(t.Context(), path, journal.VerifyOptions{Checkpoint: &kept})
	require.NoError(t, err)
	require.Len(t, report.Damage, 1, "%s", report)
	assert.Equal(t, journal.Damage{
		Kind: journal.DamageTruncated, Line: 3, Offset: int64(len(early)), Seq: 3,
		Detail: "2 records missing at the end: the checkpoint of 2026-03-04T10:00:00Z has number 4",
	}, report.Damage[0])
}

func TestVerifyFollowsALinkToTheCheckpoint(t *testing.T) {
	t.Parallel()
	path := marked(t, 3, nil)
	link := filepath.Join(t.TempDir(), "link.jsonl")
	require.NoError(t, os.Symlink(path, link))
	require.NoError(t, os.Truncate(path, 0))
	report, err := journal.Verify(t.Context(), link, journal.VerifyOptions{})
	require.NoError(t, err)
	assert.False(t, report.Intact)
}

func TestVerifyNeedsTheCheckpointThatIsThere(t *testing.T) {
	t.Parallel()
	path := marked(t, 3, nil)
	require.NoError(t, os.Remove(path+markSuffix))
	require.NoError(t, os.Mkdir(path+markSuffix, 0o700))
	_, err := journal.Verify(t.Context(), path, journal.VerifyOptions{})
	require.Error(t, err, "one that cannot be read is neither there nor missing")
}
