#!/usr/bin/env python3
"""Speed of the kernels in Cargo's profiles: whoever uses polymod as a library compiles it in a profile of their own.

    scripts/profiles.py [KERNEL...]      KERNEL: parts of names of kernels; without any, all

Builds the benchmark of the kernels in this project's release profile, in Cargo's default one (`lto = false`, 16 codegen units), and without
link-time optimisation in 16 units. Runs the programs in turns and compares the shortest time of each row. A row is over its limit at 1.35 times
the profile's; a kernel is when the geometric mean of its rows' ratios is over the profile's limit by more than one such row accounts for. What
is over its limit is measured again before it counts. Prints the mean ratio of each profile, and what is over its limit; exits 1 when there is
something.
"""

import json
import math
import os
import subprocess
import sys

# Profile -> (settings, limit of a kernel's time over that of the first profile).
PROFILES = {
    "release": ({"LTO": "off", "CODEGEN_UNITS": "1"}, 1.0),
    "default": ({"LTO": "false", "CODEGEN_UNITS": "16"}, 1.03),
    "lto off, 16 units": ({"LTO": "off", "CODEGEN_UNITS": "16"}, 1.05),
}
# What a single row may be over its kernel's limit: calls of some nanoseconds depend on where the linker put their loop, by 1.28 at most so far.
# Kernels that are not inlined take twice the time and more.
ROW = 1.35
ROUNDS, AGAIN = 3, 6


def start(name, settings):
    """Begins to build the program of the benchmark in a profile."""
    # tests and the programs that they start unwind in this workspace: with the same panics, and the features that the program's crate
    # asks for, nothing is compiled twice
    environment = dict(os.environ, CARGO_PROFILE_RELEASE_PANIC="unwind")
    environment |= {f"CARGO_PROFILE_RELEASE_{key}": value for key, value in settings.items()}
    command = ["cargo", "bench", "--quiet", "--no-run", "--message-format=json", "-p", "polymod-core", "-p", "polymod-cli", "--bench", "kernels"]
    # the last one is what the tests in release are built in; others have a target directory of their own, to be built side by side
    if name != list(PROFILES)[-1]:
        command += ["--target-dir", os.path.join(os.environ.get("CARGO_TARGET_DIR", "target"), "profiles", name)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def program(building):
    """The program, once it is built."""
    lines = building.communicate()[0].splitlines()
    if building.returncode:
        sys.exit(f"profiles.py: {' '.join(building.args)}: exit code {building.returncode}")
    programs = [json.loads(line).get("executable") for line in lines]
    return next(program for program in programs if program)


def measure(program, kernels):
    """Row -> nanoseconds a step, of one run."""
    output = subprocess.run([program, "--bench", "--short", *kernels], stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = [line.rsplit(None, 1) for line in output.splitlines()[1:]]
    return {" ".join(row.split()): float(nanoseconds) for row, nanoseconds in rows}


def rounds(programs, kernels, best, count):
    """Lowers `best`, profile -> row -> nanoseconds, by some rounds in turns."""
    for turn in range(count):
        for name in list(programs)[:: 1 if turn % 2 else -1]:
            for row, nanoseconds in measure(programs[name], kernels).items():
                best[name][row] = min(nanoseconds, best[name].get(row, math.inf))


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def over(best):
    """(Profile, kernel or row, ratio) of each kernel, and each row, over its limit."""
    base = best["release"]
    found = []
    for name, (_, limit) in list(PROFILES.items())[1:]:
        kernels = {}
        for row in base:
            kernels.setdefault(row.split()[0], {})[row] = best[name][row] / base[row]
        for kernel, rows in kernels.items():
            # one of the rows may be as far over as a row may be
            allowed = limit * ROW ** (1 / len(rows))
            found += [(name, f"{kernel}, {len(rows)} rows", mean(rows.values()))] * (mean(rows.values()) > allowed)
            found += [(name, row, ratio) for row, ratio in rows.items() if ratio > limit * ROW]
    return found


def main():
    kernels = sys.argv[1:]
    # one unit is compiled by one core: the profiles side by side
    building = {name: start(name, settings) for name, (settings, _) in PROFILES.items()}
    programs = {name: program(process) for name, process in building.items()}
    best = {name: {} for name in programs}
    rounds(programs, kernels, best, ROUNDS)
    for _ in range(AGAIN):
        slow = over(best)
        if not slow:
            break
        rounds(programs, sorted({row.split()[0].rstrip(",") for _, row, _ in slow}), best, ROUNDS)
    if not best["release"]:
        sys.exit(f"profiles.py: no kernel is named {' or '.join(kernels)}")
    for name, (_, limit) in list(PROFILES.items())[1:]:
        ratio = mean([best[name][row] / best["release"][row] for row in best["release"]])
        print(f"{name}: {ratio:.3f} of release's time in the mean of {len(best[name])} rows, limit of a kernel {limit}")
    slow = over(best)
    for name, row, ratio in slow:
        print(f"{name}: {row}: {ratio:.3f} of release's time")
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()
