package goredis_test

import (
	"context"
	"errors"
	"net"
	"time"

	"github.com/redis/go-redis/v9"
)

// roundTrips counts what is sent, as a hook of a client.
type roundTrips struct{ single, batches int }

func (h *roundTrips) DialHook(next redis.DialHook) redis.DialHook { return next }

func (h *roundTrips) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		h.single++
		return next(ctx, cmd)
	}
}

func (h *roundTrips) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		h.batches++
		return next(ctx, cmds)
	}
}

// sentTTL notes the TTL of a command in place of sending it.
type sentTTL struct{ ms int64 }

func (h *sentTTL) DialHook(redis.DialHook) redis.DialHook {
	return func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("nothing is sent") }
}

func (h *sentTTL) ProcessHook(redis.ProcessHook) redis.ProcessHook {
	return func(_ context.Context, cmd redis.Cmder) error {
		h.ms = 0
		args := cmd.Args()
		if cmd.Name() == "evalsha" { // … 2 key lock entry TTL token
			h.ms = args[6].(int64)
			return nil
		}
		for i, arg := range args {
			switch arg {
			case "px":
				h.ms = args[i+1].(int64)
			case "ex":
				h.ms = args[i+1].(int64) * time.Second.Milliseconds()
			}
		}
		return nil
	}
}

func (h *sentTTL) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}
