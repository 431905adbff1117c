package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	"stampede/strategies/goredis"
)

func TestReadsGoThroughTheCacheAndWritesReachTheReaders(t *testing.T) {
	m := miniredis.RunT(t)
	client := redis.NewClient(&redis.Options{Addr: m.Addr(), MaxRetries: -1})
	env := goredis.NewEnv(client)
	s, err := open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cached(env, "lock"); err != nil {
		t.Fatal(err)
	}
	h := s.handler()
	call := func(method, path, body string) (int, string) {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body)))
		return w.Code, w.Body.String()
	}
	for range 2 {
		if code, body := call(http.MethodGet, "/product/1", ""); code != http.StatusOK || body != "kettle costs 24.50\n" {
			t.Errorf("%d: %s", code, body)
		}
	}
	if !m.Exists("product:1") {
		t.Error("it is not in the cache")
	}
	if code, body := call(http.MethodPut, "/product/1", "9.99"); code != http.StatusOK {
		t.Errorf("%d: %s", code, body)
	}
	if _, body := call(http.MethodGet, "/product/1", ""); body != "kettle costs 9.99\n" {
		t.Errorf("after the write: %s", body)
	}
	if code, _ := call(http.MethodGet, "/product/7", ""); code != http.StatusNotFound {
		t.Errorf("a product that does not exist: %d", code)
	}
}
