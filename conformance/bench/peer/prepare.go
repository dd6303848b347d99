// This file builds and installs what is measured.

package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// bench has where everything is.
type bench struct {
	root     string // of the module
	modules  string // node_modules of the peer
	work     string // a folder of ours, removed at the end
	cache    string // of hitlrun's bundles
	hitlrun  string // the programs
	parallel string
	node     string // the scripts beside all of node_modules,
	plain    string // beside none,
	zod      string // and beside zod only
}

// prepare builds the programs and lays out the scripts, in a new folder in dir.
func prepare(ctx context.Context, dir string) (*bench, error) {
	b := &bench{}
	var err error
	if b.root, err = output(ctx, ".", "go", "list", "-m", "-f", "{{.Dir}}"); err != nil {
		return nil, err
	}
	if b.modules, err = b.install(ctx); err != nil {
		return nil, err
	}
	if b.work, err = os.MkdirTemp(dir, "hitlrun-bench"); err != nil {
		return nil, err
	}
	b.cache, b.hitlrun, b.parallel = filepath.Join(b.work, "cache"), filepath.Join(b.work, "hitlrun"), filepath.Join(b.work, "parallel")
	b.node, b.plain, b.zod = filepath.Join(b.work, "node"), filepath.Join(b.work, "plain"), filepath.Join(b.work, "zod")
	if err := errors.Join(b.build(ctx), b.layOut()); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *bench) close() { os.RemoveAll(b.work) }

func (b *bench) build(ctx context.Context) error {
	built := filepath.Join(b.work, "built")
	_, err := output(ctx, b.root, "go", "build", "-o", built, "./cmd/hitlrun")
	_, err2 := output(ctx, b.root, "go", "build", "-o", b.parallel, "./conformance/bench/parallel")
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	// A copy, as who installs it has it: of a file that the linker has just written, the kernel
	// maps a third more pages than it does of any other.
	// By a process of its own: what this one has in memory counts for those that it starts.
	_, err = output(ctx, b.work, "cp", built, b.hitlrun)
	return err
}

// layOut copies the scripts to where they find the packages they shall find.
func (b *bench) layOut() error {
	for _, dir := range []string{b.node, b.plain, b.zod} {
		if err := os.CopyFS(dir, os.DirFS(filepath.Join(b.root, "conformance/bench/scripts"))); err != nil {
			return err
		}
	}
	if err := os.Mkdir(filepath.Join(b.zod, "node_modules"), 0o755); err != nil {
		return err
	}
	return errors.Join(
		os.Mkdir(b.cache, 0o700),
		os.Symlink(b.modules, filepath.Join(b.node, "node_modules")),
		os.Symlink(filepath.Join(b.modules, "zod"), filepath.Join(b.zod, "node_modules/zod")),
	)
}

// install returns the node_modules of the peer. They are installed once for each package-lock.json.
func (b *bench) install(ctx context.Context) (string, error) {
	if dir := os.Getenv("HITLRUN_PEER_MODULES"); dir != "" {
		return filepath.Abs(dir)
	}
	from := filepath.Join(b.root, "conformance/bench")
	lock, err := os.ReadFile(filepath.Join(from, "package-lock.json"))
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	cache = filepath.Join(cache, "hitlrun-bench")
	dir := filepath.Join(cache, fmt.Sprintf("%x", sha256.Sum256(lock))[:16])
	modules := filepath.Join(dir, "node_modules")
	if _, err := os.Stat(modules); !errors.Is(err, fs.ErrNotExist) {
		return modules, err
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	half, err := os.MkdirTemp(cache, "half")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(half)
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(half, name), data, 0o644); err != nil {
			return "", err
		}
	}
	fmt.Fprintln(os.Stderr, "installing LangGraph.js, once")
	if _, err := output(ctx, half, "npm", "ci", "--no-audit", "--no-fund"); err != nil {
		return "", err
	}
	return modules, os.Rename(half, dir)
}

// describe begins a report.
func (b *bench) describe(ctx context.Context, o options) *report {
	try := func(name string, args ...string) string {
		text, err := output(ctx, b.root, name, args...)
		if err != nil {
			return "?"
		}
		return text
	}
	r := &report{
		Machine: fmt.Sprintf("%d cores, %s, %s/%s%s", runtime.NumCPU(), processor(), runtime.GOOS, runtime.GOARCH, load()),
		Commit:  try("git", "rev-parse", "--short", "HEAD"),
		Date:    time.Now().UTC().Format(time.DateOnly),
		Runs:    o.runs, Quick: o.quick,
	}
	if try("git", "status", "--porcelain") != "" {
		r.Commit += " with changes"
	}
	pkg := "process.argv[1] + '/@langchain/%s/package.json'"
	show := fmt.Sprintf("const v = (p) => JSON.parse(fs.readFileSync(p)).version; v("+pkg+") + ' with checkpoint-sqlite ' + v("+pkg+")", "langgraph", "langgraph-checkpoint-sqlite")
	r.Versions = fmt.Sprintf("%s, Node %s, LangGraph.js %s", strings.Replace(runtime.Version(), "go", "Go ", 1), try("node", "--version"), try("node", "-p", show, b.modules))
	return r
}

// processor returns the name of the processor, or of its architecture if the system does not report the name.
func processor() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(info)) {
			if name, ok := strings.CutPrefix(line, "model name"); ok {
				return strings.Trim(name, "\t :\n")
			}
		}
	}
	return runtime.GOARCH
}

// load returns the load of the machine, if the system reports it: figures that are
// taken beside other work are worth little.
func load() string {
	data, err := os.ReadFile("/proc/loadavg")
	if words := strings.Fields(string(data)); err == nil && len(words) > 0 {
		return ", load " + words[0]
	}
	return ""
}

// output runs a program and returns what it printed.
func output(ctx context.Context, dir, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}
