#!/usr/bin/env python3
"""The model of docs/scale.md against jobs on this machine: predicted and measured time, bytes sent and bytes held of a rank, for each number of ranks.

    cargo build --release -p polymod-cli && cargo build --profile bindings -p polymod-mpi
    scripts/ranks.py target/release/polymod target/bindings/polymod-mpi [RANKS...]

Prints a table in Markdown for ranks of one thread each; 1, 2 and 4 ranks by default. The environment's LOG, at least 16, sets the transforms' lengths,
2^22 otherwise. Ranks of one machine have its memory for a network, and one disk: the model's network is another one.
"""

import json
import os
import subprocess
import sys
import tempfile

PROGRAM, JOB = (os.path.abspath(path) for path in sys.argv[1:3])
RANKS = [int(count) for count in sys.argv[3:]] or [1, 2, 4]
LOG = int(os.environ.get("LOG", "22"))
PRIME = "zn:4179340454199820289"
MPIRUN = ["mpirun", "-q", "--oversubscribe", "--allow-run-as-root", "--bind-to", "none"]
REPEAT = 3

# names, calls, rings, and the part of 2^LOG that each operand has
CASES = [
    ("transform modulo a word prime", "ntt a.npy", PRIME, 1),
    ("product modulo a word prime", "mul a.npy b.npy", PRIME, 2),
    ("product modulo 10^6 by primes", "mul a.npy b.npy", "zn:1000000", 2),
    ("product over F_2", "mul a.npy b.npy", "gf2", 1),
]


def run(*words):
    """Standard output and standard error."""
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    return done.stdout, done.stderr


def predicted(call, most):
    """Rows of the plan by number of ranks."""
    out, _ = run(PROGRAM, "plan", *call, "--threads", "1", "--ranks", str(most), "--explain=json")
    return {row["ranks"]: row for row in json.loads(out)["ranks"]["rows"]}


def measured(call, count):
    """Seconds, and the most bytes that a rank has sent and held; None where the leader alone computes."""
    launched = [*MPIRUN, "-np", str(count), JOB, *call, "--threads", "1", "--time", "--repeat", str(REPEAT)]
    _, said = run(*launched)
    lines = {line.split()[0]: line for line in said.splitlines() if line}
    numbers = lambda word: [int(number) for number in lines[word].split(" bytes ")[0][len(word) :].split(",")] if word in lines else None
    # what was sent in all runs
    sent, held = numbers("sent"), numbers("held")
    return float(lines["compute"].split()[1]), sent and max(sent) / REPEAT, held and max(held)


def shown(value, unit, form="{:.3g}"):
    return "–" if value is None else form.format(value / unit)


def main():
    print("| computation | ranks | predicted s | measured s | predicted MB sent | measured MB sent | MB held |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, call, ring, operands in CASES:
        length = (1 << LOG) // operands
        for file, seed in [("a.npy", 1), ("b.npy", 2)]:
            run(PROGRAM, "gen", "poly", "--degree", str(length - 1), "--ring", ring, "--seed", str(seed), "--format", "npy", "-o", file)
        line = [*call.split(), "--ring", ring]
        plan = predicted(line, max(RANKS))
        for count in RANKS:
            seconds, sent, held = measured([*line, "-o", "out.npy"], count)
            row = plan.get(count, {})
            cells = [shown(row.get("predicted_ns"), 1e9), shown(seconds, 1), shown(row.get("sent_bytes"), 1e6), shown(sent, 1e6), shown(held, 1e6)]
            print(f"| {name} | {count} |", " | ".join(cells), "|", flush=True)
    run(PROGRAM, "gen", "matrix", "--rows", "100", "--bits", "200", "-o", "m.json")
    line = ["charpoly", "m.json"]
    plan = predicted(line, max(RANKS))
    for count in RANKS:
        seconds, _, _ = measured([*line, "-o", "out.json"], count)
        row = plan.get(count, {})
        cells = [shown(row.get("predicted_ns"), 1e9), shown(seconds, 1), shown(row.get("sent_bytes"), 1e6), "–", "–"]
        print(f"| characteristic polynomial, 100 rows of 200 bits | {count} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=os.path.abspath(os.environ.get("TMPDIR", "."))) as folder:
        os.chdir(folder)
        main()
