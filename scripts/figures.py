#!/usr/bin/env python3
"""Pages and pictures from the files of measurements, docs/results/CPU/TABLE.json, which `make bench TABLE=...` writes.

    scripts/figures.py [--check] [ROOT]
    scripts/figures.py FILE.json...          draws the picture of each file beside it, as of a part of a table in target/peers

Writes for each CPU a page docs/results/CPU/README.md and for each table a picture TABLE.svg beside its file (TABLE-1.svg, TABLE-2.svg … where one would
have too many panels), the pictures of other pages (PICTURES), and the tables between markers in the Markdown files of docs and in README.md:

    <!-- figures: cpu=CPU table=TABLE show=means|times|losses [op=OPERATION] [peer=PEER] -->
    <!-- figures: cpu=* table=TABLE show=summary [by=op|peer|case] [op=OPERATION] [peer=PEER] -->
    <!-- end of figures -->

Blanks in names are written as _. cpu=* stands for each CPU that was measured, as columns of a summary; it is an error if none was, except for the tables
listed in UNMEASURED, where what is between the markers stays. In docs/performance.md figures of other commands are in blocks that name the command:

    <!-- measured by: COMMAND -->
    <!-- end of measured -->

and it is an error if a table of figures is in neither, or if the command is `make bench`, whose figures come from files.

Two more kinds of pictures are drawn from a file that has their cases: TABLE-crossovers.svg, where one big prime and many small ones take the same time
(CROSSOVERS), and TABLE-gops.svg, the operations a nanosecond of transforms (RECIPE).

A file bench.json of that folder is what `polymod bench --json` writes: predicted and measured
times; memory.json is what `scripts/memory.py --json` does. With --check nothing is written: it is an error if a file would change. Nothing is measured.
"""

import json
import math
import os
import re
import sys
from html import escape
from pathlib import Path

# Pages whose tables of figures are all between markers.
MEASURED = ["docs/performance.md"]
OTHERS = re.compile(r"<!-- measured by: [^>]* -->\n.*?<!-- end of measured -->", re.DOTALL)
# Tables that are not measured yet: figures noted by hand stay between their markers until there is a file, and the name is removed here.
UNMEASURED = set()
MEASURED_BY = re.compile(r"<!-- measured by: ([^>]*) -->")
# A row of a table with a figure behind its first entry.
FIGURE_ROW = re.compile(r"^\|[^|\n]*(?:\|[^|\n]*)*\| *\**[.\d]", re.MULTILINE)
# Pictures of other pages: CPU (* for the one measured last), table and peer. The CPU is drawn into them.
PICTURES = {"docs/images/products.svg": ("amd-epyc-26-2", "products", "FLINT"), "docs/images/gfpf.svg": ("*", "gfpf", "GMP mul, mod")}
# The comparisons of one big prime with many small ones: table, and which of its cases.
CROSSOVERS = {"gfpf": lambda case: case.op in {"equal input", "equal output"}, "modular": lambda case: case.peer == "crt"}
# Peers that are polymod itself, by another algorithm or on fewer threads, outside of CROSSOVERS.
OWN = {"our product", "1 thread", "polymod's choice"}
# The operation of the table ntt whose cases are algorithms for a transform, without other libraries.
RECIPE = "recipe"
# Code names of CPUs by maker, family and model, as the system gives them. Numbers that belong to several designs are not here.
CODE_NAMES = {
    ("AMD", 23, 1): "Zen, Naples",
    ("AMD", 23, 49): "Zen 2, Rome",
    ("AMD", 25, 1): "Zen 3, Milan",
    ("AMD", 25, 17): "Zen 4, Genoa",
    ("AMD", 25, 160): "Zen 4c, Bergamo",
    ("AMD", 26, 2): "Zen 5, Turin",
    ("AMD", 26, 17): "Zen 5c, Turin Dense",
    ("Intel", 6, 106): "Ice Lake",
    ("Intel", 6, 143): "Sapphire Rapids",
    ("Intel", 6, 173): "Granite Rapids",
    ("Intel", 6, 207): "Emerald Rapids",
}
# More sizes than these are rows of a table, not columns.
MOST_COLUMNS = 12
MARKERS = re.compile(r"(<!-- figures: ([^>]*) -->\n).*?(<!-- end of figures -->)", re.DOTALL)
# Colours that colour-blind readers can distinguish (Okabe and Ito 2008), without yellow.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]
# Panels of one picture; a table with more has several pictures.
MOST_PANELS = 24
# A page longer than this, in bytes, leaves out the times of its longest tables.
MOST_BYTES = 400_000
# What stands before the name of a line, and its dashes, for each round of the colours.
DASHES = [("", ""), ("– – ", ' stroke-dasharray="7 3"'), ("· · ", ' stroke-dasharray="2 3"')]
WIDTH, HEIGHT = 460, 300
# Below this ratio polymod is slower.
LOSS = 1.0


