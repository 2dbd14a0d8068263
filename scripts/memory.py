#!/usr/bin/env python3
"""Peak of the process's memory against --memory, for every verb over every ring at several sizes and limits.

    cargo build --release && scripts/memory.py target/release/polymod [VERB|RING]...

A line for each: the peak without a limit, then for each limit and one and two threads the peak, `!` where it is higher than the limit,
`refused` where the program said so and computed nothing. The bounds of src/memory.rs come from these figures.
"""

import itertools
import os
import subprocess
import sys
import tempfile

from cases import PROGRAM, RINGS, cases

LIMITS, THREADS, SECONDS = [20, 24, 30, 40], [1, 2], 20
ONLY = sys.argv[2:]
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
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        main()
