package goredis

import (
	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// Options returns the client options for the server at a URL, as
// [redis.ParseURL] reads it, with the settings that a lock needs. For other kinds
// of clients, set the same fields:
//
//   - MaxRetries -1. By default the client repeats a command whose reply was
//     lost. A repeated SET NX then finds the lock that the first one took, and
//     reports it as another's: no one releases it, and all wait for its TTL.
//   - ContextTimeoutEnabled true. By default the deadline of a context does not
//     bound the wait for a reply.
//   - DialerRetries 1. By default a server that is down costs each command five
//     attempts to connect.
//   - Maintenance notifications disabled: only some managed servers send them.
//
// What the URL sets itself is kept.
func Options(url string) (*redis.Options, error) {
	o, err := redis.ParseURL(url)
	if err != nil {
		return nil, err
	}
	if o.MaxRetries == 0 {
		o.MaxRetries = -1
	}
	if o.DialerRetries == 0 {
		o.DialerRetries = 1
	}
	o.ContextTimeoutEnabled = true
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return o, nil
}

// Universal returns the options of a client for a single server, for Sentinels (with
// MasterName) or for a cluster (with several addresses), as [redis.NewUniversalClient]
// takes them, with the settings that a lock needs. What o sets itself is kept.
func Universal(o redis.UniversalOptions) *redis.UniversalOptions {
	if o.MaxRetries == 0 {
		o.MaxRetries = -1
	}
	if o.DialerRetries == 0 {
		o.DialerRetries = 1
	}
	o.ContextTimeoutEnabled = true
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return &o
}
