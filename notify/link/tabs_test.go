package link_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/notify/link"
)

// click opens a link from a page of another site, such as a chat: the browser then
// sends no cookie that is SameSite=Strict, and takes those that it is given.
func click(t *testing.T, browser *http.Client, address string) string {
	t.Helper()
	resp, err := (&http.Client{Transport: browser.Transport}).Get(address)
	require.NoError(t, err)
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, resp.StatusCode)
	browser.Jar.SetCookies(resp.Request.URL, resp.Cookies())
	return string(page)
}

func TestLinksInSeveralTabsEachDecide(t *testing.T) {
	t.Parallel()
	d, browser := newDesk(t, nil), browser(t)
	deploy, toDeploy := d.wait("deploy", nil)
	mail, toMail := d.wait("mail", nil)
	first, second := click(t, browser, toDeploy), click(t, browser, toMail)

	mixed := form(first, "approve")
	mixed.Set("t", tokenOf(t, toMail))
	status, _ := post(t, browser, d.url, mixed)
	assert.Equal(t, http.StatusForbidden, status, "a form is that of its link, whatever cookies there are")
	assert.Equal(t, decision.ApprovalPending, d.status(mail))

	status, said := post(t, browser, d.url, form(first, "approve"))
	assert.Equal(t, http.StatusOK, status, said)
	status, said = post(t, browser, d.url, form(second, "deny"))
	assert.Equal(t, http.StatusOK, status, said)
	assert.Equal(t, decision.ApprovalApproved, d.status(deploy))
	assert.Equal(t, decision.ApprovalDenied, d.status(mail))

	at, err := url.Parse(d.url)
	require.NoError(t, err)
	assert.Empty(t, browser.Jar.Cookies(at), "what was decided leaves no cookie")
}

func TestTheCookieOfAnotherLinkDecidesNothing(t *testing.T) {
	t.Parallel()
	d, client := newDesk(t, nil), browser(t)
	id, toDeploy := d.wait("deploy", nil)
	_, toMail := d.wait("mail", nil)
	stolen := click(t, browser(t), toDeploy) // the form of another browser, in which the link was opened
	click(t, client, toMail)
	status, _ := post(t, client, d.url, form(stolen, "approve"))
	assert.Equal(t, http.StatusForbidden, status)
	click(t, client, toDeploy)
	status, _ = post(t, client, d.url, form(stolen, "approve"))
	assert.Equal(t, http.StatusForbidden, status, "also when this browser opened the link")
	assert.Equal(t, decision.ApprovalPending, d.status(id))
}

func TestAReloadKeepsTheFormsOfOtherTabs(t *testing.T) {
	t.Parallel()
	d, client := newDesk(t, nil), browser(t)
	id, address := d.wait("deploy", nil)
	page := click(t, client, address)
	get(t, client, address) // with the cookie, as a reload sends it
	status, said := post(t, client, d.url, form(page, "approve"))
	assert.Equal(t, http.StatusOK, status, said)
	assert.Equal(t, decision.ApprovalApproved, d.status(id))
}

// TestACookieEndsWithItsLink keeps those of many links from piling up.
func TestACookieEndsWithItsLink(t *testing.T) {
	t.Parallel()
	for valid, seconds := range map[time.Duration]int{10 * time.Minute: 600, 3 * time.Hour: 3600, 1500 * time.Millisecond: 2} {
		d := newDesk(t, func(o *link.Options) { o.Valid = valid })
		_, address := d.wait("deploy", nil) // for an hour
		shown := httptest.NewRecorder()
		d.page.ServeHTTP(shown, httptest.NewRequest(http.MethodGet, address, nil))
		cookies := shown.Result().Cookies()
		require.Len(t, cookies, 1)
		assert.Equal(t, seconds, cookies[0].MaxAge, valid)
		assert.Less(t, len(cookies[0].Name)+len(cookies[0].Value), 64, "a hundred of them fit in what servers read of a header")
		assert.False(t, strings.Contains(tokenOf(t, address), cookies[0].Value))
	}
}
