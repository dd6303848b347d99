// This file has `hitlrun serve`.

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// serveFlags are the flags of serve.
type serveFlags struct {
	store                storeFlags
	permissions          permissionFlags
	limits               limitFlags
	profile              profileFlag
	otlp                 otlpFlag
	addr, config, tokens string

	issuer, audience, oidcScope string

	insecure, reuse   bool
	watch             bool
	origins, webhooks []string
	secretFile        string
	drain             time.Duration
	rate              float64

	isolation string
	workers   int
	cgroup    string
}

func serveCommand() *command {
	c := &command{
		name: "serve", args: "FILE… [flags]", output: &outputFlags{},
		summary: "serve threads over HTTP to the clients of LangGraph",
		about: `Serves the graphs that the scripts export, with the threads of the store, as a
LangGraph server does: @langchain/langgraph-sdk, useStream, RemoteGraph, agent-inbox
and agent-chat-ui work with it unchanged. POST /chat is a simple protocol for other
clients. Runs that an earlier server did not finish continue.
Without --token-file only this machine can reach the server.`,
		examples: []string{
			"hitlrun serve flow.ts",
			"hitlrun serve --config langgraph.json --addr 127.0.0.1:2024 --db threads.db",
			"hitlrun serve flow.ts --addr :2024 --token-file tokens",
		},
	}
	f := &serveFlags{}
	own := newFlags()
	own.StringVar(&f.addr, "addr", "127.0.0.1:2024", "listen on `HOST:PORT`")
	own.StringVar(&f.config, "config", "", "serve the graphs that the langgraph.json `FILE` lists")
	own.StringVar(&f.tokens, "token-file", "", "read the tokens that clients need from `FILE`, see \"hitlrun help token\"")
	own.StringVar(&f.issuer, "oidc-issuer", "", "accept the tokens of the OpenID Connect provider at `URL`")
	own.StringVar(&f.audience, "oidc-audience", "", "the provider knows this server as `ID`")
	own.StringVar(&f.oidcScope, "oidc-scope", "", "`SCOPE` of its tokens that have no claim hitlrun_scope (default: refuse them)")
	own.BoolVar(&f.insecure, "insecure", false, "allow everything to everybody who reaches --addr, without tokens")
	own.StringArrayVar(&f.origins, "allow-origin", nil, "allow pages of `ORIGIN` to use the server, * for all (pages of this machine always may)")
	own.StringArrayVar(&f.webhooks, "allow-webhook", nil, "allow webhooks to `HOST`, which has a private address")
	own.StringVar(&f.secretFile, "webhook-secret-file", "", "sign webhooks with the secret in `FILE`")
	own.BoolVar(&f.watch, "watch", false, "use edited scripts for new threads; existing threads continue with their own version")
	own.Float64Var(&f.rate, "max-rate", 0, "accept `N` requests a second from one client; 0 means no limit")
	own.BoolVar(&f.reuse, "reuse-vms", false, "use each VM for many runs: faster, but threads share the variables of modules")
	own.StringVar(&f.isolation, "isolation", "process", "run scripts `WHERE`: process (in worker processes) or in-process")
	own.IntVar(&f.workers, "workers", 0, "run scripts in `N` worker processes, with --isolation=process (default one for each CPU)")
	own.StringVar(&f.cgroup, "cgroup", "", "limit the memory of each worker with a cgroup in the delegated cgroup v2 `DIR`")
	own.DurationVar(&f.drain, "drain", 10*time.Second, "when the server ends, wait for `TIME` until the runs end")
	f.profile.add(own)
	f.otlp.add(own)
	c.groups = []flagGroup{{"Serve", own}, f.store.group(""), f.permissions.group(), f.limits.group(), c.output.group()}
	c.drains = true
	c.run = func(ctx context.Context, a *app, args []string) error { return a.serve(ctx, c, f, args) }
	return c
}

