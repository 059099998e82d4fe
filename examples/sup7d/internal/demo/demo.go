// Package demo replays the tool calls of a working day through a mesh on
// loopback and a supervisor, and shows each as it is decided. It needs no
// network, no config and no second process.
package demo

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

var (
	//go:embed demo.yaml
	config []byte
	//go:embed calls.jsonl
	calls []byte
)

// Options say how the demo shows itself.
type Options struct {
	Out     io.Writer // one line a call
	Notes   io.Writer // the summary, where Out is for programs
	JSON    bool      // decisions as JSON lines instead of a table
	Color   bool
	Journal string // file; empty: a new one among the temporary files
	Logger  *slog.Logger
}

// Run replays the day. It returns when every call is decided.
func Run(ctx context.Context, o Options) error {
	day, err := readCalls(calls)
	if err != nil {
		return fmt.Errorf("reading the calls of the demo: %w", err)
	}
	if o.Journal == "" {
		if o.Journal, err = newJournal(); err != nil {
			return err
		}
	}
	mesh, err := meshtest.NewServer(meshtest.Options{})
	if err != nil {
		return fmt.Errorf("starting the mesh of the demo: %w", err)
	}
	defer mesh.Close()
	cfg, err := supervisor.ParseConfig("demo.yaml", config)
	if err != nil {
		return err
	}
	cfg.Mesh.URL, cfg.Journal.Path = mesh.URL, o.Journal

	show := newPrinter(o)
	if err := supervise(ctx, cfg, mesh, day, show, o.Logger); err != nil {
		return err
	}
	return show.summary()
}

// supervise runs a supervisor on the mesh while the agents make their calls,
// one after another.
func supervise(ctx context.Context, cfg *supervisor.Config, mesh *meshtest.Server, day []supervisor.Call, show *printer, log *slog.Logger) (err error) {
	decided := make(chan string, len(day))
	sink := supervisor.SinkFunc(func(_ context.Context, e supervisor.Event) error {
		if e.Type != decision.EventDecision {
			return nil
		}
		show.decision(*e.Decision)
		decided <- e.Decision.ID
		return nil
	})
	parts := supervisor.Parts{Logger: log, Sinks: []supervisor.Sink{sink}}
	sup, err := supervisor.Build(cfg, parts)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sup.Close(context.WithoutCancel(ctx))) }()
	queue, client, err := supervisor.MeshQueue(cfg, parts)
	if err != nil {
		return err
	}
	defer client.CloseIdleConnections()

	running, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- sup.Run(running, queue) }()
	defer func() {
		stop()
		err = errors.Join(err, <-ended)
	}()
	for _, call := range day {
		id := mesh.Submit(meshtest.Call{Agent: call.Agent, Tool: call.Tool, Params: call.Params})
		for got := ""; got != id; {
			select {
			case got = <-decided:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return nil
}

// readCalls reads a call a line.
func readCalls(data []byte) ([]supervisor.Call, error) {
	var day []supervisor.Call
	for i, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		call, err := supervisor.ParseCall(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		day = append(day, call)
	}
	return day, nil
}

func newJournal() (string, error) {
	file, err := os.CreateTemp("", "sup7-demo-*.jsonl")
	if err != nil {
		return "", fmt.Errorf("making the journal of the demo: %w", err)
	}
	return file.Name(), file.Close()
}