class Case:
    """The times of one operation at one size: the best of the rounds, as in the table that `make bench` prints."""

    def __init__(self, found):
        self.op, self.case, self.n = found["operation"], found["case"], found["n"]
        self.peer = found.get("peer")
        self.ours = min(found["ours_ns"])
        self.theirs = min(found["peer_ns"]) if self.peer else None

    @property
    def ratio(self):
        """The peer's time over polymod's."""
        return self.theirs / self.ours


class Table:
    """One file of results."""

    def __init__(self, path):
        found = json.loads(path.read_text(encoding="utf-8"))
        self.path, self.name, self.title, self.machine = path, found["table"], found["title"], found["machine"]
        self.cases = [Case(case) for case in found["cases"]]
        if path.stem != self.name:
            raise ValueError(f"{path}: a file of the table {self.name}")

    def conditions(self):
        """What its numbers depend on, in two lines."""
        found = self.machine
        # a peer's case may be named with its type or algorithm behind
        compared = {case.peer.split()[0].rstrip(",") for case in self.cases if case.peer}
        peers = "; ".join(f"{name} {version}" for name, version in sorted(found["peers"].items()) if name in compared)
        others = f"\nCompared with {peers}." if peers else ""
        return (
            f"`make bench TABLE={self.name}`: {found['cpu']}, {found['instructions']}, polymod uses {found['polymod_instructions']}; "
            f"{found['compiler']}; commit {self.commit()}, {found['date']}.{others}\n"
        )

    def commit(self):
        """The commit of the program, and whether files had been changed since."""
        commit = self.machine["commit"]
        return commit[:12] + (" with changes" if "changes" in commit else "")

    def caption(self):
        """The CPU and the code of the program, in two lines."""
        found, folder = self.machine, self.path.parent.name
        return [title(folder, self), f"polymod uses {found['polymod_instructions']}; commit {self.commit()}, {found['date']}"]

    def heading(self, op, peer):
        """The title of a panel of the picture."""
        return f"{op}: time of {peer} over polymod's"

    def tables(self):
        """The means of its cases."""
        cases = self.compared()
        return means(cases) if cases else ""

    def times(self):
        """All its times."""
        return times(self.compared())

    def compared(self, op=None, peer=None):
        """The cases with a peer."""
        named = lambda wanted, name: wanted is None or wanted.replace("_", " ") == name
        return [c for c in self.cases if c.peer and named(op, c.op) and named(peer, c.peer)]


class Other(Table):
    """A file of another program, without peers and so without losses."""

    def times(self):
        return ""


class Predicted:
    """A case of `polymod bench`, whose time is compared with the predicted one."""

    peer = "prediction"

    def __init__(self, found):
        self.op, self.n, self.algorithm = found["operation"], found["size"], found["algorithm"]
        self.case = found["ring"] + (f", {found['threads']} threads" if found["threads"] > 1 else "")
        self.predicted, self.measured = found["predicted_ns"], min(found["rounds_ns"])

    @property
    def ratio(self):
        """The measured time over the predicted one."""
        return self.measured / self.predicted