func (a *app) serve(ctx context.Context, c *command, f *serveFlags, args []string) error {
	if len(args) == 0 && f.config == "" {
		return c.usage("FILE is missing, or --config with a langgraph.json")
	}
	o, listener, err := a.serveOptions(ctx, c, f)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // it is closed already when the server has ended
	script, err := a.servedOptions(&f.permissions, &f.limits, &f.store.key)
	if err != nil {
		return err
	}
	a.endsWithin(ctx, f.drain+lastAnswers)
	script.Profile = f.profile.profile
	if f.reuse {
		script.Reuse, script.MaxIdle = true, 8*goruntime.GOMAXPROCS(0)
	}
	traces, err := f.otlp.open(ctx, a, &script)
	if err != nil {
		return err
	}
	if err := f.isolate(c, &script); err != nil {
		return err
	}
	if f.config != "" {
		if err := a.readProject(ctx, f.config, &o, &script, &args); err != nil {
			return err
		}
	}
	if len(args) == 0 {
		return c.usage("%s has no graphs", f.config)
	}
	if o.Graphs, err = a.serveGraphs(ctx, args, script); err != nil {
		return err
	}
	store, err := a.store(&f.store, hitlrun.Options{Script: script}, true)
	if err != nil {
		return err
	}
	defer store.CloseAtExit()
	s, err := server.New(store, o)
	if err != nil {
		return err
	}
	if f.watch {
		go a.watchScripts(ctx, s, o.Graphs, func() ([]server.Graph, error) { return a.serveGraphs(ctx, args, script) })
	}
	go returnMemory(ctx)
	return a.listen(ctx, s, listener, f.drain, o.Graphs, traces)
}

// isolate sets where scripts run. Workers do not end when they are idle, because the next request may come at any time.
func (f *serveFlags) isolate(c *command, o *hitlrun.ScriptOptions) error {
	switch {
	case f.workers < 0:
		return c.usage("--workers %d: at least 1 is needed", f.workers)
	case f.isolation == "process":
		collectAbove(hostMemory)
		o.Isolation = hitlrun.Process
		o.Workers = hitlrun.NewWorkers(hitlrun.WorkerOptions{Processes: f.workers, Cgroup: f.cgroup, IdleTime: -1})
		return nil
	case f.isolation != "in-process":
		return c.usage("--isolation %s: process or in-process is expected", f.isolation)
	case f.workers > 0:
		return c.usage("--workers is for --isolation=process")
	case f.cgroup != "":
		return c.usage("--cgroup is for --isolation=process")
	}
	return nil
}

// serveOptions reads the flags that say who may do what, and listens.
func (a *app) serveOptions(ctx context.Context, c *command, f *serveFlags) (o server.Options, l net.Listener, err error) {
	o = server.Options{Insecure: f.insecure, Origins: f.origins, Webhooks: f.webhooks, MaxRate: f.rate, Log: slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))}
	if f.tokens != "" {
		data, err := readSettings(ctx, f.tokens)
		if err != nil {
			return o, nil, usagef("--token-file %s: %v", f.tokens, plainPathError(err))
		}
		if o.Tokens, err = server.ReadTokens(bytes.NewReader(data)); err != nil {
			return o, nil, usagef("--token-file %s: %v", f.tokens, err)
		}
	}
	if f.issuer != "" {
		if o.OIDC, err = server.NewOIDC(ctx, f.issuer, f.audience, f.oidcScope); err != nil {
			return o, nil, usagef("--oidc-issuer: %v", err)
		}
	}
	if f.secretFile != "" {
		data, err := readSettings(ctx, f.secretFile)
		if err != nil {
			return o, nil, usagef("--webhook-secret-file %s: %v", f.secretFile, plainPathError(err))
		}
		o.WebhookSecret = strings.TrimSpace(string(data))
	}
	host, _, err := net.SplitHostPort(f.addr)
	if err != nil {
		return o, nil, c.usage("--addr %s: HOST:PORT is expected, 127.0.0.1:2024 for example", f.addr)
	}
	ip := net.ParseIP(host)
	if o.Tokens == nil && o.OIDC == nil && !f.insecure && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return o, nil, c.usage("--addr %s can be reached from other machines: --token-file says who may do what (\"hitlrun token add\" makes tokens), or --insecure lets everybody do everything", f.addr)
	}
	if f.insecure && o.Tokens == nil && o.OIDC == nil {
		io.WriteString(a.stderr, "hitlrun serve: --insecure: everybody who reaches this server can run scripts and answer every question\n")
	}
	l, err = net.Listen("tcp", f.addr)
	if err != nil {
		return o, nil, fmt.Errorf("listen on %s: %w", f.addr, err)
	}
	return o, l, nil
}

