package goredis_test

import (
	"testing"

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