class Bench(Other):
    """The file of `polymod bench`."""

    def __init__(self, path):
        found = json.loads(path.read_text(encoding="utf-8"))
        self.path, self.name, self.title, self.machine = path, "bench", "Predicted and measured times of polymod alone", found
        self.cases = [Predicted(case) for case in found["cases"] if case["predicted_ns"]]

    def conditions(self):
        found = self.machine
        return f"`polymod bench {found['mode']}`: {found['cpu']}, {found['instructions']}; {found['compiler']}; polymod {found['polymod']}, {found['date']}; costs: {found['costs']}.\n"

    def heading(self, op, peer):
        return f"{op}: measured over predicted time"

    def tables(self):
        head = ["operation", "ring", "size", "algorithm", "measured", "predicted", "measured over predicted"]
        line = lambda c: [c.op, c.case, str(c.n), c.algorithm, duration(c.measured), duration(c.predicted), f"{c.ratio:.2f}"]
        return markdown(head, [line(c) for c in self.cases])


class Held:
    """A case of scripts/memory.py: what the process holds at most, and what operands and result have."""

    peer = "operands and result"

    def __init__(self, found):
        self.op, self.case, self.n = found["operation"], found["ring"], found["size"]
        self.peak, self.data = found["peak_bytes"], found["data_bytes"]

    @property
    def ratio(self):
        """The peak over the data."""
        return self.peak / self.data


class Memory(Other):
    """The file of `scripts/memory.py --json`."""

    def __init__(self, path):
        found = json.loads(path.read_text(encoding="utf-8"))
        self.path, self.name, self.title, self.machine = path, "memory", "Memory of the process over that of operands and result", found
        self.cases = [Held(case) for case in found["cases"]]

    def conditions(self):
        found = self.machine
        return f"`scripts/memory.py PROGRAM --json`: {found['cpu']}; polymod {found['polymod']}, one thread, `.npy` files, {found['date']}.\n"

    def heading(self, op, peer):
        return f"{op}: peak of memory over that of {peer}"

    def tables(self):
        line = lambda c: [c.op, c.case, str(c.n), f"{c.peak / 2**20:.1f}", f"{c.data / 2**20:.1f}", f"{c.ratio:.2f}"]
        return markdown(["operation", "ring", "size", "peak, MiB", "operands and result, MiB", "ratio"], [line(c) for c in self.cases])


def read(path):
    """The results of a file."""
    return {"bench": Bench, "memory": Memory}.get(path.stem, Table)(path)


def groups(cases, key):
    """The cases with the same key, in the order in which they first appear."""
    found = {}
    for case in cases:
        found.setdefault(key(case), []).append(case)
    return found


def duration(ns):
    """Three digits and a unit."""
    for unit in ["ns", "µs", "ms"]:
        if ns < 999.5:
            break
        ns /= 1000
    else:
        unit = "s"
    digits = 0 if ns >= 99.95 else 1 if ns >= 9.995 else 2
    return f"{ns:.{digits}f} {unit}"


def ratio(x):
    """Two digits behind the point; bold where polymod is slower."""
    return f"**{x:.2f}**" if x < LOSS else f"{x:.2f}"


