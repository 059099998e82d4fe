package adminpage

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Times are wide, for machines that are slow and busy: a wait ends as soon as
// what it waits for is there.
const (
	startTimeout = 2 * time.Minute  // until chromium has started
	testTimeout  = 3 * time.Minute  // of one test: a page that never shows what is waited for must not hang
	waitTimeout  = 50 * time.Second // of one wait; longer than the page's longest pause between two attempts to connect
)

// browser starts chromium once for all tests.
var browser struct {
	sync.Once
	ctx context.Context
	end func()
	err error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if browser.end != nil {
		browser.end()
	}
	os.Exit(code)
}

// startBrowser starts chromium, or returns why it could not. It runs as root and
// where /dev/shm is small, as in containers: it needs no sandbox of its own, and
// the driver's default options keep what is shared elsewhere.
func startBrowser(chromium string) (context.Context, error) {
	browser.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.ExecPath(chromium), chromedp.WSURLReadTimeout(startTimeout),
			chromedp.Flag("lang", "en-GB"), chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("hide-scrollbars", true))
		allocated, endAllocated := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, end := chromedp.NewContext(allocated)
		browser.ctx, browser.end = ctx, func() { end(); endAllocated() }
		browser.err = chromedp.Do(ctx)
	})
	return browser.ctx, browser.err
}

// page is one tab.
type page struct {
	t   *testing.T
	ctx context.Context

	mu     sync.Mutex
	faults []string // what the console says that it should not
}

// look is how a tab looks at the page.
type look struct {
	width, height int64
	dark          bool
	scale         float64 // device pixels for each of the page; 0 means 1
}

var wide = look{width: 1280, height: 860}

// newPage opens a tab. Without chromium the test is skipped, or fails when
// SUP7_REQUIRE names it; with -short it is skipped. At its end the console must have said nothing amiss.
func newPage(t *testing.T, how look) *page {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		if strings.Contains(os.Getenv("SUP7_REQUIRE"), "chromium") {
			t.Fatal("chromium is required and not installed")
		}
		t.Skip("chromium is not installed")
	}
	parent, err := startBrowser(chromium)
	require.NoError(t, err, "chromium does not start")
	p := &page{t: t}
	tab, closeTab := chromedp.NewContext(parent, chromedp.WithListener(p.listen))
	ctx, cancel := context.WithTimeout(tab, testTimeout)
	p.ctx = ctx
	t.Cleanup(func() {
		cancel()
		closeTab()
		p.mu.Lock()
		defer p.mu.Unlock()
		assert.Empty(t, p.faults, "the console, and the content security policy, have nothing to say")
	})
	p.run(p.emulate(how))
	return p
}

// emulate has the tab look as it is asked to. Nothing moves.
func (p *page) emulate(how look) chromedp.Action[chromedp.Void] {
	scheme := "light"
	if how.dark {
		scheme = "dark"
	}
	options := []chromedp.EmulateViewportOption{chromedp.EmulateScale(max(1, how.scale))}
	if how.width < 600 {
		options = append(options, chromedp.EmulateMobile)
	}
	return chromedp.Steps(
		chromedp.EmulateViewport(how.width, how.height, options...),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
			}})
			return err
		}),
	)
}

// listen gathers what the console should not say. That an answer was 4xx is said
// as well, and is not the page's fault.
func (p *page) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		switch e.Type {
		case "error", "warning", "assert":
			p.faults = append(p.faults, fmt.Sprintf("console: %v %+v", e.Type, e.Args))
		}
	case *runtime.EventExceptionThrown:
		p.faults = append(p.faults, fmt.Sprintf("exception: %+v", *e.ExceptionDetails))
	case *cdplog.EventEntryAdded:
		if e.Entry.Source != "network" && (e.Entry.Level == "error" || e.Entry.Level == "warning") {
			p.faults = append(p.faults, "log: "+e.Entry.Text)
		}
	}
}

// forget drops what the console has said.
func (p *page) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = nil
}

// run does things, all of which must succeed.
func (p *page) run(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	require.NoError(p.t, chromedp.Do(p.ctx, steps...))
}

// open goes to an address and waits until the page has a state to show.
func (p *page) open(url string) {
	p.t.Helper()
	p.run(chromedp.Navigate(url))
	p.until(`document.querySelector('#state .pill') !== null && document.querySelector('#link').textContent !== ''`)
}
