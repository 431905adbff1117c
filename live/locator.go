package live

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// locator is a server's URL in its parts. It may name several hosts, which
// package url does not read.
type locator struct {
	scheme string // redis or rediss
	kind   string // empty, sentinel or cluster
	user   *url.Userinfo
	hosts  []string
	path   []string
	query  url.Values
}

func splitLocator(text string) (*locator, error) {
	scheme, rest, ok := strings.Cut(text, "://")
	l := new(locator)
	l.scheme, l.kind, _ = strings.Cut(scheme, "+")
	if !ok || (l.scheme != "redis" && l.scheme != "rediss") || scheme != l.scheme && l.kind != "sentinel" && l.kind != "cluster" {
		return nil, &failure{ErrServer, fmt.Sprintf("%s: no URL that begins with redis://, rediss://, redis+sentinel:// or redis+cluster://; %s", hidden(text), accepted)}
	}
	authority, tail := rest, ""
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		authority, tail = rest[:i], rest[i:]
	}
	user, hosts := "", authority
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		user, hosts = authority[:i+1], authority[i+1:]
	}
	l.hosts = strings.Split(hosts, ",")
	if len(l.hosts) > 1 && l.kind == "" {
		return nil, &failure{ErrServer, fmt.Sprintf("several addresses in one URL are Sentinels or a cluster: redis+sentinel://… or redis+cluster://…; %s", accepted)}
	}
	for i, host := range l.hosts {
		// With each host it must be a URL.
		u, err := url.Parse(l.scheme + "://" + user + host + tail)
		if err != nil {
			return nil, &failure{ErrServer, fmt.Sprintf("%s: no URL; %s", hidden(text), accepted)}
		}
		if i == 0 {
			l.user, l.query = u.User, u.Query()
			l.path = strings.FieldsFunc(u.Path, func(r rune) bool { return r == '/' })
		}
	}
	return l, nil
}

// secrets are the parameters that are not shown.
var secrets = []string{"password", "sentinel_password"}

// shown writes the URL without passwords.
func (l *locator) shown() string {
	u := url.URL{Scheme: l.scheme, User: l.user, Host: strings.Join(l.hosts, ","), Path: strings.Join(l.path, "/")}
	if l.kind != "" {
		u.Scheme += "+" + l.kind
	}
	query := url.Values{}
	for name, values := range l.query {
		query[name] = values
	}
	for _, name := range secrets {
		if query.Has(name) {
			query.Set(name, "xxxxx")
		}
	}
	u.RawQuery = query.Encode()
	return u.Redacted()
}

// Shown returns what [Config].Redis may be shown as: without passwords.
func Shown(redis string) string {
	urls := splitServers(redis)
	for i, text := range urls {
		if l, err := splitLocator(text); err == nil && l.secret() {
			urls[i] = l.shown()
		}
	}
	return strings.Join(urls, ",")
}

// secret tells whether the URL has a password.
func (l *locator) secret() bool {
	_, has := l.user.Password()
	return has || slices.ContainsFunc(secrets, l.query.Has)
}

// write writes the URL as go-redis reads it: the first host stands in its place,
// the others are parameters.
func (l *locator) write(user *url.Userinfo, path []string, query url.Values) string {
	for _, host := range l.hosts[1:] {
		query.Add("addr", host)
	}
	u := url.URL{Scheme: l.scheme, User: user, Host: l.hosts[0], Path: strings.Join(path, "/"), RawQuery: query.Encode()}
	return u.String()
}

func (l *locator) singleURL() string { return l.write(l.user, l.path, l.query) }

func (l *locator) clusterURL() string { return l.write(l.user, l.path, l.query) }

// failoverURL puts the user, who is the servers', where go-redis has it: what
// stands before the host there is the Sentinels'.
func (l *locator) failoverURL() string {
	q := l.query
	path := l.path
	if len(path) > 0 {
		q.Set("master_name", path[0])
		path = path[1:]
	}
	if l.user != nil {
		q.Set("username", l.user.Username())
		if password, ok := l.user.Password(); ok {
			q.Set("password", password)
		}
	}
	var sentinel *url.Userinfo
	if q.Has("sentinel_username") || q.Has("sentinel_password") {
		sentinel = url.UserPassword(q.Get("sentinel_username"), q.Get("sentinel_password"))
		q.Del("sentinel_username")
		q.Del("sentinel_password")
	}
	return l.write(sentinel, path, q)
}
