package goredis

import (
	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// Options returns the client options for the server at a URL, as
// [redis.ParseURL] reads it, with the settings that a lock needs:
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
	once(&o.MaxRetries, &o.DialerRetries)
	o.ContextTimeoutEnabled = true
	o.MaintNotificationsConfig = withoutNotifications()
	return o, nil
}

// Universal returns the options of a client for a single server, for Sentinels (with
// MasterName) or for a cluster (with several addresses), as [redis.NewUniversalClient]
// takes them, with the settings that a lock needs. What o sets itself is kept.
func Universal(o redis.UniversalOptions) *redis.UniversalOptions {
	once(&o.MaxRetries, &o.DialerRetries)
	o.ContextTimeoutEnabled = true
	o.MaintNotificationsConfig = withoutNotifications()
	return &o
}

// FailoverOptions returns the same for servers behind Sentinels, as
// [redis.ParseFailoverURL] reads a URL.
func FailoverOptions(url string) (*redis.FailoverOptions, error) {
	o, err := redis.ParseFailoverURL(url)
	if err != nil {
		return nil, err
	}
	once(&o.MaxRetries, &o.DialerRetries)
	o.ContextTimeoutEnabled = true
	return o, nil
}

// ClusterOptions returns the same for a cluster, as [redis.ParseClusterURL] reads
// a URL. Two things are left to know of its client. It repeats a command whose
// reply was lost whatever MaxRetries says: it counts that as one of the
// MaxRedirects redirections, which it must follow to find the slots. And after a
// failover it may dial the dead primary for as long as
// ClusterStateReloadInterval.
func ClusterOptions(url string) (*redis.ClusterOptions, error) {
	o, err := redis.ParseClusterURL(url)
	if err != nil {
		return nil, err
	}
	once(&o.MaxRetries, &o.DialerRetries)
	o.ContextTimeoutEnabled = true
	o.MaintNotificationsConfig = withoutNotifications()
	return o, nil
}

// once has a client try once, unless its URL says otherwise.
func once(maxRetries, dialerRetries *int) {
	if *maxRetries == 0 {
		*maxRetries = -1
	}
	if *dialerRetries == 0 {
		*dialerRetries = 1
	}
}

func withoutNotifications() *maintnotifications.Config {
	return &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
}
