package live

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/model/scenario"
	"stampede/strategies/goredis"
)

const accepted = "accepted is " + Miniredis + ", " + Auto + ", " + AutoSentinel + ", " + AutoCluster + " or the URL of a running server, or URLs with commas between for a Redlock"

// address says where a run's Redis is, and what it is: one server, one behind
// Sentinels, or a cluster. Exactly one of the options is given.
type address struct {
	url      string   // with them
	shown    string   // without passwords
	hosts    []string // that the client dials first
	single   *redis.Options
	failover *redis.FailoverOptions
	cluster  *redis.ClusterOptions
	dial     dialer // if not nil, how clients reach a server that has no port

	locks []*address // of the independent servers for a Redlock, if there are any
}

// parseAddress reads the URL of a server:
//
//	redis://[USER:PASSWORD@]HOST[:PORT][/DB]
//	redis+sentinel://[USER:PASSWORD@]HOST:PORT[,HOST:PORT…]/MASTER[/DB]
//	redis+cluster://[USER:PASSWORD@]HOST:PORT[,HOST:PORT…]
//
// With rediss in place of redis the connections are encrypted. The user and the
// password are the servers'; those of the Sentinels are the parameters
// sentinel_username and sentinel_password. Further parameters are those of
// go-redis, and
//
//	cacert=FILE          the certificate of who signed the server's
//	cert=FILE&key=FILE   the client's own
//	refresh=300ms        how old a client's map of a cluster may get
func parseAddress(text string) (*address, error) {
	l, err := splitLocator(text)
	if err != nil {
		return nil, err
	}
	a := &address{url: text, shown: l.shown(), hosts: l.hosts}
	own, err := l.takeOwn()
	if err == nil {
		err = a.options(l)
	}
	if err == nil {
		err = own.apply(a)
	}
	if err != nil {
		return nil, &failure{ErrServer, fmt.Sprintf("%s: %v; %s", a.shown, err, accepted)}
	}
	return a, nil
}

// options has the production binding read the URL, in the form that go-redis has
// for it.
func (a *address) options(l *locator) (err error) {
	switch l.kind {
	case "sentinel":
		a.failover, err = goredis.FailoverOptions(l.failoverURL())
		if err == nil && a.failover.MasterName == "" {
			err = fmt.Errorf("no name of a primary; write it after the addresses, as in redis+sentinel://HOST:PORT/%s", "mymaster")
		}
	case "cluster":
		a.cluster, err = goredis.ClusterOptions(l.clusterURL())
	default:
		a.single, err = goredis.Options(l.singleURL())
	}
	return err
}

// encrypted tells whether the connections are.
func (a *address) encrypted() bool {
	switch {
	case a.failover != nil:
		return a.failover.TLSConfig != nil
	case a.cluster != nil:
		return a.cluster.TLSConfig != nil
	}
	return a.single.TLSConfig != nil
}

// dialer opens a connection to an address.
type dialer func(ctx context.Context, network, addr string) (net.Conn, error)

// newClient returns a client with a pool of its own, of so many connections to
// each server. The dialer, and what the scenario says of the client, may be nil.
func (a *address) newClient(connections int, dial dialer, c *scenario.RedisClient) redis.UniversalClient {
	t := tune(c, connections)
	if dial == nil {
		dial = a.dial
	}
	switch {
	case a.failover != nil:
		o := *a.failover
		// MULTI … EXEC takes a connection of the same pool.
		o.PoolSize, o.PipelinePoolSize, o.DialTimeout, o.Dialer = t.connections, -1, answerLimit, dial
		t.apply(&o.ReadTimeout, &o.PoolTimeout, &o.MinRetryBackoff, &o.MaxRetryBackoff, &o.MaxRetries)
		return redis.NewFailoverClient(&o)
	case a.cluster != nil:
		o := *a.cluster
		o.PoolSize, o.PipelinePoolSize, o.DialTimeout, o.Dialer = t.connections, -1, answerLimit, dial
		t.apply(&o.ReadTimeout, &o.PoolTimeout, &o.MinRetryBackoff, &o.MaxRetryBackoff, &o.MaxRetries)
		if c != nil {
			o.MaxRedirects, o.ClusterStateReloadInterval = c.Redirects, time.Duration(c.Refresh)
		}
		return redis.NewClusterClient(&o)
	}
	o := *a.single
	o.PoolSize, o.PipelinePoolSize, o.DialTimeout, o.Dialer = t.connections, -1, answerLimit, dial
	t.apply(&o.ReadTimeout, &o.PoolTimeout, &o.MinRetryBackoff, &o.MaxRetryBackoff, &o.MaxRetries)
	return redis.NewClient(&o)
}

// checkLocal refuses hosts that are not this machine: a stampede is not a thing
// to aim at a server by accident.
func (a *address) checkLocal(ctx context.Context) error {
	for _, host := range a.hosts {
		name, _, err := net.SplitHostPort(host)
		if err != nil {
			name = strings.Trim(host, "[]")
		}
		if err := checkLocal(ctx, a.shown, name); err != nil {
			return err
		}
	}
	return nil
}

func checkLocal(ctx context.Context, shown, host string) error {
	if host == "" {
		return nil // the client's default is localhost
	}
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	ips, err := net.DefaultResolver.LookupIP(ctx, "ip", host)
	if err != nil {
		return &failure{ErrUnavailable, fmt.Sprintf("%s: %v; %s", shown, err, accepted)}
	}
	for _, ip := range ips {
		if !ip.IsLoopback() {
			return &failure{ErrServer, fmt.Sprintf("%s: %s is not this machine; --allow-remote permits a run on it", shown, host)}
		}
	}
	return nil
}

// hidden returns an address that is no URL of ours, without what might be a
// password.
func hidden(text string) string {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return "the address"
	case u.User == nil:
		return fmt.Sprintf("%q", text)
	}
	return u.Redacted()
}
