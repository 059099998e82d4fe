package adminhttp_test

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
)

// served is an admin API behind its own server.
type served struct {
	sup     *supervisor.Supervisor
	address string
	client  *http.Client
}

// listenTo is listen for a handler that is there.
func listenTo(t *testing.T, sup *supervisor.Supervisor, handler *adminhttp.Handler, opts adminhttp.ServerOptions, hurry ...time.Duration) *served {
	t.Helper()
	opts.Addr = "127.0.0.1:0"
	server, err := adminhttp.NewServer(handler, opts)
	require.NoError(t, err)
	if len(hurry) == 3 {
		server.Hurry(hurry[0], hurry[1], hurry[2])
	}
	l, err := net.Listen("tcp", opts.Addr)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.ServeListener(ctx, l) }()
	s := &served{sup: sup, address: l.Addr().String(), client: &http.Client{Transport: &http.Transport{}}}
	t.Cleanup(func() {
		s.client.CloseIdleConnections()
		cancel()
		assert.NoError(t, <-ended)
		assert.NoError(t, handler.Close(context.WithoutCancel(t.Context())))
	})
	return s
}

// listen serves the admin API of a supervisor on loopback until the test ends.
func listen(t *testing.T, sup *supervisor.Supervisor, opts adminhttp.ServerOptions, hurry ...time.Duration) *served {
	t.Helper()
	handler, err := adminhttp.NewHandler(sup, adminhttp.Options{})
	require.NoError(t, err)
	return listenTo(t, sup, handler, opts, hurry...)
}

func (s *served) dial(t *testing.T) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", s.address)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// works asks for a judgment, which must come.
func (s *served) works(t *testing.T) {
	t.Helper()
	answer, err := s.client.Post("http://"+s.address+"/evaluate", "application/json", strings.NewReader(`{"tool":"fs.read"}`))
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	_, err = io.Copy(io.Discard, answer.Body)
	require.NoError(t, err)
	require.Equal(t, 200, answer.StatusCode)
}

func plain(t *testing.T) *supervisor.Supervisor {
	t.Helper()
	sup, err := supervisor.New(supervisor.Options{})
	require.NoError(t, err)
	return sup
}

func TestOffLoopbackATokenIsNeeded(t *testing.T) {
	t.Parallel()
	open, err := adminhttp.NewHandler(plain(t), adminhttp.Options{})
	require.NoError(t, err)
	guarded, err := adminhttp.NewHandler(plain(t), adminhttp.Options{Token: "t0ken"})
	require.NoError(t, err)
	for _, addr := range []string{":9096", "0.0.0.0:9096", "[::]:9096", "192.0.2.1:9096", "sup.example:9096"} {
		_, err := adminhttp.NewServer(open, adminhttp.ServerOptions{Addr: addr})
		require.ErrorContains(t, err, "there is no token", addr)
		_, err = adminhttp.NewServer(guarded, adminhttp.ServerOptions{Addr: addr})
		require.NoError(t, err, addr)
	}
	for _, addr := range []string{"127.0.0.1:0", "localhost:0", "[::1]:0", "127.9.9.9:0"} {
		_, err := adminhttp.NewServer(open, adminhttp.ServerOptions{Addr: addr})
		require.NoError(t, err, addr)
	}
	server, err := adminhttp.NewServer(open, adminhttp.ServerOptions{Addr: "127.0.0.1:0"})
	require.NoError(t, err)
	l, err := net.Listen("tcp", "0.0.0.0:0")
	require.NoError(t, err)
	require.ErrorContains(t, server.ServeListener(t.Context(), l), "there is no token")
	for _, opts := range []adminhttp.ServerOptions{{Addr: "127.0.0.1"}, {Addr: "127.0.0.1:0", TLSCert: "x"}, {Addr: "127.0.0.1:0", TLSCert: "x", TLSKey: "y"}, {Addr: "127.0.0.1:0", MaxConnections: -1}} {
		_, err := adminhttp.NewServer(open, opts)
		require.Error(t, err)
	}
}

func TestTLSByFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	require.NoError(t, err)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	opts := adminhttp.ServerOptions{TLSCert: filepath.Join(dir, "cert.pem"), TLSKey: filepath.Join(dir, "key.pem")}
	require.NoError(t, os.WriteFile(opts.TLSCert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}), 0o600))
	require.NoError(t, os.WriteFile(opts.TLSKey, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600))
	s := listen(t, plain(t), opts)
	parsed, err := x509.ParseCertificate(cert)
	require.NoError(t, err)
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	s.client.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}
	answer, err := s.client.Get("https://" + s.address + "/health")
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	assert.Equal(t, 200, answer.StatusCode)
}

