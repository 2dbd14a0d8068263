#!/usr/bin/env python3
"""Times of one build of the program over those of another, for every verb over every ring at two sizes.

    scripts/builds.py target/release/polymod OTHER [large] [VERB|RING]...

Both run in turns, as often as it takes to fill a few milliseconds; the least time of each counts. A line for each verb: the geometric
mean of OTHER's time over the first one's, the least and the largest ratio, and where that was; then one for all of them. `large`: at the
larger size only.
"""

import math
import os
import re
import subprocess
import sys
import tempfile

from cases import PROGRAM, RINGS, cases

OTHER, ONLY = os.path.abspath(sys.argv[2]), [word for word in sys.argv[3:] if word != "large"]
PARTS = (1,) if "large" in sys.argv[3:] else (64, 1)
SECONDS, TURNS, LEAST, MOST = 20, 5, 0.01, 200


def best(program, line, repeat=1):
    """Least time of one computation in seconds; `None` where there is no result in time."""
    line = [program, *line, "--time", "--repeat", str(repeat), "--threads", "1", "-o", "/dev/null"]
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    said = re.search(r"^compute ([0-9.]+) s$", done.stderr, re.M)
    return float(said[1]) if said else None


def ratio(line):
    """OTHER's time over PROGRAM's, and the latter; `None` where there is no result."""
    first = best(PROGRAM, line)
    if first is None:
        return None
    repeat = max(1, min(MOST, int(LEAST / max(first, 1e-9))))
    both = [[best(program, line, repeat) for program in (PROGRAM, OTHER)] for _ in range(TURNS if first < 1 else 1)]
    if any(time is None for pair in both for time in pair):
        return None
    ours, other = (min(times) for times in zip(*both))
    return other / ours, ours


def sizes(over_z, others, ring):
    first = (over_z if ring == "z" else others)[:1]
    return [size for n in first for size in sorted({max(2, n // part) for part in PARTS})]


def told(name, ratios):
    mean = math.exp(sum(math.log(r) for (r, _), _ in ratios) / len(ratios))
    (least, _), _ = min(ratios)
    (most, seconds), where = max(ratios)
    return f"{name:22} {len(ratios):4} cases, mean {mean:.3f}, from {least:.3f} to {most:.3f} ({where}, {seconds:.6f} s)"


def main():
    found = {}
    for ring, verb, n, line in cases(RINGS, sizes, ONLY):
        measured = ratio(line)
        if measured:
            found.setdefault(verb, []).append((measured, f"{ring}, {n}"))
    for verb, ratios in [*found.items(), ("all", sum(found.values(), []))]:
        print(told(verb, ratios))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    main()
