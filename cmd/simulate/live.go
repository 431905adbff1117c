package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/spf13/cobra"

	"stampede/live"
	"stampede/study"
)

// liveFlags say how a live run is observed, besides by its events.
type liveFlags struct {
	processes string
	monitor   bool
	metrics   string
}

func (f *liveFlags) register(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.processes, "processes", processesHere, "where the application processes of a live run live: here, within this one, or own, each a process of the operating system, which crashes by a SIGKILL and pauses by a SIGSTOP")
	flags.BoolVar(&f.monitor, "monitor", false, "have the server of a live run tell what it executes (MONITOR), and count foreign deletions by its word too; it slows the server down, and shows it what others ask as well")
	flags.StringVar(&f.metrics, "metrics-addr", "", "HOST:PORT to serve Prometheus metrics of a live run at, while it runs; port 0 is any that is free")
}

// runner makes runs, in either world.
type runner struct {
	flags    runFlags
	worker   []string             // nil if the processes live here
	registry *prometheus.Registry // nil without metrics
	server   *http.Server
}

// newRunner begins to serve metrics if they are asked for. It says where on w.
func newRunner(f runFlags, w io.Writer) (*runner, error) {
	worker, err := f.worker()
	if err != nil {
		return nil, err
	}
	r := &runner{flags: f, worker: worker}
	switch {
	case f.redis == "sim" && f.allowRemote:
		return nil, errors.New("--allow-remote: virtual time has no server to reach; accepted with a --redis other than sim")
	case f.redis == "sim" && f.live.monitor:
		return nil, errors.New("--monitor: virtual time has no server to ask; accepted with a --redis other than sim")
	case f.redis == "sim" && f.live.metrics != "":
		return nil, errors.New("--metrics-addr: a run in virtual time is over at once; accepted with a --redis other than sim")
	case f.live.metrics == "":
		return r, nil
	}
	if err := checkListen(f.live.metrics, f.allowRemote); err != nil {
		return nil, fmt.Errorf("--metrics-addr: %w", err)
	}
	l, err := net.Listen("tcp", f.live.metrics)
	if err != nil {
		return nil, environmentError{fmt.Errorf("--metrics-addr: %w", err)}
	}
	r.registry = prometheus.NewRegistry()
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(r.registry, promhttp.HandlerOpts{}))
	r.server = &http.Server{Handler: mux}
	go func() { _ = r.server.Serve(l) }() // until it is closed
	fmt.Fprintf(w, "metrics at http://%s/metrics\n", l.Addr())
	return r, nil
}

// checkListen refuses an address that other machines can reach, unless that is
// allowed.
func checkListen(addr string, allowRemote bool) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("%w; accepted is HOST:PORT, as in 127.0.0.1:0", err)
	}
	if ip := net.ParseIP(host); allowRemote || host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("other machines can reach %s; accepted is an address of this one, as in 127.0.0.1:0, or --allow-remote", addr)
}

// run makes one run.
func (r *runner) run(ctx context.Context, run study.Run) (study.Outcome, error) {
	if r.flags.redis == "sim" {
		return run.Modelled(ctx)
	}
	on := live.Config{Redis: r.flags.redis, AllowRemote: r.flags.allowRemote, Monitor: r.flags.live.monitor, Worker: r.worker}
	if r.registry != nil {
		labels := prometheus.Labels{"strategy": run.Strategy.Name}
		on.Metrics = prometheus.WrapRegistererWith(labels, r.registry)
	}
	return run.Live(ctx, on)
}

func (r *runner) close() {
	if r.server != nil {
		_ = r.server.Close()
	}
}
