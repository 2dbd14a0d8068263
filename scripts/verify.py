#!/usr/bin/env python3
"""Time of --verify over the time of the computation, for every verb over every ring at three sizes.

    cargo build --release && scripts/verify.py target/release/polymod [VERB|RING]...

The goal is at most twice the computation and a millisecond. Every case that takes longer is listed, with the least of five runs of both;
then a line for each verb: the number of cases, the largest ratio of those that take a millisecond or more to verify, and where it was.
"""

import os
import re
import subprocess
import sys
import tempfile

from cases import ELEMENTS, PROGRAM, RINGS, cases

ONLY = sys.argv[2:]
MORE_RINGS = ["zn:3", "zn:2^32", "zn:2^64", "zn:1000001"]
ELEMENTS |= {"zn:3": 3}
SECONDS, RUNS = 30, 5


def timed(line):
    """Seconds of the computation and of its verification; `None` where there is no such result."""
    try:
        done = subprocess.run([PROGRAM, *line], capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    said = dict(re.findall(r"^(compute|verify) ([0-9.]+) s$", done.stderr, re.M))
    if done.returncode == 0 and len(said) == 2:
        return float(said["compute"]), float(said["verify"])
    assert done.returncode in (0, 1, 2), f"{line}: exit {done.returncode}: {done.stderr}"
    assert "internal" not in done.stderr and (done.returncode != 0 or "verified" in done.stderr), f"{line}: {done.stderr}"
    return None


def sizes(over_z, others, ring):
    first = (over_z if ring == "z" else others)[:1]
    return [max(2, n // part) for n in first for part in (64, 8, 1)]


def late(times):
    return times[1] > 2 * times[0] + 0.001


def main():
    worst, slow = {}, 0
    for ring, verb, n, arguments in cases(RINGS + MORE_RINGS, sizes, ONLY):
        line = [*arguments, "--verify", "--time", "-o", "/dev/null"]
        times = timed(line)
        if times is None:
            continue
        for _ in range(RUNS - 1 if late(times) else 0):
            times = tuple(map(min, times, timed(line)))
        count, ratio, where = worst.get(verb, (0, 0.0, "verified within a millisecond"))
        if times[1] >= 0.001 and times[1] / times[0] > ratio:
            ratio, where = times[1] / times[0], f"{ring}, {n}: {times[0]:.6f} s, verified in {times[1]:.6f} s"
        worst[verb] = (count + 1, ratio, where)
        if late(times):
            slow += 1
            print(f"LATE {ring:12} {verb:21} {n:6} {times[0]:.6f} s, verified in {times[1]:.6f} s", flush=True)
    for verb, (count, ratio, where) in worst.items():
        print(f"{verb:21} {count:4} cases, at most {ratio:5.2f} times: {where}")
    print(f"{slow} of {sum(count for count, _, _ in worst.values())} cases take longer than twice the computation and a millisecond")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        main()
