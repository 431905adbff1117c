#!/usr/bin/env python3
"""The workloads of `go test ./sim -bench 'Hold|Queue'`, and one of reads, on SimPy: CPU
time for each unit, in nanoseconds.

    python3 bench/simpy_bench.py

Run it on an otherwise idle machine right before or after `go test -bench`: the
ratio of the two is what counts. It needs SimPy (pip install simpy).
"""

import random
import statistics
import sys
import time

try:
    import simpy
except ImportError:
    sys.exit("simpy_bench.py: SimPy is not installed here (pip install simpy); nothing was measured")

ROUNDS = 5


def hold(n):
    """n processes sleep exponential times with mean 1, for ever."""
    env = simpy.Environment()
    count = [0]

    def holder():
        while True:
            yield env.timeout(random.expovariate(1))
            count[0] += 1

    for _ in range(n):
        env.process(holder())
    env.run(2)
    return env, count, 1 / n


def queue():
    """Customers come at exponential intervals and wait for the one server."""
    env = simpy.Environment()
    server = simpy.Resource(env, capacity=1)
    count = [0]

    def customer():
        with server.request() as turn:
            yield turn
            yield env.timeout(0.8 * random.expovariate(1))
        count[0] += 1

    def door():
        while True:
            yield env.timeout(random.expovariate(1))
            env.process(customer())

    env.process(door())
    return env, count, 1.0


def stampede():
    """A hundred workers read one key that expires; see stampede_test.go."""
    env = simpy.Environment()
    count, expires = [0], [0.0]

    def leg():
        return 0.0001 + 0.0004 * random.expovariate(1)

    def worker():
        while True:
            yield env.timeout(leg())
            found = env.now <= expires[0]
            yield env.timeout(leg())
            if not found:
                yield env.timeout(0.2)
                yield env.timeout(leg())
                expires[0] = env.now + 1
                yield env.timeout(leg())
            count[0] += 1
            yield env.timeout(0.005)

    for _ in range(100):
        env.process(worker())
    return env, count, 1 / 13_000


def measure(name, unit, units, workload):
    """Let the workload go on for about that many units, five times."""
    env, count, each = workload
    costs = []
    for _ in range(ROUNDS):
        before, start = count[0], time.process_time_ns()
        env.run(env.now + units * each)
        costs.append((time.process_time_ns() - start) / (count[0] - before))
    print(f"{name:16} {statistics.median(costs):8.0f} ns/{unit}")


random.seed(1)
print(f"SimPy {simpy.__version__}, Python {sys.version.split()[0]}")
for n in (100, 1000, 10_000, 100_000):
    measure(f"hold n={n}", "event", 200_000, hold(n))
measure("queue", "customer", 50_000, queue())
measure("stampede", "read", 50_000, stampede())
