package live

import (
	"context"
	"fmt"
	"net"
	"net/url"

	"github.com/redis/go-redis/v9"

	"stampede/strategies/goredis"
)

const accepted = "accepted is " + Miniredis + " or the URL of a running server"

// parseAddress returns the client options of a server's URL, and the URL as it
// may be shown.
func parseAddress(ctx context.Context, address string, allowRemote bool) (*redis.Options, string, error) {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "redis" && u.Scheme != "rediss") {
		return nil, "", &failure{ErrServer, fmt.Sprintf("%s: no URL that begins with redis:// or rediss://; %s", hidden(u, address), accepted)}
	}
	shown := u.Redacted()
	o, err := goredis.Options(address)
	if err != nil {
		return nil, "", &failure{ErrServer, fmt.Sprintf("%s: %v; %s", shown, err, accepted)}
	}
	if !allowRemote {
		if err := checkLocal(ctx, shown, u.Hostname()); err != nil {
			return nil, "", err
		}
	}
	return o, shown, nil
}

// hidden returns an address that is no URL of ours, without what might be a
// password.
func hidden(u *url.URL, address string) string {
	if u == nil {
		return "the address"
	}
	if u.User == nil {
		return fmt.Sprintf("%q", address)
	}
	return u.Redacted()
}

// checkLocal refuses a host that is not this machine: a stampede is not a thing
// to aim at a server by accident.
func checkLocal(ctx context.Context, shown, host string) error {
	if host == "" {
		return nil // the client's default is localhost
	}
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	ips, err := net.DefaultResolver.LookupIP(ctx, "ip", host)
	if err != nil {
		return &failure{ErrUnavailable, fmt.Sprintf("%s: %v; %s", shown, err, accepted)}
	}
	for _, ip := range ips {
		if !ip.IsLoopback() {
			return &failure{ErrServer, fmt.Sprintf("%s: %s is not this machine; --allow-remote permits a run on it", shown, host)}
		}
	}
	return nil
}
