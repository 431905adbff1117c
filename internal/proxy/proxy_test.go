package proxy_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"stampede/internal/proxy"
)

// echo is a server that answers each line with the same line, and tells of it
// before it does.
func echo(t *testing.T, heard func(line string)) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				for lines := bufio.NewScanner(c); lines.Scan(); {
					heard(lines.Text())
					if _, err := c.Write([]byte(lines.Text() + "\n")); err != nil {
						return
					}
				}
			}()
		}
	}()
	return l.Addr().String()
}

func listen(t *testing.T, target string) *proxy.Proxy {
	p, err := proxy.Listen(target, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

type client struct {
	t *testing.T
	net.Conn
	lines *bufio.Reader
}

func dial(t *testing.T, p *proxy.Proxy) *client {
	c, err := net.Dial("tcp", p.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if err := c.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return &client{t, c, bufio.NewReader(c)}
}

func (c *client) send(line string) {
	c.t.Helper()
	if _, err := c.Write([]byte(line + "\n")); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) expect(line string) {
	c.t.Helper()
	if got, err := c.lines.ReadString('\n'); err != nil || got != line+"\n" {
		c.t.Fatalf("got %q, %v; want %q", got, err, line)
	}
}

func TestDataArrivesAsItWasSent(t *testing.T) {
	p := listen(t, echo(t, func(string) {}))
	p.Delay(time.Millisecond, 2*time.Millisecond)
	c := dial(t, p)
	for _, line := range []string{"one", "two", "three"} {
		c.send(line)
		c.expect(line)
	}
}

// A delay is that of one way alone.
func TestADelayIsOfOneWay(t *testing.T) {
	heard := make(chan time.Time, 1)
	p := listen(t, echo(t, func(string) { heard <- time.Now() }))
	c := dial(t, p)
	for _, ways := range [][2]time.Duration{{200 * time.Millisecond, 0}, {0, 200 * time.Millisecond}} {
		p.Delay(ways[0], ways[1])
		begin := time.Now()
		c.send("late")
		there := (<-heard).Sub(begin)
		c.expect("late")
		if back := time.Since(begin) - there; there < ways[0] || back < ways[1]-time.Millisecond {
			t.Errorf("delays of %v: there in %v, and back in %v", ways, there, back)
		}
	}
}

// What is sent into a cut arrives when it is healed, and not before; one way too.
func TestACutHoldsDataBack(t *testing.T) {
	for name, cut := range map[string]struct{ requests, replies bool }{
		"both ways": {true, true}, "requests": {true, false}, "replies": {false, true},
	} {
		t.Run(name, func(t *testing.T) {
			var healed atomic.Bool
			heard := make(chan bool, 10) // whether it was healed by then
			p := listen(t, echo(t, func(string) { heard <- healed.Load() }))
			c := dial(t, p)
			c.send("before")
			c.expect("before")
			<-heard
			p.Cut(cut.requests, cut.replies)
			c.send("during")
			if !cut.requests {
				<-heard // it took effect, and its reply is held back
			}
			healed.Store(true)
			p.Heal()
			c.expect("during")
			if cut.requests && !<-heard {
				t.Error("a request went through a cut")
			}
		})
	}
}

// The server has done what it was asked; the client sees its connection break, and
// can make another.
func TestALostReplyBreaksTheConnectionAfterTheEffect(t *testing.T) {
	heard := make(chan string, 10)
	p := listen(t, echo(t, func(line string) { heard <- line }))
	c := dial(t, p)
	p.LoseReplies(1)
	c.send("request")
	if _, err := c.lines.ReadString('\n'); err == nil {
		t.Fatal("a reply arrived")
	} else if n := net.Error(nil); errors.As(err, &n) && n.Timeout() {
		t.Fatal("the connection is still there")
	} else if !errors.Is(err, io.EOF) {
		t.Logf("broken by %v", err)
	}
	if got := <-heard; got != "request" {
		t.Errorf("the server heard %q", got)
	}
	c = dial(t, p)
	c.send("again")
	c.expect("again")
}
