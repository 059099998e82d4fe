package notify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/notify"
)

func TestCheckURL(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ alone, private bool }{
		"https://hooks.example.com/x":        {true, true},
		"https://hooks.example.com:8443/x":   {true, true},
		"http://hooks.example.com/x":         {false, true}, // its addresses must be private; see below
		"http://localhost:8065/x":            {true, true},
		"http://LOCALHOST./x":                {true, true},
		"http://127.0.0.1:8065/x":            {true, true},
		"http://[::1]:8065/x":                {true, true},
		"https://127.8.9.1/x":                {true, true},
		"http://localhost.example.com/x":     {false, true},
		"https://10.0.0.5/x":                 {false, true},
		"http://10.0.0.5/x":                  {false, true},
		"https://192.168.1.1/x":              {false, true},
		"https://172.16.0.1/x":               {false, true},
		"https://100.64.0.1/x":               {false, true},
		"https://[fd00::1]/x":                {false, true},
		"https://[::ffff:10.0.0.5]/x":        {false, true},
		"https://169.254.169.254/x":          {false, false},
		"http://169.254.169.254/x":           {false, false},
		"https://[fe80::1]/x":                {false, false},
		"https://[::ffff:169.254.169.254]/x": {false, false},
		"https://[64:ff9b::a9fe:a9fe]/x":     {false, false}, // the same by NAT64
		"https://[64:ff9b::808:808]/x":       {true, true},
		"https://[2002:a00:5::1]/x":          {false, false},
		"https://0.0.0.0/x":                  {false, false},
		"https://224.0.0.1/x":                {false, false},
		"https://255.255.255.255/x":          {false, false},
		"https://192.0.2.1/x":                {false, false},
		"https://8.8.8.8/x":                  {true, true},
		"http://8.8.8.8/x":                   {false, false},
		"https://[2606:4700::1111]/x":        {true, true},
		"https://user:pass@example.com/x":    {false, false},
		"https://example.com/x#y":            {false, false},
		"ftp://example.com/x":                {false, false},
		"https:///x":                         {false, false},
		"https://127.1/x":                    {false, false}, // resolvers of C read these as 127.0.0.1
		"https://2130706433/x":               {false, false},
		"https://0x7f000001/x":               {false, false},
		"https://0X7F.1/x":                   {false, false},
		"https://127.0.0.0x1/x":              {false, false},
		"https://0177.0.0.1/x":               {false, false},
		"https://017700000001/x":             {false, false},
		"https://127.0.0.1./x":               {false, false},
		"https://127.0.0.1../x":              {false, false},
		"https://8.8.8.008/x":                {false, false},
		"https://1.2.3.4.5/x":                {false, false},
		"https://999.1.1.1/x":                {false, false},
		"https://0x/x":                       {false, false},
		"http://127.1:8065/x":                {false, false},
		"https://hooks.7/x":                  {false, false}, // no such top-level domain
		"https://127.0.0.1.example.com/x":    {true, true},
		"https://1e100.example/x":            {true, true},
		"https://0x7f.example.com/x":         {true, true},
		"https://7.0xg/x":                    {true, true},
		"https://cafe/x":                     {true, true},
		"%":                                  {false, false},
		"":                                   {false, false},
	}
	for url, want := range tests {
		assert.Equal(t, want.alone, notify.CheckURL(url, false) == nil, url)
		err := notify.CheckURL(url, true)
		assert.Equal(t, want.private, err == nil, "%s, private", url)
		if err != nil && len(url) > 10 {
			assert.NotContains(t, err.Error(), "example.com")
		}
	}
}
