package live

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"time"
)

// parameters are those of a server's URL that go-redis does not know.
type parameters struct {
	cacert, cert, key string
	refresh           time.Duration
}

// takeOwn takes them out of the URL.
func (l *locator) takeOwn() (p parameters, err error) {
	for name, to := range map[string]*string{"cacert": &p.cacert, "cert": &p.cert, "key": &p.key} {
		*to = l.query.Get(name)
		l.query.Del(name)
	}
	if l.query.Has("refresh") {
		p.refresh, err = time.ParseDuration(l.query.Get("refresh"))
		if err != nil || p.refresh <= 0 || l.kind != "cluster" {
			err = errors.New("refresh is a length of time, as in 300ms, for a cluster")
		}
		l.query.Del("refresh")
	}
	return p, err
}

// apply sets what the parameters say.
func (p parameters) apply(a *address) error {
	var t *tls.Config
	switch {
	case a.single != nil:
		t = a.single.TLSConfig
	case a.failover != nil:
		t = a.failover.TLSConfig
	default:
		t = a.cluster.TLSConfig
		a.cluster.ClusterStateReloadInterval = p.refresh
	}
	if p.cacert+p.cert+p.key == "" {
		return nil
	}
	if t == nil {
		return errors.New("cacert, cert and key are for rediss://")
	}
	if p.cacert != "" {
		text, err := os.ReadFile(p.cacert)
		if err != nil {
			return err
		}
		t.RootCAs = x509.NewCertPool()
		if !t.RootCAs.AppendCertsFromPEM(text) {
			return fmt.Errorf("%s holds no certificate", p.cacert)
		}
	}
	if p.cert+p.key != "" {
		pair, err := tls.LoadX509KeyPair(p.cert, p.key)
		if err != nil {
			return err
		}
		t.Certificates = []tls.Certificate{pair}
	}
	return nil
}
