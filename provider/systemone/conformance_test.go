package systemone_test

import (
	"strings"
	"testing"

	"github.com/flux7-go/supervisor/provider/providertest"
)

// TestConformance is not parallel: the suite counts goroutines.
func TestConformance(t *testing.T) {
	for _, wire := range providertest.DecisionWires() {
		t.Run(string(wire), func(t *testing.T) {
			providertest.Run(t, providertest.Harness{Key: testKey, Start: func(t *testing.T, told providertest.Told) providertest.Subject {
				script := providertest.Deciding(mini(t), told.Action)
				if told.Fault != "" {
					script = providertest.Failing(told.Fault)
				}
				s, o := serve(t, wire, script)
				return providertest.Subject{Provider: newProvider(t, o), Sent: func() string {
					var all strings.Builder
					for _, body := range s.Received() {
						all.Write(body)
					}
					return all.String()
				}}
			}})
		})
	}
}
