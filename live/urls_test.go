package live

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stampede/internal/redistest"
)

// Each kind of deployment keeps the promises of the lock, and no key is left.
func TestEveryKindOfDeployment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, says string
		url        func(t *testing.T) string
	}{
		{"sentinel", "behind Sentinels", func(t *testing.T) string { return redistest.StartSentinels(t, 1).URL() }},
		{"cluster", "a cluster of 3 primaries", func(t *testing.T) string { return redistest.StartCluster(t, 3, 1).URL() }},
		{"tls", "redis ", startTLS},
		{"acl user", "redis", startACL},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			url := c.url(t)
			sc := hotKey(t, "keys=5", "cache.lock.atomic-publish=true")
			if r := play(t, url, "lock", sc); r.Recomputes != r.Expiries || r.Recomputes < 5 {
				t.Errorf("%d recomputes in %d expiries", r.Recomputes, r.Expiries)
			}
			info, err := Run(t.Context(), Config{Scenario: hotKey(t, "start=warm", "ttl=1m"), Strategy: presetNamed(t, "lock"), Redis: url})
			if err != nil || !strings.Contains(info.Server.Version, c.says) || info.Left.KeysRemoved != 1 {
				t.Errorf("%+v, %v", info, err)
			}
		})
	}
}

// startACL starts a server whose user may touch the keys of runs only, and may not
// ask for settings.
func startACL(t *testing.T) string {
	s := redistest.Start(t)
	_, err := s.Do(t.Context(), "ACL", "SETUSER", "app", "on", ">secret", "~stampede:*", "+@all", "-@dangerous")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), Config{Scenario: hotKey(t), Strategy: presetNamed(t, "lock"), Redis: "redis://app:wrong@" + s.Addr}); !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "WRONGPASS") {
		t.Errorf("a wrong password: %v", err)
	}
	return "redis://app:secret@" + s.Addr
}

// startTLS starts a server that takes encrypted connections only.
func startTLS(t *testing.T) string {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writeCertificate(t, cert, key)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	_ = l.Close()
	redistest.Start(t, "--tls-port", port, "--tls-cert-file", cert, "--tls-key-file", key, "--tls-ca-cert-file", cert)
	url := "rediss://127.0.0.1:" + port
	for with, says := range map[string]string{
		strings.Replace(url, "rediss", "redis", 1): "EOF; rediss:// is for a server that takes encrypted connections only",
		url:                     "certificate signed by unknown authority",
		url + "?cacert=" + cert: "certificate required",
		url + "?cacert=" + key:  "key.pem holds no certificate",
		url + "?cacert=" + cert + "&cert=" + cert + "&key=" + cert: "cert.pem", // no key
	} {
		_, err := Run(t.Context(), Config{Scenario: hotKey(t), Strategy: presetNamed(t, "lock"), Redis: with})
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "accepted is") {
			t.Errorf("%s: %v; it does not say %q", with, err, says)
		}
	}
	return url + "?cacert=" + cert + "&cert=" + cert + "&key=" + key
}

func writeCertificate(t *testing.T, cert, key string) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{
		cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret},
	} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// What a run starts for itself is gone after it.
func TestARunRemovesTheServersThatItStarted(t *testing.T) {
	redistest.Need(t)
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	for _, address := range []string{Auto, AutoSentinel, AutoCluster} {
		play(t, address, "lock", hotKey(t))
		left, err := os.ReadDir(dir)
		if err != nil || len(left) != 0 {
			t.Errorf("%s leaves %v, %v", address, left, err)
		}
	}
}
