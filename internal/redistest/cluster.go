package redistest

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"
	"testing"
)

// Cluster is the nodes of a cluster: the primaries, which share the slots as evenly
// as can be, and then the replicas, of the first primary and so on.
type Cluster struct{ Nodes []*Server }

// slots of a cluster.
const slots = 16384

// StartCluster starts a cluster, until the test ends, and waits until it takes
// commands.
func StartCluster(t testing.TB, primaries, replicas int) *Cluster {
	t.Helper()
	c := new(Cluster)
	for range primaries * (1 + replicas) {
		c.Nodes = append(c.Nodes, StartClusterNode(t))
	}
	for i, n := range c.Nodes {
		do(t, n, "CLUSTER", "SET-CONFIG-EPOCH", i+1)
		if i < primaries {
			do(t, n, "CLUSTER", "ADDSLOTSRANGE", (i*slots+primaries-1)/primaries, ((i+1)*slots+primaries-1)/primaries-1)
		}
	}
	for _, n := range c.Nodes[1:] {
		host, port, _ := net.SplitHostPort(n.Addr)
		do(t, c.Nodes[0], "CLUSTER", "MEET", host, port, n.busPort)
	}
	for _, n := range c.Nodes {
		Eventually(t, "the nodes know each other", func(ctx context.Context) error {
			return clusterInfoHas(ctx, n, fmt.Sprintf("cluster_known_nodes:%d\r", len(c.Nodes)))
		})
	}
	for i, n := range c.Nodes[primaries:] {
		do(t, n, "CLUSTER", "REPLICATE", do(t, c.Nodes[i/replicas], "CLUSTER", "MYID"))
	}
	for _, n := range c.Nodes {
		Eventually(t, "the cluster takes commands", func(ctx context.Context) error {
			return clusterInfoHas(ctx, n, "cluster_state:ok")
		})
	}
	return c
}

// StartClusterNode starts a node that belongs to no cluster yet.
func StartClusterNode(t testing.TB) *Server {
	t.Helper()
	// By default the port of the cluster's bus is out of range for high ports.
	bus, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	n := Start(t, "--cluster-enabled", "yes", "--cluster-port", strconv.Itoa(bus),
		"--cluster-node-timeout", "500", "--repl-diskless-sync-delay", "0")
	n.busPort = bus
	return n
}

func clusterInfoHas(ctx context.Context, s *Server, want string) error {
	c := s.Client()
	defer func() { _ = c.Close() }()
	text, err := c.ClusterInfo(ctx).Result()
	if err == nil && !strings.Contains(text, want) {
		err = fmt.Errorf("%q is not in CLUSTER INFO of %s:\n%s", want, s.Addr, text)
	}
	return err
}

// do sends a command that must succeed.
func do(t testing.TB, s *Server, args ...any) any {
	t.Helper()
	c := s.Client()
	defer func() { _ = c.Close() }()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	reply, err := c.Do(ctx, args...).Result()
	if err != nil {
		t.Fatalf("%v on %s: %v", args, s.Addr, err)
	}
	return reply
}
