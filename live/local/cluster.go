package local

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
)

// Cluster is the nodes of a cluster: the primaries, which share the slots as evenly
// as can be, and then the replicas, of the first primary and so on.
type Cluster struct {
	Nodes []*Server
	set   *set
}

// slots of a cluster.
const slots = 16384

// StartCluster starts a cluster and waits until it takes commands.
func StartCluster(ctx context.Context, primaries, replicas int) (*Cluster, error) {
	set, err := newSet()
	if err != nil {
		return nil, err
	}
	c := &Cluster{set: set}
	if err := c.start(ctx, primaries, replicas); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

func (c *Cluster) start(ctx context.Context, primaries, replicas int) error {
	for range primaries * (1 + replicas) {
		n, err := c.set.clusterNode(ctx)
		if err != nil {
			return err
		}
		c.Nodes = append(c.Nodes, n)
	}
	steps := []func(context.Context) error{
		func(ctx context.Context) error { return c.assign(ctx, primaries) },
		c.meet,
		func(ctx context.Context) error { return c.replicate(ctx, primaries, replicas) },
		func(ctx context.Context) error { return c.all(ctx, "the cluster takes commands", "cluster_state:ok") },
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// StartClusterNode starts a node that belongs to no cluster yet.
func StartClusterNode(ctx context.Context) (*Standalone, error) {
	set, err := newSet()
	if err != nil {
		return nil, err
	}
	n, err := set.clusterNode(ctx)
	if err != nil {
		return nil, errors.Join(err, set.close())
	}
	return &Standalone{n, set}, nil
}

// clusterNode starts a node of the set.
func (s *set) clusterNode(ctx context.Context) (*Server, error) {
	// By default the port of the cluster's bus is out of range for high ports.
	bus, err := freePort()
	if err != nil {
		return nil, err
	}
	n, err := s.server(ctx, "--cluster-enabled", "yes", "--cluster-port", strconv.Itoa(bus), "--cluster-node-timeout", "500")
	if err == nil {
		n.bus = bus
	}
	return n, err
}

// assign gives the primaries their slots.
func (c *Cluster) assign(ctx context.Context, primaries int) error {
	for i, n := range c.Nodes {
		if _, err := n.Do(ctx, "CLUSTER", "SET-CONFIG-EPOCH", i+1); err != nil {
			return err
		}
		if i >= primaries {
			continue
		}
		from, to := (i*slots+primaries-1)/primaries, ((i+1)*slots+primaries-1)/primaries-1
		if _, err := n.Do(ctx, "CLUSTER", "ADDSLOTSRANGE", from, to); err != nil {
			return err
		}
	}
	return nil
}

// meet introduces the nodes to each other.
func (c *Cluster) meet(ctx context.Context) error {
	for _, n := range c.Nodes[1:] {
		host, port, _ := net.SplitHostPort(n.Addr)
		if _, err := c.Nodes[0].Do(ctx, "CLUSTER", "MEET", host, port, n.bus); err != nil {
			return err
		}
	}
	return c.all(ctx, "the nodes know each other", fmt.Sprintf("cluster_known_nodes:%d\r", len(c.Nodes)))
}

func (c *Cluster) replicate(ctx context.Context, primaries, replicas int) error {
	for i, n := range c.Nodes[primaries:] {
		id, err := c.Nodes[i/replicas].Do(ctx, "CLUSTER", "MYID")
		if err == nil {
			_, err = n.Do(ctx, "CLUSTER", "REPLICATE", id)
		}
		if err != nil {
			return err
		}
	}
	for _, n := range c.Nodes[primaries:] {
		err := await(ctx, "the replicas follow their primaries", func(ctx context.Context) error {
			return n.infoHas(ctx, "replication", "master_link_status:up")
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// all waits until CLUSTER INFO of each node contains a text.
func (c *Cluster) all(ctx context.Context, what, want string) error {
	for _, n := range c.Nodes {
		err := await(ctx, what, func(ctx context.Context) error { return n.has(ctx, want, "CLUSTER", "INFO") })
		if err != nil {
			return err
		}
	}
	return nil
}

// URL returns the URL of the cluster.
func (c *Cluster) URL() string { return "redis+cluster://" + addresses(c.Nodes) }

// Close ends the nodes and removes their directories.
func (c *Cluster) Close() error { return c.set.close() }