def mean(ratios):
    """The geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def markdown(head, rows):
    """A table whose first row is the head, names to the left, columns of numbers to the right."""
    numbers = re.compile(r"(\**[\d.]+\**(, [\d.]+ [nµm]?s)?|[\d.]+ [nµm]?s)?$")
    rule = ["---:" if i and all(numbers.match(row[i]) for row in rows) else "---" for i in range(len(head))]
    return "".join(f"| {' | '.join(row)} |\n" for row in [head, rule, *rows])


def means(cases):
    """Means and worst ratios of each operation, case and peer."""
    rows = []
    for (op, case, peer), same in groups(cases, lambda c: (c.op, c.case, c.peer)).items():
        worst = min(same, key=lambda c: c.ratio)
        lost = sum(c.ratio < LOSS for c in same)
        rows.append([op, case, peer, ratio(mean([c.ratio for c in same])), ratio(worst.ratio), str(worst.n), str(lost), str(len(same))])
    return markdown(["operation", "case", "peer", "mean ratio", "worst ratio", "at n =", "slower", "of"], rows)


def losses(cases):
    """A line for each operation, with all its cases and peers: how many are slower, and the worst. For tables of thousands of cases."""
    rows = []
    for op, same in groups(cases, lambda c: c.op).items():
        worst = min(same, key=lambda c: c.ratio)
        slower = [sum(c.ratio < bound for c in same) for bound in [LOSS / 1.05, LOSS / 2]]
        where = f"{worst.case}, n = {worst.n}, {worst.peer}"
        rows.append([op, ratio(mean([c.ratio for c in same])), ratio(worst.ratio), where, *map(str, slower), str(len(same))])
    return markdown(["operation", "mean ratio", "worst ratio", "of", "slower by 5 %", "by half", "of"], rows)


# What the lines of a summary are: heads of columns, and what names the line of a case.
LINES = {
    "op": (["operation"], lambda c: (c.op,)),
    "peer": (["operation", "peer"], lambda c: (c.op, c.peer)),
    "case": (["operation", "case", "peer"], lambda c: (c.op, c.case, c.peer)),
}


def summary(tables, by, wanted):
    """Mean and worst ratio and number of slower cases of each operation, with columns for each of the tables, which are one table on several CPUs. Without
    polymod's algorithms for transforms, which have a picture of their own."""
    heads, key = LINES[by]
    columns = [groups([c for c in table.compared(**wanted) if c.op != RECIPE], key) for table in tables]
    head = [*heads]
    for table in tables:
        head += [f"{short_title(table)}: mean", "worst", "slower"]
    rows = []
    for names in dict.fromkeys(names for column in columns for names in column):
        row = [*names]
        for column in columns:
            same = column.get(names, [])
            ratios = [c.ratio for c in same]
            row += [ratio(mean(ratios)), ratio(min(ratios)), f"{sum(r < LOSS for r in ratios)} of {len(ratios)}"] if ratios else ["", "", ""]
        rows.append(row)
    return markdown(head, rows) if rows else ""


def times(cases):
    """The ratio of each peer and our time: a table for each operation, a line for each case and a column for each size, or turned over."""
    text = []
    for (op, peer), same in groups(cases, lambda c: (c.op, c.peer)).items():
        entries = {(c.case, c.n): f"{ratio(c.ratio)}, {duration(c.ours)}" for c in same}
        names, sizes = list(groups(same, lambda c: c.case)), sorted({c.n for c in same})
        if len(sizes) <= MOST_COLUMNS:
            rows = [[name, *(entries.get((name, n), "") for n in sizes)] for name in names]
            text.append(markdown([f"{op}, {peer}", *map(str, sizes)], rows))
        else:
            rows = [[str(n), *(entries.get((name, n), "") for name in names)] for n in sizes]
            text.append(markdown([f"{op}, {peer}", *names], rows))
    return "\n".join(text)


def ticks(low, high):
    """Powers of two for sizes."""
    first, last = math.floor(math.log2(low)), math.ceil(math.log2(high))
    step = max(1, math.ceil((last - first) / 7))
    return [2.0**k for k in range(first, last + 1, step) if low <= 2.0**k <= high] or [low]


def legend(names, width):
    """Where the names of lines stand, as (row, x): as many in a row as fit."""
    row, x, places = 0, 0, []
    for name in names:
        long = 7 * len(name) + 18
        if x and x + long > width:
            row, x = row + 1, 0
        places.append((row, x))
        x += long
    return places


def steps(high):
    """Round numbers up to `high`, at most six, from 0 on."""
    unit = 10.0 ** math.floor(math.log10(high))
    step = next(unit * factor for factor in [0.2, 0.5, 1, 2] if high <= 5 * unit * factor)
    return [step * i for i in range(6) if step * i <= high]


