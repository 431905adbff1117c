#!/usr/bin/env python3
"""Cost and memory of a run as functions of its size.

    go build -o /tmp/simulate ./cmd/simulate && python3 bench/scale.py /tmp/simulate

Each line is the median of three runs in processes of their own: processor time
for each read, and the most memory that the process had (both from wait4).
"""

import json
import os
import statistics
import subprocess
import sys

CLOSED = ["--scenario", "hot-key", "--set", "start=warm", "--set", "think=100s", "--set", "ramp=100s",
          "--set", "duration=200s", "--set", "bucket=1s", "--set", "ttl=60s", "--set", "rtt=1ms"]
OPEN = ["--scenario", "poisson-hot-key", "--set", "bucket=1s", "--set", "ttl=60s", "--set", "rtt=1ms",
        "--set", "recompute=20ms"]


def run(simulate, args):
    command = [simulate, "run", "--strategy", "lock", "--format", "json"] + args
    with subprocess.Popen(command, stdout=subprocess.PIPE) as p:
        result = json.load(p.stdout)
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
    if p.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit status {p.returncode}")
    return result, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def line(simulate, what, args):
    runs = [run(simulate, args) for _ in range(3)]
    reads = runs[0][0]["reads"]
    cpu = statistics.median(r[1] for r in runs)
    memory = statistics.median(r[2] for r in runs)
    print(f"| {what} | {reads:,} | {cpu:.2f} | {cpu / reads * 1e9:,.0f} | {memory:.0f} |", flush=True)


def main(simulate):
    print("| run | reads | CPU s | ns a read | MiB |\n| --- | ---: | ---: | ---: | ---: |")
    for n in (1_000, 10_000, 100_000, 1_000_000):
        line(simulate, f"{n:,} clients", CLOSED + ["--set", f"workers={n}", "--set", "keys=100"])
    line(simulate, "1,000,000 clients, 100,000 keys",
         CLOSED + ["--set", "workers=1000000", "--set", "keys=100000", "--set", "zipf=0.99"])
    for n in (1, 100, 10_000, 100_000, 1_000_000):
        line(simulate, f"{n:,} keys", OPEN + ["--set", "rate=20000/s", "--set", "duration=50s",
                                             "--set", f"keys={n}", "--set", "zipf=0.99"])
    for n in (100, 1_000, 10_000, 100_000):
        line(simulate, f"{n:,} reads a second", OPEN + ["--set", f"rate={n}/s", "--set", f"duration={1_000_000 // n}s"])
    for n in (10, 100, 1_000):
        line(simulate, f"{n:,} s", OPEN + ["--set", "rate=10000/s", "--set", f"duration={n}s"])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
