package goredis_test

import (
	"testing"

	"github.com/redis/go-redis/v9"

	"stampede/strategies/goredis"
)

func TestOptionsDoNotRetry(t *testing.T) {
	o, err := goredis.Options("redis://127.0.0.1:6379/3?pool_size=7")
	if err != nil {
		t.Fatal(err)
	}
	if o.MaxRetries != -1 || o.DialerRetries != 1 || !o.ContextTimeoutEnabled || o.DB != 3 || o.PoolSize != 7 {
		t.Errorf("%+v", o)
	}
	if o, err = goredis.Options("redis://127.0.0.1:6379?max_retries=2"); err != nil || o.MaxRetries != 2 {
		t.Errorf("what the URL says is not kept: %d, %v", o.MaxRetries, err)
	}
	if _, err := goredis.Options("http://127.0.0.1"); err == nil {
		t.Error("http is no scheme of Redis")
	}
}

func TestUniversalOptionsHaveWhatALockNeeds(t *testing.T) {
	o := goredis.Universal(redis.UniversalOptions{Addrs: []string{"a:1", "b:2"}})
	if o.MaxRetries != -1 || !o.ContextTimeoutEnabled || o.DialerRetries != 1 || o.MaintNotificationsConfig == nil || len(o.Addrs) != 2 {
		t.Errorf("%+v", o)
	}
	if o := goredis.Universal(redis.UniversalOptions{MaxRetries: 2}); o.MaxRetries != 2 {
		t.Errorf("retries that were asked for: %d", o.MaxRetries)
	}
}