// TestAttackersDelayNobody is a slow-loris, bodies without end, idle connections
// and event streams that nobody reads, all at once, while other clients are
// answered and the loop over a queue goes on.
func TestAttackersDelayNobody(t *testing.T) {
	t.Parallel()
	const connections = 40
	sup := plain(t)
	s := listen(t, sup, adminhttp.ServerOptions{MaxConnections: connections}, time.Second, time.Second, time.Second)
	loris := s.dial(t)
	_, err := io.WriteString(loris, "POST /evaluate HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
	require.NoError(t, err)
	body := s.dial(t)
	_, err = io.WriteString(body, "POST /evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
	require.NoError(t, err)
	unread := s.dial(t)
	_, err = io.WriteString(unread, "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
	require.NoError(t, err)
	for range 2 * connections {
		_ = s.dial(t)
	}

	before := heap()
	queue := &manyCalls{calls: 200, settled: make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- sup.Run(ctx, queue) }()
	for range 50 {
		s.works(t)
	}
	<-queue.settled
	cancel()
	require.NoError(t, <-ended)
	assert.Less(t, heap(), before+64<<20)

	for name, conn := range map[string]net.Conn{"header": loris, "body": body} {
		require.NoError(t, conn.SetReadDeadline(time.Now().Add(20*time.Second)))
		_, err := io.Copy(io.Discard, conn)
		assert.False(t, isTimeout(err), "the slow %s is still being read", name)
	}
}

// TestWhatFillsAllConnectionsDelaysNobody opens more of one kind than there may be
// connections, none of which ends by itself within the test.
func TestWhatFillsAllConnectionsDelaysNobody(t *testing.T) {
	t.Parallel()
	const connections = 20
	long := time.Hour
	for name, request := range map[string]string{
		"nothing":                 "",
		"a slow header":           "POST /evaluate HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
		"a slow body":             "POST /evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{",
		"a slow chunk":            "POST /evaluate HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
		"one of a refused host":   "POST /evaluate HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 1000\r\n\r\n{",
		"one that nobody reads":   "GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{",
		"one at no route":         "POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{",
		"event streams":           "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"unread answers":          strings.Repeat("GET /openapi.yaml HTTP/1.1\r\nHost: localhost\r\n\r\n", 500),
		"idle after a request":    "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"a request and half more": "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /heal",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := listen(t, plain(t), adminhttp.ServerOptions{MaxConnections: connections}, long, long, long)
			for range connections + 5 {
				_, err := io.WriteString(s.dial(t), request)
				require.NoError(t, err)
			}
			s.client.Transport.(*http.Transport).DisableKeepAlives = true
			for range 5 {
				s.works(t)
			}
		})
	}
}

// TestARefusedBodyIsNotWaitedFor: the answer is there, and the rest of the body
// need not be.
func TestARefusedBodyIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	s := listen(t, plain(t), adminhttp.ServerOptions{}, time.Hour, time.Hour, time.Hour)
	for _, host := range []string{"evil.example", "localhost"} {
		conn := s.dial(t)
		_, err := io.WriteString(conn, "POST /nothing HTTP/1.1\r\nHost: "+host+"\r\nContent-Length: 1000\r\n\r\n{")
		require.NoError(t, err)
		require.NoError(t, conn.SetReadDeadline(time.Now().Add(time.Minute)))
		got, err := io.ReadAll(conn)
		assert.False(t, isTimeout(err), "the connection is still open")
		assert.Contains(t, string(got), "HTTP/1.1 40")
	}
}

// TestWhoConnectsAgainAndAgainDelaysNobody: each connection that is closed to make
// room comes again at once, with another slow body.
func TestWhoConnectsAgainAndAgainDelaysNobody(t *testing.T) {
	t.Parallel()
	s := listen(t, plain(t), adminhttp.ServerOptions{MaxConnections: 16}, time.Hour, time.Hour, time.Hour)
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	for range 40 {
		all.Go(func() {
			for ctx.Err() == nil {
				var dialer net.Dialer
				conn, err := dialer.DialContext(ctx, "tcp", s.address)
				if err != nil {
					continue
				}
				end := context.AfterFunc(ctx, func() { _ = conn.Close() })
				_, _ = io.WriteString(conn, "POST /evaluate HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 1000\r\n\r\n{")
				_, _ = io.Copy(io.Discard, conn)
				_ = conn.Close()
				end()
			}
		})
	}
	s.client.Transport.(*http.Transport).DisableKeepAlives = true
	for range 5 { // one may be closed where the machine is too slow to read it in its moment
		require.Eventually(t, s.answers, time.Minute, time.Millisecond)
	}
}

