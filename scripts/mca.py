#!/usr/bin/env python3
"""Cycles of the inner loops on NEON, counted by llvm-mca's models of two CPUs: no machine is measured.

    scripts/mca.py PROGRAM      PROGRAM: compiled for aarch64 with the names of Rust's symbols (`-C symbol-mangling-version=v0`)

`scripts/neon.sh --count` compiles the tests of the kernels so and calls this. Takes each loop out of the disassembly, as it is from its first
instruction to the branch back, and prints instructions, cycles an iteration when the iterations overlap, and cycles a step: a butterfly of two values, a
product of two values, a product of two words of F_2 by two. Exits 1 where a loop is missing, or takes more cycles a step than its limit below.
"""

import re
import shutil
import subprocess
import sys

CPUS = ("neoverse-v2", "apple-m1")
ITERATIONS = 1000

# Loops are in the functions of passes for this arithmetic, or in closures that bear their names: NEON is part of the architecture, so that the
# compiler inlines as it likes.
DOUBLES = r"<polymod_core::simd::neon::Neon, polymod_core::residue::doubles::Doubles<polymod_core::simd::neon::Neon>>"
TREE = r"polymod_core::pass::ntt::tree::{0}(?:::)?" + DOUBLES
IMAGES = r"polymod_core::pass::ntt::kernel::Products>::of" + DOUBLES
COLUMNS = r"polymod_core::pass::clmul::Loops>::of<polymod_core::simd::neon::Pmull>"

# Loop: (what it is, function, how often it has some instructions, steps an iteration, most cycles a step on the first CPU). Doubles round
# once a product and once a reduction, in two registers for a vector of four.
LOOPS = (
    ("radix 8", TREE.format("forward"), {"frintn": 2 * (12 + 1)}, 48, 1.5),
    ("radix 8, inverse", TREE.format("inverse"), {"frintn": 2 * (12 + 4)}, 48, 1.9),
    ("radix 4", TREE.format("forward"), {"frintn": 2 * (4 + 1)}, 16, 1.6),
    ("radix 4, inverse", TREE.format("inverse"), {"frintn": 2 * (4 + 2)}, 16, 1.6),
    ("product of values", IMAGES, {"frintn": 4, "ldp": 2}, 4, 1.8),
    ("product over F_2", COLUMNS, {"pmull": 2, "pmull2": 1}, 1, 3.0),
)

BRANCH = re.compile(r"(b|b\..*|cbn?z|tbn?z)$")
TARGET = re.compile(r"(?<!#)0x([0-9a-f]+) <.*")


def tool(name):
    """An LLVM tool of the release that knows both CPUs, or of whatever release is installed."""
    path = shutil.which(f"{name}-19") or shutil.which(name)
    return path or sys.exit(f"mca.py: {name} is missing (scripts/setup.sh llvm-mca-19)")


def functions(program):
    """(Name, instructions) of each function; an instruction is (address, mnemonic, operands)."""
    command = [tool("llvm-objdump"), "--disassemble", "--demangle", "--no-show-raw-insn", program]
    name, instructions = None, []
    for line in subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines():
        if head := re.match(r"[0-9a-f]+ <(.*)>:$", line):
            if name:
                yield name, instructions
            name, instructions = head[1], []
        elif instruction := re.match(r"\s*([0-9a-f]+):\s+(\S+)\s*(.*?)\s*$", line):
            instructions.append((int(instruction[1], 16), instruction[2], instruction[3]))
    yield name, instructions


def innermost_loops(instructions):
    """The instructions between a branch's target and the branch, where no other branch back is between them."""
    places = {address: place for place, (address, _, _) in enumerate(instructions)}
    loops = []
    for place, (_, mnemonic, operands) in enumerate(instructions):
        target = TARGET.search(operands) if BRANCH.match(mnemonic) else None
        start = places.get(int(target[1], 16), place + 1) if target else place + 1
        if start <= place and not any(start <= other for other, _ in loops):
            loops.append((start, place))
    return [instructions[start : end + 1] for start, end in loops]


def cycles(loop, cpu):
    """Cycles of an iteration on a CPU."""
    text = "loop:\n" + "".join(f"{mnemonic} {TARGET.sub('loop', operands)}\n" for _, mnemonic, operands in loop)
    command = [tool("llvm-mca"), "-mtriple=aarch64", f"-mcpu={cpu}", "-mattr=+aes", f"-iterations={ITERATIONS}"]
    report = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True).stdout
    return int(re.search(r"Total Cycles:\s+(\d+)", report)[1]) / ITERATIONS


def matches(loop, counts):
    """Whether a loop has these numbers of instructions, and calls nothing: the models know no calls."""
    mnemonics = [mnemonic for _, mnemonic, _ in loop]
    return "bl" not in mnemonics and all(mnemonics.count(mnemonic) == count for mnemonic, count in counts.items())


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = {what: [] for what, *_ in LOOPS}
    for name, instructions in functions(sys.argv[1]):
        for what, function, counts, _, _ in LOOPS:
            if re.search(function, name):
                found[what] += [loop for loop in innermost_loops(instructions) if matches(loop, counts)]
    print(f"{'loop':<20}{'instructions':>13}" + "".join(f"{cpu + ': cycles':>22}{'a step':>8}" for cpu in CPUS))
    failed = False
    for what, _, _, steps, limit in LOOPS:
        if not found[what]:
            print(f"{what:<20} not found")
            failed = True
            continue
        # the same source in several places: the slowest
        counts, loop = max((([cycles(loop, cpu) for cpu in CPUS], loop) for loop in found[what]), key=lambda row: row[0])
        slow = counts[0] / steps > limit
        print(f"{what:<20}{len(loop):>13}" + "".join(f"{count:>22.1f}{count / steps:>8.2f}" for count in counts), end="")
        print(f"   over {limit}" if slow else "")
        failed |= slow
    sys.exit(failed)


if __name__ == "__main__":
    main()
