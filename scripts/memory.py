#!/usr/bin/env python3
"""Peak of the process's memory against --memory, for every verb over every ring at several sizes and limits.

    cargo build --release && scripts/memory.py target/release/polymod [VERB|RING]...
    scripts/memory.py target/release/polymod --json FILE       peaks by length, for the pages of `make figures`: docs/results/CPU/memory.json

A line for each: the peak without a limit, then for each limit and one and two threads the peak, `!` where it is higher than the limit,
`refused` where the program said so and computed nothing. The bounds of src/memory.rs come from these figures.
"""

import datetime
import itertools
import json
import os
import subprocess
import sys
import tempfile

from cases import PROGRAM, RINGS, cases

LIMITS, THREADS, SECONDS = [20, 24, 30, 40], [1, 2], 20
ONLY = sys.argv[2:]
# verbs with two operands of a length in `--json`, its rings and the logarithms of its lengths
BY_LENGTH, FIELDS, LOGS = ["mul", "divrem", "gcd"], ["zn:998244353", "zn:2^61-1"], range(16, 23, 2)
# what starts the program must take less memory than it: a child begins with its parent's
LAUNCH = "import os,sys\npid=os.fork()\nif not pid: os.execv(sys.argv[1],sys.argv[1:])\n_,s,u=os.wait4(pid,0)\nprint(os.waitstatus_to_exitcode(s),u.ru_maxrss,file=open('usage','w'))"


def run(arguments):
    """Exit code, peak in bytes and standard error of one run."""
    launched = [sys.executable, "-I", "-S", "-c", LAUNCH, PROGRAM, *arguments]
    done = subprocess.run(launched, env=dict(os.environ, POLYMOD_COSTS=""), capture_output=True, text=True)
    code, kib = open("usage").read().split()
    return int(code), int(kib) * 1024, done.stderr.strip()


def told(line, limit, threads):
    """One run against its limit, in words; whether it exceeded it."""
    code, peak, said = run([*line, "--memory", f"{limit}M", "--threads", str(threads)])
    over = peak > limit << 20
    refused = code == 2 and "--memory" in said
    text = "refused" if refused and not over else f"{peak / 2**20:.1f}{'!' if over else ''}{' refused' if refused else ''}"
    return f"{limit}M/{threads} {text}", over


def by_length(ring, verb, log):
    """The peak of one thread for operands of about 2^log coefficients in .npy files, and the bytes of operands and result."""
    sizes = [2 << log, 1 << log] if verb == "divrem" else [1 << log, 1 << log]
    names = [f"{i}.npy" for i in range(2)]
    for i, (name, n) in enumerate(zip(names, sizes)):
        line = ["gen", "poly", "--degree", str(n - 1), "--ring", ring, "--seed", str(i + 1), "--format", "npy", "-o", name]
        subprocess.run([PROGRAM, *line], check=True)
    results = ["quotient.npy", "remainder.npy"] if verb == "divrem" else ["result.npy"]
    out = [word for name in results for word in ["-o", name]]
    code, peak, said = run([verb, *names, "--ring", ring, "--threads", "1", "--format", "npy", *out])
    if code:
        raise SystemExit(f"{verb} over {ring}: {said}")
    return {"operation": verb, "ring": ring, "size": 1 << log, "peak_bytes": peak, "data_bytes": sum(map(os.path.getsize, names + results))}


def write_json(path):
    """The file of peaks by length."""
    told = subprocess.run([PROGRAM, "info"], check=True, capture_output=True, text=True).stdout
    machine = dict(line.split(None, 1) for line in told.splitlines()[:2])
    found = {"polymod": machine["polymod"], "cpu": machine["cpu"], "date": datetime.date.today().isoformat()}
    found["cases"] = [by_length(*case) for case in itertools.product(FIELDS, BY_LENGTH, LOGS) if case[1] != "gcd" or case[2] < 20]
    with open(path, "w") as file:
        file.write(json.dumps(found).replace('{"operation"', '\n{"operation"') + "\n")


def main():
    exceeded = 0
    for ring, verb, n, arguments in cases(RINGS, lambda over_z, others, ring: over_z if ring == "z" else others, ONLY):
        line = [*arguments, "-o", "/dev/null"]
        code, free, _ = run([*line, "--threads", "1"])
        runs = [told(line, limit, threads) for limit, threads in itertools.product(LIMITS, THREADS)]
        exceeded += sum(over for _, over in runs)
        mark = "OVER" if any(over for _, over in runs) else "    "
        print(f"{mark} {ring:12} {verb:21} {n:6} exit {code} free {free / 2**20:5.1f}", *(text for text, _ in runs), sep=" | ", flush=True)
    print(f"{exceeded} runs exceeded their limit")


if __name__ == "__main__":
    target = os.path.abspath(ONLY[1]) if ONLY[:1] == ["--json"] else None
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        write_json(target) if target else main()