// TestWhatIsJudgedIsNotClosed fills the connections while a call waits for its
// judgment, which takes as long as it takes.
func TestWhatIsJudgedIsNotClosed(t *testing.T) {
	t.Parallel()
	begun, release := make(chan struct{}), make(chan struct{})
	sup, err := supervisor.New(supervisor.Options{Rules: []supervisor.Rule{supervisor.RuleFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, bool) {
		close(begun)
		<-release
		return supervisor.Verdict{}, false
	})}})
	require.NoError(t, err)
	const connections = 5
	s := listen(t, sup, adminhttp.ServerOptions{MaxConnections: connections}, time.Hour, time.Hour, time.Hour)
	answered := make(chan bool, 1)
	go func() { answered <- s.answers() }()
	<-begun
	for range 2 * connections { // each is closed for one that comes after it, but the last
		conn := s.dial(t)
		_, err := io.WriteString(conn, "POST /evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
		require.NoError(t, err)
	}
	probe := s.dial(t)
	_, err = io.WriteString(probe, "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
	require.NoError(t, err)
	_, err = io.ReadAll(probe) // by then all of them were taken
	require.NoError(t, err)
	close(release)
	assert.True(t, <-answered)
}

// answers reports whether a judgment comes.
func (s *served) answers() bool {
	answer, err := s.client.Post("http://"+s.address+"/evaluate", "application/json", strings.NewReader(`{"tool":"fs.read"}`))
	if err != nil {
		return false
	}
	defer func() { _ = answer.Body.Close() }()
	_, err = io.Copy(io.Discard, answer.Body)
	return err == nil && answer.StatusCode == 200
}

func isTimeout(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// manyCalls is a queue with so many calls.
type manyCalls struct {
	calls   int64
	asked   bool
	left    atomic.Int64
	settled chan struct{} // closed when all are
}

func (q *manyCalls) Next(ctx context.Context) ([]supervisor.Call, error) {
	if q.asked {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	q.asked = true
	q.left.Store(q.calls)
	list := make([]supervisor.Call, q.calls)
	for i := range list {
		list[i] = supervisor.Call{ID: fmt.Sprint("m", i), Tool: "mail"}
	}
	return list, nil
}

func (q *manyCalls) Resolve(context.Context, supervisor.Decision) (supervisor.Outcome, error) {
	if q.left.Add(-1) == 0 {
		close(q.settled)
	}
	return supervisor.Outcome{State: supervisor.OutcomeLeft}, nil
}

func TestABodyOfAGigabyteIsNotRead(t *testing.T) {
	t.Parallel()
	s := listen(t, plain(t), adminhttp.ServerOptions{})
	before := heap()
	for name, head := range map[string]string{
		"announced": "Content-Length: 1073741824\r\n\r\n",
		"in chunks": "Transfer-Encoding: chunked\r\n\r\n",
	} {
		conn := s.dial(t)
		_, err := io.WriteString(conn, "POST /evaluate HTTP/1.1\r\nHost: localhost\r\n"+head)
		require.NoError(t, err)
		go func() {
			chunk := "100000\r\n" + strings.Repeat("a", 1<<20) + "\r\n"
			for range 1024 {
				if _, err := io.WriteString(conn, chunk); err != nil {
					return // it is not read any more
				}
			}
		}()
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err, name)
		assert.Equal(t, 413, answer.StatusCode, name)
		require.NoError(t, answer.Body.Close())
		require.NoError(t, conn.Close())
	}
	assert.Less(t, heap(), before+64<<20)
	s.works(t)
}

func TestIdleConnectionsGiveWay(t *testing.T) {
	t.Parallel()
	s := listen(t, plain(t), adminhttp.ServerOptions{MaxConnections: 8})
	busy := s.dial(t)
	_, err := io.WriteString(busy, "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
	require.NoError(t, err)
	stream := bufio.NewReader(busy)
	_, err = stream.ReadString('\n')
	require.NoError(t, err)
	var idle []net.Conn
	for range 7 {
		conn := s.dial(t)
		_, err := io.WriteString(conn, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
		require.NoError(t, err)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err)
		_, _ = io.Copy(io.Discard, answer.Body)
		idle = append(idle, conn)
	}
	type read struct {
		conn int
		err  error
	}
	reads := make(chan read, len(idle))
	for i, conn := range idle {
		go func() {
			_, err := conn.Read(make([]byte, 1))
			reads <- read{i, err}
		}()
	}
	s.works(t)
	gone := <-reads
	require.Error(t, gone.err, "one that was idle gave way")
	other := (gone.conn + 1) % len(idle)
	_, err = io.WriteString(idle[other], "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
	require.NoError(t, err)
	assert.Equal(t, read{other, nil}, <-reads, "the others stay")
}

func TestServeEndsWithItsContext(t *testing.T) {
	t.Parallel()
	handler, err := adminhttp.NewHandler(plain(t), adminhttp.Options{})
	require.NoError(t, err)
	server, err := adminhttp.NewServer(handler, adminhttp.ServerOptions{Addr: "127.0.0.1:0"})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_ = server.Serve(ctx) // it may not even have begun to listen
	require.NoError(t, handler.Close(t.Context()))
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = taken.Close() }()
	server, err = adminhttp.NewServer(handler, adminhttp.ServerOptions{Addr: taken.Addr().String()})
	require.NoError(t, err)
	require.Error(t, server.Serve(t.Context()))
}

// TestALongJudgmentOutlivesTheTimeouts: they are for reading and writing alone.
func TestALongJudgmentOutlivesTheTimeouts(t *testing.T) {
	t.Parallel()
	rule := newSlowRule()
	sup, err := supervisor.New(supervisor.Options{Rules: []supervisor.Rule{rule}})
	require.NoError(t, err)
	s := listen(t, sup, adminhttp.ServerOptions{}, 100*time.Millisecond, 100*time.Millisecond, 100*time.Millisecond)
	time.AfterFunc(400*time.Millisecond, func() { close(rule.let) })
	s.works(t)
}

func TestASlowHeaderEndsTheConnection(t *testing.T) {
	t.Parallel()
	s := listen(t, plain(t), adminhttp.ServerOptions{}, 200*time.Millisecond, time.Minute, time.Minute)
	conn := s.dial(t)
	_, err := io.WriteString(conn, "POST /evaluate HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
	require.NoError(t, err)
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(20*time.Second)))
	_, err = io.Copy(io.Discard, conn)
	assert.False(t, isTimeout(err), "it is still being read")
	big := s.dial(t)
	_, err = io.WriteString(big, "GET /health HTTP/1.1\r\nHost: localhost\r\nX-Big: "+strings.Repeat("a", 40<<10)+"\r\n\r\n")
	require.NoError(t, err)
	answer, err := http.ReadResponse(bufio.NewReader(big), nil)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	assert.Equal(t, http.StatusRequestHeaderFieldsTooLarge, answer.StatusCode)
}

// TestAStreamThatNobodyReadsIsCutOff fills the buffers of the system with
// decisions that are long.
func TestAStreamThatNobodyReadsIsCutOff(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a long story ", 4000)
	wordy := supervisor.RuleFunc(func(context.Context, *supervisor.Call) (supervisor.Verdict, bool) {
		return supervisor.Verdict{Source: "wordy", Reasoning: long}, true
	})
	sup, err := supervisor.New(supervisor.Options{Rules: []supervisor.Rule{wordy}})
	require.NoError(t, err)
	handler, err := adminhttp.NewHandler(sup, adminhttp.Options{})
	require.NoError(t, err)
	handler.Hurry(200 * time.Millisecond)
	s := listenTo(t, sup, handler, adminhttp.ServerOptions{})
	unread := s.dial(t)
	_, err = io.WriteString(unread, "GET /events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
	require.NoError(t, err)
	before := heap()
	for range 1000 {
		_, err := sup.Evaluate(t.Context(), supervisor.Call{Tool: "x"})
		require.NoError(t, err)
	}
	assert.Less(t, heap(), before+128<<20)
	s.works(t)
	require.NoError(t, handler.Close(t.Context()), "nothing hangs on it")
	require.NoError(t, unread.SetReadDeadline(time.Now().Add(20*time.Second)))
	_, err = io.Copy(io.Discard, unread)
	assert.False(t, isTimeout(err), "it was cut off")
}

// TestServerRefusesBeforeTheBody: what is refused for its size or its path is
// told so before the body is there, and need not send it.
func TestServerRefusesBeforeTheBody(t *testing.T) {
	t.Parallel()
	sup, err := supervisor.New(supervisor.Options{})
	require.NoError(t, err)
	s := listen(t, sup, adminhttp.ServerOptions{})
	for head, want := range map[string]int{
		"POST /evaluate HTTP/1.1\r\nContent-Length: 1000000000\r\n":                         http.StatusRequestEntityTooLarge,
		"POST /evaluate HTTP/1.1\r\nContent-Length: 1000000000\r\nExpect: 100-continue\r\n": http.StatusRequestEntityTooLarge,
		"POST /nothing HTTP/1.1\r\nContent-Length: 1000000\r\n":                             http.StatusNotFound,
	} {
		conn := s.dial(t)
		require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute))) // only if the answer waits for the body
		_, err := io.WriteString(conn, head+"Host: localhost\r\n\r\n")
		require.NoError(t, err)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err, head)
		assert.Equal(t, want, answer.StatusCode, head)
		assert.NoError(t, answer.Body.Close())
		_ = conn.Close()
	}
}
