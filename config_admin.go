package supervisor

import (
	"crypto/tls"
	"fmt"
	"net/netip"
	"strings"
)

// AdminConfig is the admin API.
type AdminConfig struct {
	// Enabled turns the admin API on.
	Enabled bool `yaml:"enabled"`
	// Host is the address to listen on. Off loopback a token is needed.
	Host string `yaml:"host" default:"127.0.0.1" format:"name"`
	// Port is the port to listen on.
	Port int `yaml:"port" default:"9096" min:"1" max:"65535"`
	// Token lets its bearer do everything.
	Token Secret `yaml:"token"`
	// TokenEnv names the environment variable that holds Token when that is
	// empty.
	TokenEnv string `yaml:"token_env" format:"env"`
	// Operator is the name of the person whose token it is: what is settled with
	// it is by person:NAME, whatever a request says.
	Operator string `yaml:"operator" default:"operator" format:"name"`
	// ReadToken lets its bearer look.
	ReadToken Secret `yaml:"read_token"`
	// ReadTokenEnv names the environment variable that holds ReadToken when
	// that is empty.
	ReadTokenEnv string `yaml:"read_token_env" format:"env"`
	// TLSCert is the certificate file. It needs TLSKey.
	TLSCert string `yaml:"tls_cert" format:"line"`
	// TLSKey is the file of the certificate's private key.
	TLSKey string `yaml:"tls_key" format:"line"`
	// AllowedHosts are the further names under which the API may be addressed.
	AllowedHosts []string `yaml:"allowed_hosts" format:"name"`
	// RecentDecisions is how many decisions are kept for display.
	RecentDecisions int `yaml:"recent_decisions" default:"200" min:"1" max:"100000"`
}

// maxOperator bounds admin.operator: what package adminhttp takes.
const maxOperator = 100

// checkAdmin checks what more than one key of the admin API says.
func (c *Config) checkAdmin() {
	a := &c.Admin
	switch {
	case a.TLSCert != "" && a.TLSKey == "":
		c.doc.Fault("admin.tls_cert", "needs admin.tls_key: give both or neither")
	case a.TLSKey != "" && a.TLSCert == "":
		c.doc.Fault("admin.tls_key", "needs admin.tls_cert: give both or neither")
	}
	if a.Enabled && !isLoopback(a.Host) && a.Token == "" {
		c.doc.Fault("admin.host", "is reachable from other machines, but there is no token: give admin.token or admin.token_env, or listen on 127.0.0.1")
	}
	if a.Token != "" && a.Token == a.ReadToken {
		c.doc.Fault("admin.read_token", "is the same as admin.token: give another, or remove it")
	}
	if a.Enabled {
		c.checkServed()
	}
}

// checkServed checks what the admin API would not start with, so that no edit
// leaves such a config for the next start.
func (c *Config) checkServed() {
	a := &c.Admin
	c.checkBearer("admin.token", a.Token)
	c.checkBearer("admin.read_token", a.ReadToken)
	if a.Operator == "" || len(a.Operator) > maxOperator {
		c.doc.Fault("admin.operator", "must be a name of 1 to %d bytes", maxOperator)
	}
	if a.ReadToken != "" && a.Token == "" && isLoopback(a.Host) { // off loopback that is said of the host
		c.doc.Fault("admin.read_token", "needs admin.token: without one everybody may do more than look")
	}
	if _, err := netip.ParseAddr(strings.Trim(a.Host, "[]")); err != nil && strings.ContainsAny(a.Host, ":[]/") {
		c.doc.Fault("admin.host", "must be an address or a name, without a port: that is admin.port")
	}
	for i, host := range a.AllowedHosts {
		if strings.ContainsAny(host, "/*@") {
			c.doc.Fault(fmt.Sprintf("admin.allowed_hosts[%d]", i), "must be a name, or name:port")
		}
	}
}

// checkBearer checks that a header can carry a token.
func (c *Config) checkBearer(key string, token Secret) {
	if strings.ContainsFunc(token.Reveal(), func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		c.doc.Fault(key, "must have no blanks or control characters: no request could carry it")
	}
}

// checkCertificate reads the certificate that the admin API is to be served
// with, if this program serves it.
func (c *Config) checkCertificate(served bool) error {
	a := &c.Admin
	if !served || !a.Enabled || a.TLSCert == "" {
		return nil
	}
	if _, err := tls.LoadX509KeyPair(a.TLSCert, a.TLSKey); err != nil {
		return fmt.Errorf("building admin.tls_cert: reading the certificate: %w", err)
	}
	return nil
}

// isLoopback reports whether only this machine can reach a host. A name other
// than localhost is not looked up.
func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && address.Unmap().IsLoopback()
}
