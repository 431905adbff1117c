package live

import (
	"context"
	"net"

	"stampede/live/local"
)

// own is the servers that a run has started for itself: a run may do to them what
// it would never do to anyone else's. Exactly one of the fields is given.
type own struct {
	single    *local.Standalone
	sentinels *local.Sentinels
	cluster   *local.Cluster
}

// The cluster that is started: as many nodes as a cluster needs to survive the
// loss of one.
const (
	primaries = 3
	replicas  = 1
	refresh   = "300ms"
)

func newOwn(ctx context.Context, kind string, seed uint64) (o *own, err error) {
	o = new(own)
	switch kind {
	case Auto:
		o.single, err = local.Start(ctx)
	case AutoSentinel:
		o.sentinels, err = local.StartSentinels(ctx, seed)
	case AutoCluster:
		o.cluster, err = local.StartCluster(ctx, primaries, replicas)
	}
	return o, err
}

// url returns the address for clients.
func (o *own) url() string {
	switch {
	case o.single != nil:
		return o.single.URL()
	case o.sentinels != nil:
		return o.sentinels.URL()
	}
	return o.cluster.URL() + "?refresh=" + refresh
}

// direct returns, for the addresses that clients are told, those of the servers
// themselves: the way of the replica and the Sentinels to the primary is not the
// clients'.
func (o *own) direct() map[string]string {
	if o == nil || o.sentinels == nil {
		return nil
	}
	return map[string]string{o.sentinels.Proxy.Addr(): o.sentinels.Primary.Addr}
}

// dialerTo returns how clients reach servers that are told to them by other addresses
// than their own; nil if there are none.
func dialerTo(direct map[string]string) dialer {
	if direct == nil {
		return nil
	}
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		if real, ok := direct[addr]; ok {
			addr = real
		}
		var d net.Dialer
		return d.DialContext(ctx, network, addr)
	}
}

// nodes returns the servers that hold data, the primaries first.
func (o *own) nodes() []*local.Server {
	switch {
	case o.single != nil:
		return []*local.Server{o.single.Server}
	case o.sentinels != nil:
		return []*local.Server{o.sentinels.Primary, o.sentinels.Replica}
	}
	return o.cluster.Nodes
}

// servers counts them, with the Sentinels.
func (o *own) servers() int {
	n := len(o.nodes())
	if o.sentinels != nil {
		n += len(o.sentinels.Sentinels)
	}
	return n
}

func (o *own) close() error {
	switch {
	case o.single != nil:
		return o.single.Close()
	case o.sentinels != nil:
		return o.sentinels.Close()
	}
	return o.cluster.Close()
}
