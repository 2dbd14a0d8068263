#!/usr/bin/env python3
"""Pages and pictures from the files of measurements, docs/results/CPU/TABLE.json, which `make bench TABLE=...` writes.

    scripts/figures.py [--check] [ROOT]
    scripts/figures.py FILE.json...          draws the picture of each file beside it, as of a part of a table in target/peers

Writes for each CPU a page docs/results/CPU/README.md and for each table a picture TABLE.svg beside its file, the pictures of other pages
(PICTURES), and the tables between markers in the Markdown files of docs and in README.md:

    <!-- figures: cpu=CPU table=TABLE show=means|times|losses [op=OPERATION] [peer=PEER] -->
    <!-- end of figures -->

Blanks in names are written as _. cpu=* stands for each CPU that was measured; where none was, what is between the markers stays. In docs/performance.md
figures of other commands are in blocks that name the command:

    <!-- measured by: COMMAND -->
    <!-- end of measured -->

and it is an error if a table of figures is in neither. A file bench.json of that folder is what `polymod bench --json` writes: predicted and measured
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
# A row of a table with a figure behind its first entry.
FIGURE_ROW = re.compile(r"^\|[^|\n]*(?:\|[^|\n]*)*\| *\**[.\d]", re.MULTILINE)
# Pictures of other pages: table and peer of the latest file of results that has them.
PICTURES = {"docs/images/products.svg": ("products", "FLINT"), "docs/images/gfpf.svg": ("gfpf", "GMP mul, mod")}
# More sizes than these are rows of a table, not columns.
MOST_COLUMNS = 12
MARKERS = re.compile(r"(<!-- figures: ([^>]*) -->\n).*?(<!-- end of figures -->)", re.DOTALL)
# Colours that colour-blind readers can distinguish (Okabe and Ito 2008), without yellow.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]
# A table with more pictures than this has none: its page shows means.
MOST_PANELS = 24
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
        changed = " with changes" if "changes" in found["commit"] else ""
        return (
            f"`make bench TABLE={self.name}`: {found['cpu']}, {found['instructions']}, polymod uses {found['polymod_instructions']}; "
            f"{found['compiler']}; commit {found['commit'][:12]}{changed}, {found['date']}.{others}\n"
        )

    def heading(self, op, peer):
        """The title of a panel of the picture."""
        return f"{op}: time of {peer} over polymod's"

    def tables(self):
        """Its tables: means, and all times where there is a picture of them."""
        cases = self.compared()
        return means(cases) + ("\n" + times(cases) if picture(self) else "") if cases else ""

    def compared(self, op=None, peer=None):
        """The cases with a peer."""
        named = lambda wanted, name: wanted is None or wanted.replace("_", " ") == name
        return [c for c in self.cases if c.peer and named(op, c.op) and named(peer, c.peer)]


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


class Bench(Table):
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


class Memory(Table):
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


def panel(title, cases, x0, y0):
    """One system of coordinates: the ratio over the size, both by logarithms, a line for each case."""
    lines = groups(cases, lambda c: c.case)
    places = legend(lines, WIDTH - 78)
    left, right, top, bottom = x0 + 52, x0 + WIDTH - 26, y0 + 52 + 15 * (places[-1][0] + 1), y0 + HEIGHT - 34
    sizes, ratios = [c.n for c in cases], [c.ratio for c in cases]
    n_low, n_high = min(sizes), max(max(sizes), 2 * min(sizes))
    low, high = min(0.5, min(ratios)), max(2.0, max(ratios))
    across = lambda n: left + (right - left) * math.log(n / n_low) / math.log(n_high / n_low)
    up = lambda r: bottom - (bottom - top) * math.log(r / low) / math.log(high / low)
    text = lambda x, y, what, more="": f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(what)}</text>\n'
    out = text(left, y0 + 18, title, 'font-size="14"')
    for n in ticks(n_low, n_high):
        out += text(across(n), bottom + 18, f"{n:.0f}", 'text-anchor="middle"')
    for r in [2.0**k for k in range(-6, 10) if low <= 2.0**k <= high]:
        width, colour = (1.5, "#000000") if r == 1 else (0.6, "#bbbbbb")
        out += f'<path d="M{left} {up(r):.1f}H{right}" stroke="{colour}" stroke-width="{width}"/>\n'
        out += text(left - 6, up(r) + 4, f"{r:g}", 'text-anchor="end"')
    for i, ((case, line), (row, at)) in enumerate(zip(lines.items(), places)):
        colour = COLOURS[i % len(COLOURS)]
        points = [(across(c.n), up(c.ratio)) for c in sorted(line, key=lambda c: c.n)]
        out += f'<path d="M{" L".join(f"{x:.1f} {y:.1f}" for x, y in points)}" stroke="{colour}" stroke-width="2"/>\n'
        out += "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>\n' for x, y in points)
        out += text(left + at, y0 + 40 + 15 * row, case, f'fill="{colour}"')
    return out


def picture(table, peer=None):
    """The picture of a table as SVG: a panel for each operation and peer; None where there would be none or too many."""
    panels = groups(table.compared(peer=peer), lambda c: (c.op, c.peer))
    if not panels or len(panels) > MOST_PANELS:
        return None
    columns = min(2, len(panels))
    rows = math.ceil(len(panels) / columns)
    width, height = columns * WIDTH, rows * HEIGHT
    out = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
    out += 'font-family="sans-serif" font-size="12" fill="none">\n<rect width="100%" height="100%" fill="#ffffff"/>\n<g>\n'
    for i, ((op, peer), cases) in enumerate(panels.items()):
        out += panel(table.heading(op, peer), cases, i % columns * WIDTH, i // columns * HEIGHT)
    return re.sub(r"<text (?![^>]*fill=)", '<text fill="#000000" ', out) + "</g>\n</svg>\n"


def page(folder, tables):
    """The page of a CPU: for each table the machine, the picture, means and times."""
    text = f"# Measured on {tables[0].machine['cpu']} ({folder.name})\n\n"
    text += "Written by `make figures` from the files beside it. A ratio is the peer's time over polymod's, each the best of all rounds;\n"
    text += "ratios below 1 are bold: there polymod is slower.\n"
    for table in tables:
        text += f"\n## {table.title}\n\n{table.conditions()}\n"
        if picture(table):
            text += f"![{table.title}]({table.name}.svg)\n\n"
        text += table.tables()
    return text


def measured(results, cpu, name):
    """The tables of this name, of one CPU or of each."""
    if cpu != "*":
        return [results[cpu][name]]
    return [tables[name] for tables in results.values() if name in tables]


def filled(text, results, where):
    """The text of a page with the tables between its markers."""

    def fill(found):
        try:
            options = dict(word.split("=", 1) for word in found[2].split())
            cpu = options.pop("cpu")
            tables = measured(results, cpu, options.pop("table"))
            show = {"means": means, "times": times, "losses": losses}[options.pop("show")]
            wanted = {key: options.pop(key) for key in ["op", "peer"] if key in options}
        except (KeyError, ValueError) as error:
            raise ValueError(f"{where}: figures: {found[2]}: no such results or option: {error}") from error
        if options:
            raise ValueError(f"{where}: figures: {found[2]}: unknown {sorted(options)}")
        blocks = []
        for table in tables:
            if not (cases := table.compared(**wanted)):
                raise ValueError(f"{where}: figures: {found[2]}: no cases")
            about = f"{table.conditions()}[All of them]({os.path.relpath(f'docs/results/{table.path.parent.name}/README.md', where.parent)}).\n\n"
            blocks.append((about if cpu == "*" else "") + show(cases))
        return "{}\n{}\n{}".format(found[1], "\n".join(blocks), found[3]) if blocks else found[0]

    return MARKERS.sub(fill, text)


def strays(text):
    """The rows of figures that are between no markers."""
    return [found[0] for found in FIGURE_ROW.finditer(MARKERS.sub("", OTHERS.sub("", text)))]


def outputs(root):
    """All files that are written, with their texts."""
    results, files = {}, {}
    for folder in sorted(path for path in (root / "docs/results").glob("*") if path.is_dir()):
        tables = [read(path) for path in sorted(folder.glob("*.json"))]
        if not tables:
            continue
        results[folder.name] = {table.name: table for table in tables}
        files[folder / "README.md"] = page(folder, tables)
        files.update({table.path.with_suffix(".svg"): drawn for table in tables if (drawn := picture(table))})
    for name, (table, peer) in PICTURES.items():
        latest = max(measured(results, "*", table), key=lambda found: found.machine["date"], default=None)
        if latest and (drawn := picture(latest, peer)):
            files[root / name] = drawn
    for path in sorted((root / "docs/results").rglob("*")):
        if path.suffix in {".md", ".svg"} and path not in files:
            raise ValueError(f"{path.relative_to(root)}: there is no file of results beside it that gives it")
    for path in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        if path not in files and path.exists():
            text = path.read_text(encoding="utf-8")
            where = path.relative_to(root)
            if (new := filled(text, results, where)) != text:
                files[path] = new
            if where.as_posix() in MEASURED and (rows := strays(text)):
                raise ValueError(f"{where}: figures without a file or a command that gives them: {rows[0]}")
    return files


def draw(paths):
    """Draws the files of a trial."""
    for path in paths:
        if drawn := picture(read(path)):
            path.with_suffix(".svg").write_text(drawn, encoding="utf-8")
            print(f"figures: {path.with_suffix('.svg')} written")
        else:
            print(f"figures: {path}: nothing to draw, or too much")
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
