// Command sqlite serves products from a SQLite database through the cache: the
// strategy that was simulated is the one that runs here.
//
//	go run . --redis redis://127.0.0.1:6379 --strategy two-tier
//	curl localhost:8080/product/1        reads it
//	curl -X PUT -d '9.99' localhost:8080/product/1   changes its price
//	curl localhost:8080/metrics
//
// Without --redis it starts an embedded one.
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/redis/go-redis/v9"
	_ "modernc.org/sqlite"

	"stampede/strategies"
	"stampede/strategies/goredis"
	"stampede/strategies/prom"
)

func main() {
	url := flag.String("redis", "", "the server, as in redis://127.0.0.1:6379; empty: an embedded one")
	strategy := flag.String("strategy", "singleflight+lock+jitter=10%", "a preset, or a composition")
	listen := flag.String("listen", "localhost:8080", "where to serve")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *url, *strategy, *listen); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, url, strategy, listen string) error {
	if url == "" {
		m := miniredis.NewMiniRedis()
		m.ClockTTL(true)
		if err := m.Start(); err != nil {
			return err
		}
		defer m.Close()
		url = "redis://" + m.Addr()
	}
	options, err := goredis.Options(url)
	if err != nil {
		return err
	}
	client := redis.NewClient(options)
	defer client.Close()
	s, err := open(ctx)
	if err != nil {
		return err
	}
	defer s.db.Close()
	env := goredis.NewEnv(client, goredis.WithObserver(prom.New(prometheus.DefaultRegisterer).Observe))
	defer drain(env) // before the database is closed: refreshes may be reading it
	if err := s.cached(env, strategy); err != nil {
		return err
	}
	server := &http.Server{Addr: listen, Handler: s.handler()}
	answered := make(chan error, 1)
	go func() {
		<-ctx.Done()
		answered <- server.Shutdown(context.Background())
	}()
	log.Printf("serving on http://%s", listen)
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-answered
}

// drain waits for refreshes in the background.
func drain(env *goredis.Env) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := env.Close(ctx); err != nil {
		log.Print(err)
	}
}

// product is a row.
type product struct {
	ID    int     `json:"id"`
	Name  string  `json:"name"`
	Price float64 `json:"price"`
}

// shop is the database, and the cache in front of it.
type shop struct {
	db       *sql.DB
	products *strategies.Typed[product]
}

func open(ctx context.Context) (*shop, error) {
	db, err := sql.Open("sqlite", "file::memory:?cache=shared")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	_, err = db.ExecContext(ctx, `
		CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT, price REAL);
		INSERT INTO products VALUES (1, 'kettle', 24.5), (2, 'teapot', 18), (3, 'cup', 4.2)`)
	return &shop{db: db}, err
}

// cached puts the cache in front of the database.
func (s *shop) cached(env strategies.Env, strategy string) error {
	p, err := strategies.Compose(strategy)
	if err != nil {
		return err
	}
	o := strategies.DefaultOptions()
	o.TTL = 30 * time.Second
	s.products, err = strategies.NewTyped(env, p, s.load, strategies.JSON[product](), o)
	return err
}

// load reads a product from the database.
func (s *shop) load(ctx context.Context, key string) (p product, err error) {
	id, err := strconv.Atoi(strings.TrimPrefix(key, "product:"))
	if err != nil {
		return p, fmt.Errorf("%w: %s", strategies.ErrNotFound, key)
	}
	row := s.db.QueryRowContext(ctx, "SELECT id, name, price FROM products WHERE id = ?", id)
	err = row.Scan(&p.ID, &p.Name, &p.Price)
	if errors.Is(err, sql.ErrNoRows) {
		return p, fmt.Errorf("%w: %s", strategies.ErrNotFound, key)
	}
	return p, err
}

func (s *shop) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /product/{id}", func(w http.ResponseWriter, r *http.Request) {
		p, err := s.products.Get(r.Context(), "product:"+r.PathValue("id"))
		if err != nil {
			refuse(w, err)
			return
		}
		fmt.Fprintf(w, "%s costs %.2f\n", p.Name, p.Price)
	})
	mux.HandleFunc("PUT /product/{id}", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(io.LimitReader(r.Body, 100))
		price, err := strconv.ParseFloat(strings.TrimSpace(string(body)), 64)
		if err != nil {
			http.Error(w, "a price, as in 9.99", http.StatusBadRequest)
			return
		}
		// First the database, then the cache.
		if _, err := s.db.ExecContext(r.Context(), "UPDATE products SET price = ? WHERE id = ?", price, r.PathValue("id")); err != nil {
			refuse(w, err)
			return
		}
		if err := s.products.Invalidate(r.Context(), "product:"+r.PathValue("id")); err != nil {
			refuse(w, err)
		}
	})
	mux.Handle("GET /metrics", promhttp.Handler())
	return mux
}

// refuse tells a client what its request came to.
func refuse(w http.ResponseWriter, err error) {
	switch {
	case errors.Is(err, strategies.ErrNotFound):
		http.Error(w, "no such product", http.StatusNotFound)
	case errors.Is(err, strategies.ErrBusy):
		w.Header().Set("Retry-After", "1")
		http.Error(w, "busy", http.StatusServiceUnavailable)
	case errors.Is(err, strategies.ErrOverload):
		http.Error(w, "too many requests", http.StatusTooManyRequests)
	default:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}
