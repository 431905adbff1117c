package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// serve answers until it is told to stop, and then the command has ended well.
func TestServeAnswersUntilItIsInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	out, in := io.Pipe()
	var errs bytes.Buffer
	ended := make(chan int)
	go func() {
		code := simulate(ctx, []string{"serve", "--listen", "127.0.0.1:0", "--as-version", "8.4"}, in, &errs)
		_ = in.Close()
		ended <- code
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if err != nil || !ok {
		t.Fatalf("%q, %v", line, err)
	}
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(10 * time.Second)) // a hang is a failure
	replies := bufio.NewReader(c)
	for _, x := range []struct{ command, want string }{
		{"PING", "+PONG"}, {"SET k v PX 60000", "+OK"}, {"DELEX k IFEQ v", ":1"}, {"GET k", "$-1"},
	} {
		_, _ = io.WriteString(c, x.command+"\r\n")
		if got, err := replies.ReadString('\n'); strings.TrimSpace(got) != x.want {
			t.Errorf("%s: %q, %v; want %s", x.command, got, err, x.want)
		}
	}
	interrupt()
	if code := <-ended; code != exitHolds {
		t.Errorf("exit status %d: %s", code, errs.String())
	}
}

func TestServeRefusesWhatItCannotDo(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"--listen 0.0.0.0:0", exitUsage, "--listen: no address to serve at: other machines can reach 0.0.0.0:0; --allow-remote permits that"},
		{"--listen nonsense", exitUsage, "--listen: no address to serve at: address nonsense: missing port in address; accepted is HOST:PORT"},
		{"--as-version 6.2", exitUsage, `--as-version: version is "6.2"; accepted is 7.0 or 8.4`},
		{"--maxmemory-policy lru", exitUsage, `--maxmemory-policy: policy is "lru"; accepted is one of noeviction, allkeys-lru, allkeys-lfu, allkeys-random, volatile-lru, volatile-lfu, volatile-random, volatile-ttl`},
		{"--maxkeys -1", exitUsage, "--maxkeys is -1; accepted is 0, which is no limit, or more"},
		{"--maxmemory -1", exitUsage, "--maxmemory is -1; accepted is 0, which is no limit, or more"},
	} {
		code, stdout, stderr := call(t, append([]string{"serve"}, strings.Fields(c.args)...)...)
		if code != c.code || stdout != "" || stderr != "simulate: "+c.want+"\n" {
			t.Errorf("serve %s\n got %d: %s\nwant %d: simulate: %s", c.args, code, stderr, c.code, c.want)
		}
	}
}
