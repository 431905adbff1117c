package live

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/strategies"
)

// Config is what a run depends on.
type Config struct {
	Scenario scenario.Scenario
	Strategy strategies.Preset
	Seed     uint64
	// Redis is the server: miniredis, the embedded one; auto, auto-sentinel or
	// auto-cluster, which are started for the run and removed after it; or a URL,
	// as in redis://127.0.0.1:6379, rediss://user:password@host:6379/0,
	// redis+sentinel://host:26379,other:26379/mymaster or
	// redis+cluster://host:7000,other:7000. For a Redlock it may be the URLs of several
	// independent servers, three or more, with commas between: all are asked for the
	// lock, and the first has the entries too.
	Redis string
	// AllowRemote lets the server be on another machine.
	AllowRemote bool
	// Worker, if given, is the command that starts a worker: then each application
	// process is a process of the operating system of its own. It must call Work
	// with its standard input and output, and exit. A system that cannot freeze
	// processes cannot have them.
	Worker []string
	// Progress, if not nil, is told how far the scenario's traces are read.
	Progress func(workload.TraceProgress)
	// Monitor has the servers tell what they execute, to count foreign deletions by
	// their word too. That costs them time, so that latencies are not comparable.
	Monitor bool
	// Metrics, if not nil, is where the metrics of the strategies (package
	// strategies/prom) and of the servers are registered. What the servers count is
	// there for as long as the run is.
	Metrics prometheus.Registerer
}

// Info is what there is to say of a run besides its events.
type Info struct {
	// Server is what the run was on.
	Server observe.Server
	// ToldLate counts the events that processes of their own told when their time
	// had been passed over: they stand where they came.
	ToldLate uint64
	// Left is what the run has left behind.
	Left observe.Left
	// Elapsed is how long the run took, with the wait for reads in progress.
	Elapsed time.Duration
	// Oversleep is by how much longer than asked this machine let a process sleep
	// during the run. No latency is measured better than that.
	Oversleep Lengths
	// Monitor is what the servers have told, if they were asked.
	Monitor *observe.Monitored

	evictions *uint64                             // nil if the servers have not told
	missing   []func(*observe.RedisLoad) **uint64 // the figures that there are not
}

// Errors of Run, besides those of the scenario, of the strategy and of the
// context. Each is wrapped by one that says more, in one line.
var (
	// ErrServer says that Config.Redis names no server that may be used.
	ErrServer = errors.New("not a server to run on")
	// ErrModelOnly says that the scenario has parts that only the model can do.
	ErrModelOnly = errors.New("a scenario for the model")
	// ErrUnavailable says that the server did not answer, at the start or
	// during the run.
	ErrUnavailable = errors.New("the server is not available")
	// ErrProcess says that an application process could not be started, or ended by
	// itself.
	ErrProcess = errors.New("an application process is not there")
	// ErrKeysLeft says that not all keys of the run could be removed.
	ErrKeysLeft = errors.New("keys of the run are left on the server")
)

const (
	// Miniredis is the Config.Redis of the embedded server.
	Miniredis = "miniredis"
	// Auto, AutoSentinel and AutoCluster are those of servers that are started on
	// this machine: one; a primary with a replica and three Sentinels; a cluster
	// of three primaries with a replica each.
	Auto         = "auto"
	AutoSentinel = "auto-sentinel"
	AutoCluster  = "auto-cluster"

	// stopLimit bounds how long reads and jobs may take to notice that the run
	// is over: longer than a client waits for a reply.
	stopLimit = 10 * time.Second
	// answerLimit bounds the wait for a connection, and for the answer of a
	// server that is asked whether it is there.
	answerLimit = 2 * time.Second
	// connectLimit bounds the opening of a process's connections: so many at once take
	// their time on a busy machine.
	connectLimit = 10 * time.Second
	// cleanLimit bounds the removal of the run's keys.
	cleanLimit = 30 * time.Second
)
