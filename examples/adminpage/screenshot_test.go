package adminpage

import (
	"flag"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the screenshots of the documentation anew")

// maxScreenshot bounds a screenshot in bytes: it is in the repository.
const maxScreenshot = 300 << 10

func TestTheScreenshotsOfTheDocumentation(t *testing.T) {
	if !*update {
		t.Skip("screenshots are taken with -update: no two machines draw letters alike")
	}
	for file, how := range map[string]look{
		"../../docs/admin-1280.png": wide,
		"../../docs/admin-360.png":  {width: narrow.width, height: narrow.height, dark: true, scale: 2},
	} {
		f, p := newFake(t), newPage(t, how)
		story(f)
		p.open(f.URL)
		p.shows("#decisions li:nth-child(2)", "denied")
		data, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
		require.NoError(t, err)
		require.Less(t, len(data), maxScreenshot, file)
		require.NoError(t, os.WriteFile(file, data, 0o644))
	}
}
