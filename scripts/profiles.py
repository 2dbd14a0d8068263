#!/usr/bin/env python3
"""Speed of the kernels in Cargo's profiles: whoever uses polymod as a library compiles it in a profile of their own.

    scripts/profiles.py [--all] [KERNEL...]      KERNEL: parts of names of kernels; without any, all

Builds the benchmark of the kernels in this project's release profile and in Cargo's default one (`lto = false`, 16 codegen units); with --all
also without link-time optimisation in 16 units and in one. Runs the programs in turns and compares the shortest time of each row. A row over its limit is
measured again before it counts. Prints the mean ratio of each profile, and each row over the limit; exits 1 when there is one.
"""

import json
import math
import os
import subprocess
import sys

# Profile -> (settings, limit of a row's time over that of the first profile).
PROFILES = {
    "release": ({}, 1.0),
    "default": ({"LTO": "false", "CODEGEN_UNITS": "16"}, 1.03),
}
MORE = {
    "lto off, 16 units": ({"LTO": "off", "CODEGEN_UNITS": "16"}, 1.05),
    "lto off, 1 unit": ({"LTO": "off", "CODEGEN_UNITS": "1"}, 1.05),
}
ROUNDS, AGAIN = 5, 6


def build(name, settings):
    """The program of the benchmark in a profile, in a target directory of its own but for the first."""
    # tests and the programs that they start unwind in this workspace: with the same panics, nothing is compiled twice
    environment = dict(os.environ, CARGO_PROFILE_RELEASE_PANIC="unwind")
    environment |= {f"CARGO_PROFILE_RELEASE_{key}": value for key, value in settings.items()}
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    command = ["cargo", "bench", "--quiet", "--no-run", "--message-format=json", "-p", "polymod-core", "--bench", "kernels"]
    if settings:
        command += ["--target-dir", os.path.join(target, "profiles", name.replace(",", "").replace(" ", "-"))]
    lines = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
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


def over(best, profiles):
    """(Profile, row, ratio) of each row over its profile's limit."""
    base = next(iter(best))
    ratios = ((name, row, best[name][row] / best[base][row]) for name in best for row in best[base])
    return [(name, row, ratio) for name, row, ratio in ratios if name != base and ratio > profiles[name][1]]


def main():
    kernels = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    profiles = PROFILES | (MORE if "--all" in sys.argv[1:] else {})
    programs = {name: build(name, settings) for name, (settings, _) in profiles.items()}
    best = {name: {} for name in programs}
    rounds(programs, kernels, best, ROUNDS)
    for _ in range(AGAIN):
        slow = over(best, profiles)
        if not slow:
            break
        rounds(programs, sorted({row.split()[0] for _, row, _ in slow}), best, ROUNDS)
    base = next(iter(best))
    if not best[base]:
        sys.exit(f"profiles.py: no kernel is named {' or '.join(kernels)}")
    for name in list(best)[1:]:
        logarithms = [math.log(best[name][row] / best[base][row]) for row in best[base]]
        mean = math.exp(sum(logarithms) / len(logarithms))
        print(f"{name}: {mean:.3f} of {base}'s time in the mean of {len(logarithms)} rows, limit of a row {profiles[name][1]}")
    slow = over(best, profiles)
    for name, row, ratio in slow:
        print(f"{name}: {row}: {best[name][row]:.4f} ns, {ratio:.3f} of {base}'s")
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()
