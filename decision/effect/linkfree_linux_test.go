package effect

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// grow makes a tree of directories, files and links of every kind, and returns
// the names in it.
func grow(t *testing.T, r *rand.Rand, base string) []string {
	t.Helper()
	names := []string{"a", "b", "c", "d", "e"}
	dirs := []string{base}
	for i := range 60 {
		dir := dirs[r.IntN(len(dirs))]
		at := filepath.Join(dir, names[r.IntN(len(names))])
		if _, err := os.Lstat(at); err == nil {
			continue
		}
		switch i % 6 {
		case 0, 1, 2:
			require.NoError(t, os.Mkdir(at, 0o700))
			dirs = append(dirs, at)
		case 3:
			require.NoError(t, os.WriteFile(at, nil, 0o600))
		case 4:
			require.NoError(t, os.Symlink(dirs[r.IntN(len(dirs))], at))
		case 5:
			require.NoError(t, os.Symlink("../"+names[r.IntN(len(names))], at))
		}
	}
	return names
}

// TestAWholeLookIsAWalk compares the two ways to resolve a path, over trees with
// links that lead on, nowhere, and in circles.
func TestAWholeLookIsAWalk(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	whole, linked := 0, 0
	for range 20 {
		base, err := filepath.EvalSymlinks(t.TempDir())
		require.NoError(t, err)
		names := append(grow(t, r, base), "..", ".", "")
		for range 300 {
			path := base
			for range 1 + r.IntN(6) {
				path += "/" + names[r.IntN(len(names))]
			}
			want, wantErr := (*sightings)(nil).walk(path)
			got, err := resolve(path)
			require.Equal(t, wantErr, err, path)
			require.Equal(t, want, got, path)
			if exists, ok := lookWhole(path); ok && isTidy(path) {
				require.Equal(t, want, resolved{path: path, exists: exists})
				whole++
			} else if isTidy(path) {
				linked++
			}
		}
	}
	asks := answersForRoot()
	assert.Equal(t, asks, !noOpenat2.Load())
	if asks { // or all of the above were walks
		assert.Greater(t, whole, 500, "without a link")
		assert.Greater(t, linked, 100, "through a link")
	}
}

// TestALookLeavesNothingOpen counts descriptors. It is not parallel, so that no
// other test opens any.
func TestALookLeavesNothingOpen(t *testing.T) {
	open := func() int {
		list, err := os.ReadDir("/proc/self/fd")
		require.NoError(t, err)
		return len(list)
	}
	dir := t.TempDir()
	before := open()
	for range 100 {
		_, err := resolve(dir)
		require.NoError(t, err)
	}
	assert.Less(t, open(), before+50)
}

// TestOneCallHasOneAnswerForWhatIsAbove changes a directory on the way while a call
// is judged.
func TestOneCallHasOneAnswerForWhatIsAbove(t *testing.T) {
	t.Parallel()
	base, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(base+"/a/b", 0o700))
	require.NoError(t, os.Mkdir(base+"/z", 0o700))
	var seen sightings
	got, err := seen.resolve(base + "/a/b")
	require.NoError(t, err)
	assert.Equal(t, resolved{path: base + "/a/b", exists: true}, got)
	require.NoError(t, os.Rename(base+"/a", base+"/was"))
	require.NoError(t, os.Symlink("z", base+"/a"))
	for _, path := range []string{"/a/b", "/a", "/a/c"} {
		got, err := seen.resolve(base + path)
		require.NoError(t, err)
		assert.Equal(t, base+path, got.path)
	}
	got, err = seen.resolve(base + "/m/n")
	require.NoError(t, err)
	assert.False(t, got.exists)
	require.NoError(t, os.Symlink("z", base+"/m"))
	got, err = seen.resolve(base + "/m")
	require.NoError(t, err)
	assert.Equal(t, base+"/z", got.path, "nothing was seen of what is above something missing")
	got, err = resolve(base + "/a/c")
	require.NoError(t, err)
	assert.Equal(t, base+"/z/c", got.path, "the next call gets the new one")
}

// TestWithoutOpenat2 is a system that cannot be asked.
func TestWithoutOpenat2(t *testing.T) {
	was := noOpenat2.Swap(true)
	defer noOpenat2.Store(was)
	_, ok := lookWhole("/")
	assert.False(t, ok)
	base, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	got, err := resolve(base + "/x")
	require.NoError(t, err)
	assert.Equal(t, resolved{path: base + "/x"}, got)
	got, err = resolve(base)
	require.NoError(t, err)
	assert.Equal(t, resolved{path: base, exists: true}, got)
}
