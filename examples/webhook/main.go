// Command webhook shows how people decide from a chat: an escalated call is told
// to a Slack-style webhook with a one-time link, the page behind it decides, and
// the guarded function then runs. All of it happens on this machine, and ends.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/notify"
	"github.com/flux7-go/supervisor/notify/link"
)

// desk is a supervisor whose escalations go to a chat.
type desk struct {
	sup    *supervisor.Supervisor
	hook   *notify.Webhook
	deploy func(context.Context, map[string]any) (string, error)
}

// newDesk makes one, with its page on a mux that people reach at base.
func newDesk(chat, base string, mux *http.ServeMux, o link.Options) (*desk, error) {
	d := &desk{}
	o.URL = base + "/decide"
	o.Approvals = func() supervisor.Approvals { return d.sup.Approvals() }
	page, err := link.New(o)
	if err != nil {
		return nil, err
	}
	mux.Handle("/decide", page)
	if d.hook, err = notify.NewWebhook(notify.Options{URL: chat, Format: notify.FormatSlack, Link: page.URL}); err != nil {
		return nil, err
	}
	people, _ := memory.NewPeople(nil, false) // person:*, and no pattern that could be wrong
	store := memory.NewStore(memory.Options{})
	d.sup, err = supervisor.New(supervisor.Options{
		Approvals: memory.Approvals(store, store, memory.ApprovalOptions{People: people}), // an approve is used up
		Sinks:     []supervisor.Sink{d.hook},
	})
	d.deploy = supervisor.Guard(d.sup, "deploy", func(_ context.Context, params map[string]any) (string, error) {
		return fmt.Sprint("deployed ", params["service"]), nil
	})
	return d, err
}

func (d *desk) close(ctx context.Context) error {
	return errors.Join(d.sup.Close(ctx), d.hook.Close(ctx))
}

var (
	linkIn  = regexp.MustCompile(`http://[^"\\>]+`)
	fieldIn = regexp.MustCompile(`type="hidden" name="(\w+)" value="([^"]*)"`)
)

// answer opens a link as a person does, and sends the form of its page. It returns
// the status of what the person saw last.
func answer(address, what string) (status int, err error) {
	jar, _ := cookiejar.New(nil) // only options can be wrong
	browser := &http.Client{Jar: jar}
	resp, err := browser.Get(address)
	if err != nil {
		return 0, err
	}
	page, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil || resp.StatusCode != http.StatusOK {
		return resp.StatusCode, err
	}
	form := url.Values{"answer": {what}}
	for _, m := range fieldIn.FindAllStringSubmatch(string(page), -1) {
		form.Set(m[1], m[2])
	}
	if resp, err = browser.PostForm(address, form); err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

func main() {
	ctx, mux, posts := context.Background(), http.NewServeMux(), make(chan string, 1)
	mux.HandleFunc("/chat", func(_ http.ResponseWriter, r *http.Request) { // stands for Slack
		body, _ := io.ReadAll(io.LimitReader(r.Body, notify.MaxBodyBytes))
		posts <- string(body)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	go http.Serve(listener, mux) // until the program ends
	base := "http://" + listener.Addr().String()
	d, err := newDesk(base+"/chat", base, mux, link.Options{})
	if err != nil {
		log.Fatal(err)
	}
	_, err = d.deploy(supervisor.WithCaller(ctx, supervisor.Call{Agent: "coder"}), map[string]any{"service": "web"})
	fmt.Println("agent: ", err)
	waiting := new(supervisor.EscalatedError)
	if errors.As(err, &waiting) {
		address := linkIn.FindString(<-posts)
		status, err := answer(address, "approve")
		fmt.Println("person: approves,", http.StatusText(status), err)
		result, err := waiting.Wait(ctx)
		fmt.Println("agent: ", result, err)
		status, err = answer(address, "approve")
		fmt.Println("person: once more,", http.StatusText(status), err)
	}
	if err := d.close(ctx); err != nil {
		log.Fatal(err)
	}
}
