package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"stampede/live/serve"
	"stampede/model/redis"
)

// serveFlags are the settings of the served Redis.
type serveFlags struct {
	config  serve.Config
	version string
	policy  string
}

func serveCommand() *cobra.Command {
	var f serveFlags
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve the modelled Redis to clients in any language",
		Long: `serve listens for Redis clients, redis-cli for one, and answers with the modelled
server, in wall-clock time: the commands that caches and locks use, expiry and
eviction. It stops on an interrupt. There is no password, so by default only
this machine can reach it.`,
		Example: `  simulate serve --listen 127.0.0.1:6380
  redis-cli -p 6380 SET lock token NX PX 5000`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error { return f.serve(c) },
	}
	flags := c.Flags()
	flags.SortFlags = false
	memory := &f.config.Options.Memory
	flags.StringVar(&f.config.Listen, "listen", "127.0.0.1:6380", "HOST:PORT; port 0 is any that is free")
	flags.BoolVar(&f.config.AllowRemote, "allow-remote", false, "let --listen be an address that other machines can reach")
	flags.StringVar(&f.version, "as-version", redis.Redis70.String(), "the version whose commands there are: 7.0, or 8.4 with SET IFEQ and DELEX")
	flags.Int64Var(&memory.MaxBytes, "maxmemory", 0, "bytes that the entries may take up; 0 is no limit")
	flags.IntVar(&memory.MaxKeys, "maxkeys", 0, "entries that there may be; 0 is no limit")
	flags.StringVar(&f.policy, "maxmemory-policy", redis.NoEviction.String(), "what goes when there is no room, by its name in redis.conf")
	flags.BoolVar(&memory.Exact, "exact", false, "evict what is really the first to go, instead of sampling as Redis does")
	flags.Uint64Var(&f.config.Seed, "seed", 1, "selects which keys expiry and eviction sample")
	return c
}

func (f *serveFlags) serve(c *cobra.Command) (err error) {
	o := &f.config.Options
	switch {
	case o.Memory.MaxBytes < 0:
		return fmt.Errorf("--maxmemory is %d; accepted is 0, which is no limit, or more", o.Memory.MaxBytes)
	case o.Memory.MaxKeys < 0:
		return fmt.Errorf("--maxkeys is %d; accepted is 0, which is no limit, or more", o.Memory.MaxKeys)
	}
	if o.Version, err = redis.ParseVersion(f.version); err != nil {
		return fmt.Errorf("--as-version: %w", err)
	}
	if o.Memory.Policy, err = redis.ParsePolicy(f.policy); err != nil {
		return fmt.Errorf("--maxmemory-policy: %w", err)
	}
	o.Scripts, o.ActiveExpiry = redis.StrategyScripts(), true
	s, err := serve.Listen(f.config)
	if errors.Is(err, serve.ErrListen) {
		return environmentError{err}
	}
	if errors.Is(err, serve.ErrAddress) {
		return fmt.Errorf("--listen: %w", err)
	}
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(c.OutOrStdout(), "listening on %s\n", s.Addr()); err != nil {
		return err
	}
	if err := s.Serve(c.Context()); err != nil {
		return environmentError{err}
	}
	return nil
}