// project is a langgraph.json.
type project struct {
	Graphs map[string]json.RawMessage `json:"graphs"`
	Env    json.RawMessage            `json:"env"`
	HTTP   struct {
		CORS struct {
			Origins []string `json:"allow_origins"`
		} `json:"cors"`
	} `json:"http"`
}

// readProject applies a langgraph.json, and names the fields that it does not use.
func (a *app) readProject(ctx context.Context, path string, o *server.Options, script *hitlrun.ScriptOptions, args *[]string) error {
	data, err := readSettings(ctx, path)
	if err != nil {
		return usagef("--config %s: %v", path, plainPathError(err))
	}
	var p project
	var all map[string]json.RawMessage
	if err = hitlrun.DecodeProject(path, data, &all); err == nil {
		err = hitlrun.DecodeProject(path, data, &p)
	}
	if err != nil {
		return usagef("--config %v", err)
	}
	o.Origins = append(o.Origins, p.HTTP.CORS.Origins...)
	for _, id := range slices.Sorted(maps.Keys(p.Graphs)) {
		*args = append(*args, id+"\x00"+path)
	}
	env, err := hitlrun.ReadEnv(p.Env, filepath.Dir(path), script.Permissions.Read)
	if err != nil {
		return usagef("--config %s: env: %v", path, err)
	}
	script.Env = append(script.Env, env...)
	var ignored []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains([]string{"graphs", "env", "http", "$schema"}, name) {
			ignored = append(ignored, name)
		}
	}
	if len(ignored) > 0 {
		fmt.Fprintf(a.stderr, "hitlrun serve: %s: ignored: %s\n", path, safeLine(strings.Join(ignored, ", ")))
	}
	return nil
}

// serveGraphs loads the scripts, and returns the graphs that they export: those of a file by the names of their exports, those
// of a langgraph.json by the names that it has for them.
func (a *app) serveGraphs(ctx context.Context, args []string, o hitlrun.ScriptOptions) ([]server.Graph, error) {
	var list []server.Graph
	scripts := map[string]*hitlrun.Script{}
	for _, arg := range args {
		id, config, named := strings.Cut(arg, "\x00")
		var file, export string
		var err error
		if named {
			file, export, err = hitlrun.LocateIn(config, id)
		} else {
			file, export, err = hitlrun.Locate(arg, "")
		}
		if err != nil {
			return nil, err
		}
		script := scripts[file]
		if script == nil {
			if script, err = a.script(ctx, file, o); err != nil {
				return nil, err
			}
			scripts[file] = script
		}
		if export != "" {
			if err := script.Check(ctx, export); err != nil {
				return nil, err
			}
			if !named {
				id = export
			}
			list = append(list, server.Graph{ID: id, Script: script, Export: export})
			continue
		}
		graphs, err := script.Graphs(ctx)
		if err != nil {
			return nil, err
		}
		if len(graphs) == 0 {
			return nil, script.Check(ctx, "")
		}
		for _, g := range graphs {
			id := g.Name
			if id == "default" || id == "graph" {
				id = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
				if len(args) == 1 && len(graphs) == 1 {
					id = "agent"
				}
			}
			list = append(list, server.Graph{ID: id, Script: script, Export: g.Name})
		}
	}
	return list, nil
}

// lastAnswers is how long responses may take after their runs have ended.
const lastAnswers = time.Second

// listen serves until ctx ends.
func (a *app) listen(ctx context.Context, s *server.Server, l net.Listener, drain time.Duration, graphs []server.Graph, traces spans) error {
	h := &http.Server{Handler: traces.handler(s), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10}
	arriving := newHeaders(maxAllHeaders)
	arriving.serveWith(h)
	ids := make([]string, len(graphs))
	for i := range graphs {
		ids[i] = graphs[i].ID
	}
	fmt.Fprintf(a.stdout, "serving %s at http://%s\n", safeLine(strings.Join(ids, ", ")), l.Addr())
	ended := make(chan error, 1)
	go func() { ended <- h.Serve(arriving.listener(boundConnections(l))) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	within, stop := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer stop()
	_ = s.Shutdown(within) // the runs that had to stop continue when a server starts
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), lastAnswers)
	defer stop()
	if h.Shutdown(last) != nil {
		_ = h.Close() // connections that are still open are not needed
	}
	traces.close(last)
	return nil
}
