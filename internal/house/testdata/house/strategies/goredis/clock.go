package goredis

import (
	"os"
	"time"
)

func now() time.Time { return time.Now() }

func spawn(f func(), done chan int) {
	go f()
	<-done
}

func world() string { return os.Getenv("WORLD") } // want: environment