def crossings(line):
    """Where the ratios of a line of points (size, ratio) cross 1, by interpolation of logarithms."""
    line = [(math.log(n), math.log(r)) for n, r in sorted(line)]
    return [math.exp(x0 - y0 * (x1 - x0) / (y1 - y0)) for (x0, y0), (x1, y1) in zip(line, line[1:]) if (y0 < 0) != (y1 < 0)]


class Panel:
    """One system of coordinates: a title, and lines of points (size, value) by name. Sizes are drawn by logarithms, and so are ratios."""

    def __init__(self, title, lines, linear=False, marked=False):
        self.title, self.lines, self.linear, self.marked = title, lines, linear, marked
        # lines of the same colour differ by their dashes, which stand before the name
        self.names = [f"{DASHES[i // len(COLOURS) % len(DASHES)][0]}{name}" for i, name in enumerate(lines)]
        self.places = legend(self.names, WIDTH - 78)
        self.rows = self.places[-1][0] + 1

    @classmethod
    def of(cls, title, cases, name=lambda c: c.case, value=lambda c: c.ratio, **options):
        """A line for each name of cases."""
        return cls(title, {of: [(c.n, value(c)) for c in same] for of, same in groups(cases, name).items()}, **options)

    @property
    def height(self):
        """The height: long legends do not make the system of coordinates lower."""
        return HEIGHT + 15 * max(0, self.rows - 4)

    def svg(self, x0, y0, height):
        """The text of the panel at this place."""
        left, right, top, bottom = x0 + 52, x0 + WIDTH - 26, y0 + 52 + 15 * self.rows, y0 + height - 34
        sizes, values = zip(*(point for line in self.lines.values() for point in line))
        n_low, n_high = min(sizes), max(max(sizes), 2 * min(sizes))
        across = lambda n: left + (right - left) * math.log(n / n_low) / math.log(n_high / n_low)
        if self.linear:
            high = 1.05 * max(values)
            up, marks = lambda y: bottom - (bottom - top) * y / high, steps(high)
        else:
            low, high = min(0.5, min(values)), max(2.0, max(values))
            up = lambda r: bottom - (bottom - top) * math.log(r / low) / math.log(high / low)
            marks = [2.0**k for k in range(-6, 10) if low <= 2.0**k <= high]
        text = lambda x, y, what, more="": f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(what)}</text>\n'
        out = text(left, y0 + 18, self.title, 'font-size="14"')
        for n in ticks(n_low, n_high):
            out += text(across(n), bottom + 18, f"{n:.0f}", 'text-anchor="middle"')
        for r in marks:
            width, colour = (1.5, "#000000") if r == (0 if self.linear else 1) else (0.6, "#bbbbbb")
            out += f'<path d="M{left} {up(r):.1f}H{right}" stroke="{colour}" stroke-width="{width}"/>\n'
            out += text(left - 6, up(r) + 4, f"{r:g}", 'text-anchor="end"')
        for i, (line, name, (row, at)) in enumerate(zip(self.lines.values(), self.names, self.places)):
            colour, dashes = COLOURS[i % len(COLOURS)], DASHES[i // len(COLOURS) % len(DASHES)][1]
            points = [(across(n), up(y)) for n, y in sorted(line)]
            out += f'<path d="M{" L".join(f"{x:.1f} {y:.1f}" for x, y in points)}" stroke="{colour}" stroke-width="2"{dashes}/>\n'
            out += "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>\n' for x, y in points)
            out += text(left + at, y0 + 40 + 15 * row, name, f'fill="{colour}"')
            for n in crossings(line) if self.marked else []:
                out += f'<path d="M{across(n):.1f} {top}V{bottom}" stroke="{colour}" stroke-width="1" stroke-dasharray="4 3"/>\n'
                out += text(across(n) + 4, bottom - 6 - 14 * i, f"n ≈ {n:.0f}", f'fill="{colour}"')
        return out


def drawing(panels, caption=()):
    """The picture of panels, two in a row, as SVG, above lines of text."""
    columns = min(2, len(panels))
    heights = [max(panel.height for panel in panels[i : i + columns]) for i in range(0, len(panels), columns)]
    width, height = columns * WIDTH, sum(heights) + (10 + 15 * len(caption) if caption else 0)
    out = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
    out += 'font-family="sans-serif" font-size="12" fill="none">\n<rect width="100%" height="100%" fill="#ffffff"/>\n<g>\n'
    for i, panel in enumerate(panels):
        row = i // columns
        out += panel.svg(i % columns * WIDTH, sum(heights[:row]), heights[row])
    for i, line in enumerate(caption):
        out += f'<text x="52.0" y="{sum(heights) + 10 + 15 * i:.1f}" >{escape(line)}</text>\n'
    return re.sub(r"<text (?![^>]*fill=)", '<text fill="#000000" ', out) + "</g>\n</svg>\n"


def panels(table, peer=None):
    """A panel for each operation and peer."""
    compared = groups(table.compared(peer=peer), lambda c: (c.op, c.peer))
    return [Panel.of(table.heading(op, peer), cases) for (op, peer), cases in compared.items()]


def pictures(table):
    """The pictures of a table, as a dictionary from what follows the table's name in the file's: parts of MOST_PANELS panels, crossovers, transforms' speed."""
    drawn = panels(table)
    parts = [drawn[i : i + MOST_PANELS] for i in range(0, len(drawn), MOST_PANELS)]
    found = {f"-{i}" if len(parts) > 1 else "": drawing(part) for i, part in enumerate(parts, 1)}
    if compared := crossovers(table):
        of = lambda name, cases: Panel.of(f"{name}: time of many primes over that of one", cases, lambda c: placed(table, c)[1], marked=True)
        found["-crossovers"] = drawing([of(name, cases) for name, cases in groups(compared, lambda c: placed(table, c)[0]).items()])
    if recipes := [c for c in table.cases if table.name == "ntt" and c.op == RECIPE]:
        gops = Panel.of("(3/2)·n·log2 n operations over nanoseconds", recipes, value=lambda c: 1.5 * c.n * math.log2(c.n) / c.ours, linear=True)
        found["-gops"] = drawing([gops])
    return found


def crossovers(table):
    """The cases that compare one big prime with many small ones."""
    return [c for c in table.compared() if table.name in CROSSOVERS and CROSSOVERS[table.name](c)]


def placed(table, case):
    """The panel and the line of such a case: an operation's cases are lines of its panel, or panels, if there are several kinds of many primes."""
    kinds = {c.peer for c in crossovers(table)}
    return (f"{case.op}, {case.case}", case.peer) if len(kinds) > 1 else (case.op, case.case)


def crossover_table(table):
    """Where the ratio crosses 1: a line for each line of the picture."""
    rows = []
    for names, same in groups(crossovers(table), lambda c: placed(table, c)).items():
        places = [f"{n:.0f}" for n in crossings([(c.n, c.ratio) for c in same])]
        first, last = min(same, key=lambda c: c.n), max(same, key=lambda c: c.n)
        ends = [f"{ratio(c.ratio)} at n = {c.n}" for c in [first, last]]
        rows.append([*names, *ends, ", ".join(places) or "nowhere"])
    return markdown(["operation", "many primes, or case", "least n", "largest n", "crosses 1 at n ="], rows)


def code_name(cpu, folder):
    """The code name of a CPU, by its maker and the family and model that end its folder's name; nothing where they do not identify it."""
    numbers = re.search(r"-(\d+)-(\d+)(-(scalar|avx\w*))*$", folder)
    maker = next((maker for maker in ["AMD", "Intel"] if maker in cpu), None)
    return CODE_NAMES.get((maker, int(numbers[1]), int(numbers[2]))) if numbers else None


def title(folder, table):
    """The name of a CPU, with its code name where that is known, and its folder."""
    names = [table.machine["cpu"], code_name(table.machine["cpu"], folder)]
    return f"{', '.join(filter(None, names))} ({folder})"


def short_title(table):
    """The code name of a CPU, or its folder's name."""
    return code_name(table.machine["cpu"], table.path.parent.name) or table.path.parent.name


def slower(tables):
    """The operations of all tables with a case in which polymod is slower, those with the worst ratio first."""
    rows = []
    for table in tables:
        own = crossovers(table)
        cases = [] if isinstance(table, Other) else [c for c in table.compared() if c.peer not in OWN and c not in own]
        for (op, peer), same in groups(cases, lambda c: (c.op, c.peer)).items():
            worst = min(same, key=lambda c: c.ratio)
            if worst.ratio < LOSS:
                counts = [sum(c.ratio < bound for c in same) for bound in [LOSS, LOSS / 1.05, LOSS / 2]]
                rows.append((worst.ratio, [table.name, op, peer, ratio(worst.ratio), f"{worst.case}, n = {worst.n}", *map(str, counts), str(len(same))]))
    head = ["table", "operation", "peer", "worst ratio", "of", "slower", "by 5 %", "by half", "of"]
    return markdown(head, [row for _, row in sorted(rows, key=lambda row: row[0])]) if rows else ""


def page(folder, tables):
    """The page of a CPU: losses, and for each table the machine, the pictures, means and times."""
    text = f"# Measured on {title(folder.name, tables[0])}\n\n"
    text += "Written by `make figures` from the files beside it. A ratio is the peer's time over polymod's, each the best of all rounds;\n"
    text += "ratios below 1 are bold: there polymod is slower.\n"
    if lost := slower(tables):
        text += f"\n## Where polymod is slower\n\nThe operations with a ratio below 1, and the case with the worst one.\n\n{lost}"
    parts = []
    for table in tables:
        part = f"\n## {table.title}\n\n{table.conditions()}\n"
        for more in pictures(table):
            part += f"![{table.title}]({table.name}{more}.svg)\n\n"
        if crossovers(table):
            part += f"Where one big prime and many small ones take the same time:\n\n{crossover_table(table)}\n"
        parts.append(part + table.tables())
    # the times of short tables first, as many as the page has room for
    room = MOST_BYTES - sum(len(part.encode()) for part in [text, *parts])
    for i, times in sorted(enumerate(table.times() for table in tables), key=lambda found: len(found[1])):
        more = f"\n{times}" if times else ""
        if len(more.encode()) > room:
            more = f"\nThe single times are in [{tables[i].name}.json]({tables[i].name}.json).\n"
        parts[i] += more
        room -= len(more.encode())
    return text + "".join(parts)


def measured(results, cpu, name):
    """The tables of this name, of one CPU or of each."""
    if cpu != "*":
        return [results[cpu][name]]
    return [tables[name] for tables in results.values() if name in tables]


def pages_of(table, where):
    """The link from a page to that of the table's CPU."""
    return os.path.relpath(f"docs/results/{table.path.parent.name}/README.md", where.parent)


def filled(text, results, where, missing):
    """The text of a page with the tables between its markers. The names of those that no CPU has a file of are added to `missing`."""

    def fill(found):
        try:
            options = dict(word.split("=", 1) for word in found[2].split())
            cpu, name = options.pop("cpu"), options.pop("table")
            tables = measured(results, cpu, name)
            show = options.pop("show")
            show = None if show == "summary" and cpu == "*" else {"means": means, "times": times, "losses": losses}[show]
            by = options.pop("by", "peer") if show is None else None
            wanted = {key: options.pop(key) for key in ["op", "peer"] if key in options}
            if by is not None and by not in LINES:
                raise ValueError(f"by={by}")
        except (KeyError, ValueError) as error:
            raise ValueError(f"{where}: figures: {found[2]}: no such results or option: {error}") from error
        if options:
            raise ValueError(f"{where}: figures: {found[2]}: unknown {sorted(options)}")
        if not tables:
            missing.setdefault(name, where)
        if tables and show is None:
            link = lambda table: f"[{short_title(table)}]({pages_of(table, where)})"
            about = f"`make bench TABLE={name}`: all cases on {', '.join(map(link, tables))}.\n\n"
            if not (lines := summary(tables, by, wanted)):
                raise ValueError(f"{where}: figures: {found[2]}: no cases")
            return f"{found[1]}\n{about}{lines}\n{found[3]}"
        blocks = []
        for table in tables:
            if not (cases := table.compared(**wanted)):
                raise ValueError(f"{where}: figures: {found[2]}: no cases")
            about = f"{table.conditions()}[All of them]({pages_of(table, where)}).\n\n"
            blocks.append((about if cpu == "*" else "") + show(cases))
        return "{}\n{}\n{}".format(found[1], "\n".join(blocks), found[3]) if blocks else found[0]

    return MARKERS.sub(fill, text)


def strays(text):
    """The rows of figures that are between no markers."""
    return [found[0] for found in FIGURE_ROW.finditer(MARKERS.sub("", OTHERS.sub("", text)))]


def outputs(root):
    """All files that are written, with their texts."""
    results, files, missing = {}, {}, {}
    for folder in sorted(path for path in (root / "docs/results").glob("*") if path.is_dir()):
        tables = [read(path) for path in sorted(folder.glob("*.json"))]
        if not tables:
            continue
        results[folder.name] = {table.name: table for table in tables}
        files[folder / "README.md"] = page(folder, tables)
        files.update({folder / f"{table.name}{more}.svg": drawn for table in tables for more, drawn in pictures(table).items()})
    for name, (cpu, table, peer) in PICTURES.items():
        found = [tables[table] for folder, tables in results.items() if cpu in {"*", folder} and table in tables]
        latest = max(found, key=lambda found: found.machine["date"], default=None)
        if latest and (drawn := panels(latest, peer)):
            files[root / name] = drawing(drawn, latest.caption())
        elif (root / name).exists() and table not in UNMEASURED:
            raise ValueError(f"{name}: there is no file of the table {table}, CPU {cpu}, peer {peer}, that gives it")
    for path in sorted((root / "docs/results").rglob("*")):
        if path.suffix in {".md", ".svg"} and path not in files:
            raise ValueError(f"{path.relative_to(root)}: there is no file of results beside it that gives it")
    for path in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        if path not in files and path.exists():
            text = path.read_text(encoding="utf-8")
            where = path.relative_to(root)
            if (new := filled(text, results, where, missing)) != text:
                files[path] = new
            if by_hand := [command for command in MEASURED_BY.findall(text) if re.search(r"\bmake bench\b", command)]:
                raise ValueError(f"{where}: figures of `{by_hand[0]}` come from its file: a block of figures, not of `measured by`")
            if where.as_posix() in MEASURED and (rows := strays(text)):
                raise ValueError(f"{where}: figures without a file or a command that gives them: {rows[0]}")
    if without := {name: where for name, where in missing.items() if name not in UNMEASURED}:
        raise ValueError("no CPU has a file of these tables: " + ", ".join(f"{name} ({where})" for name, where in without.items()))
    if missing:
        print(f"figures: noted by hand, until they are measured: {', '.join(missing)}")
    return files


def draw(paths):
    """Draws the files of a trial."""
    for path in paths:
        drawn = pictures(read(path))
        for more, text in drawn.items():
            new = path.with_name(f"{path.stem}{more}.svg")
            new.write_text(text, encoding="utf-8")
            print(f"figures: {new} written")
        if not drawn:
            print(f"figures: {path}: nothing to draw")
    return 0


def main(arguments):
    if arguments and all(word.endswith(".json") for word in arguments):
        return draw([Path(word) for word in arguments])
    check = "--check" in arguments
    roots = [word for word in arguments if word != "--check"]
    root = Path(roots[0]) if roots else Path(__file__).resolve().parent.parent
    try:
        files = outputs(root)
    except (KeyError, ValueError) as error:
        print(f"figures: {error}", file=sys.stderr)
        return 1
    stale = [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(f"figures: {path.relative_to(root)} {'is not what the results say: make figures' if check else 'written'}")
        if not check:
            path.write_text(files[path], encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
