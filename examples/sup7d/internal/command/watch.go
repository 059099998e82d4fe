package command

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/examples/sup7d/internal/watch"
)

type watchFlags struct {
	server, tokenEnv string
	bell, once       bool
}

func (a *app) watchCommand() *cobra.Command {
	var f watchFlags
	cmd := &cobra.Command{
		Use:   "watch",
		Short: "Decide about the calls that wait for a person, in the terminal",
		Long: "Show the calls that wait for a person in a running supervisor, oldest first, as they come and go, and answer\n" +
			"with one key and a second one that confirms: a approve, d deny with a reason, f allow exactly this call for\n" +
			"15 minutes. e explains, n and p turn to another call, q leaves. Leaving, Ctrl-C and the end of the input\n" +
			"answer nothing.\n\n" +
			"Address and token are those of admin in the config, or of --server and --token-env. Who answers is the person\n" +
			"whose token it is. Without -c and --server, ./sup7.yaml may name an address of this machine only: an agent may\n" +
			"have written it.",
		Example: `  sup7d -c sup7.yaml watch --bell
  sup7d watch --server http://127.0.0.1:9096 --token-env SUP7_ADMIN_TOKEN`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
			defer stop()
			// A quit would dump its stacks onto a terminal that is not given back.
			quit, stopQuit := signal.NotifyContext(ctx, syscall.SIGQUIT)
			defer stopQuit()
			err := a.watch(quit, f)
			if err == nil && quit.Err() != nil && ctx.Err() == nil {
				return exitCode(128 + int(syscall.SIGQUIT)) // as shells have it
			}
			return err
		},
	}
	cmd.Flags().StringVar(&f.server, "server", "", "address of the admin api (default: that of the config)")
	cmd.Flags().StringVar(&f.tokenEnv, "token-env", "", "environment variable that holds the token (default: the token of the config)")
	cmd.Flags().BoolVar(&f.bell, "bell", false, "ring the terminal's bell when a call begins to wait")
	cmd.Flags().BoolVar(&f.once, "once", false, "print what waits, and end")
	return cmd
}

func (a *app) watch(ctx context.Context, f watchFlags) error {
	o, err := a.watched(f)
	if err != nil {
		return err
	}
	client, err := watch.NewClient(o)
	if err != nil {
		return err
	}
	defer client.Close()
	if f.once {
		return watch.Once(ctx, client, a.Out)
	}
	return watch.Run(ctx, watch.Options{Client: client, In: a.In, Out: a.Out, Bell: f.bell})
}

// watched is where the supervisor is, by the flags and else by the config, which
// is read only if something of it is needed.
func (a *app) watched(f watchFlags) (o watch.ClientOptions, err error) {
	if f.tokenEnv != "" {
		if o.Token = os.Getenv(f.tokenEnv); o.Token == "" {
			return o, fmt.Errorf("the environment variable %.64q of --token-env is empty", f.tokenEnv)
		}
	}
	if o.URL = f.server; o.URL != "" && f.tokenEnv != "" {
		return o, nil
	}
	cfg, err := a.config(a.logger())
	if err != nil {
		if errors.Is(err, errNoConfig) {
			err = fmt.Errorf("%w; or give --server and --token-env", err)
		}
		return o, err
	}
	if host := reachable(cfg.Admin.Host); o.URL == "" && a.configPath == "" && !watch.IsLoopback(host) {
		return o, errElsewhere
	}
	return fromConfig(o, &cfg.Admin)
}

// errElsewhere keeps the token from where a config points that nobody asked for by
// name: agents write into the directory that they work in.
var errElsewhere = errors.New("./" + defaultConfig + " names another machine in admin.host, and an agent may have written it: pass -c FILE before the command, or give --server")

// fromConfig fills in what the flags left out.
func fromConfig(o watch.ClientOptions, admin *supervisor.AdminConfig) (watch.ClientOptions, error) {
	if o.URL == "" && !admin.Enabled {
		return o, errors.New("the config has no admin api: set admin.enabled, or give --server")
	}
	if o.Token == "" {
		o.Token = admin.Token.Reveal()
	}
	if o.URL == "" {
		scheme := "http://"
		if admin.TLSCert != "" {
			scheme = "https://"
		}
		o.URL = scheme + net.JoinHostPort(reachable(admin.Host), strconv.Itoa(admin.Port))
	}
	if admin.TLSCert == "" || !strings.HasPrefix(o.URL, "https://") {
		return o, nil
	}
	trusted, err := trusting(admin.TLSCert)
	o.TLS = trusted
	return o, err
}

// reachable is the address of this machine where the config says to listen on all
// of them.
func reachable(host string) string {
	host = strings.Trim(host, "[]")
	address, err := netip.ParseAddr(host)
	switch {
	case host == "" || err == nil && address.IsUnspecified() && address.Is4():
		return "127.0.0.1"
	case err == nil && address.IsUnspecified():
		return "::1"
	}
	return host
}

// trusting takes a certificate that may have been made for this very server.
func trusting(file string) (*tls.Config, error) {
	certificate, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading admin.tls_cert: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	pool.AppendCertsFromPEM(certificate)
	return &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, nil
}
