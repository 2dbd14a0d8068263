#!/usr/bin/env python3
"""The book of docs/book, and the links and blocks of code of all pages.

    scripts/book.py check            every relative link of a Markdown file leads to a file, every anchor to a heading, in the repository and in the
                                     copies for mdbook; every page of docs is a chapter; every block of code is in a language whose blocks
                                     something runs (RUNNERS), and lines of source files are those of the file
    scripts/book.py code             writes these lines again
    scripts/book.py programs PYTHON  runs the programs of docs/python.md, whose blocks have no prompts, by an interpreter that has the package
    scripts/book.py build [DIR]      writes the book as HTML to DIR (target/book) by mdbook, and checks the links of its pages

Chapters are named by docs/book/SUMMARY.md and stay where they are, so that their links also work in the repository. For mdbook they are copied
into one folder: links between chapters are kept, other files that chapters point to are copied beside them as text.

Lines of a source file stand between markers. They are those between its comments `ANCHOR: NAME` and `ANCHOR_END: NAME`, or the constant or function NAME.

    <!-- code: FILE NAME -->
    <!-- end of code -->
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "docs/book"
# Runs blocks of commands as they stand.
COMMANDS = "scripts/readme-commands.sh"
# Commands that no block runs: each is named in ELSEWHERE, and `bash -n` reads the block.
ELSEWHERE_RUN = "ELSEWHERE"
# Lines of a source file between markers, equal to the file's.
INCLUDED = "markers of code"
# What runs the blocks of code of a page, by language. A file names the page. Blocks of `text` are results and drawings, allowed everywhere; blocks
# without a language are commands, or drawings, only where this table says so.
RUNNERS = {
    "README.md": {"sh": COMMANDS, "rust": "src/lib.rs", "python": "crates/python/tests/test_docs.py"},
    "CONTRIBUTING.md": {"": ELSEWHERE_RUN, "bash": ELSEWHERE_RUN},
    "crates/core/README.md": {"rust": "crates/core/src/lib.rs"},
    "docs/architecture.md": {"": "text"},
    "docs/architecture/adding.md": {"rust": INCLUDED, "bash": ELSEWHERE_RUN},
    "docs/book/": {"sh": COMMANDS, "bash": ELSEWHERE_RUN},
    "docs/book/cookbook.md": {"sh": COMMANDS, "rust": INCLUDED},
    "docs/book/finite-fields-and-codes.md": {"sh": COMMANDS, "rust": "src/lib.rs", "python": "crates/python/tests/test_docs.py"},
    "docs/book/installing.md": {"sh": COMMANDS, "bash": ELSEWHERE_RUN, "toml": "scripts/test_book.py"},
    "docs/book/words-and-transforms.md": {"rust": "src/lib.rs"},
    "docs/c.md": {"": ELSEWHERE_RUN, "bash": ELSEWHERE_RUN, "c": "scripts/capi.sh", "cython": "scripts/capi.sh", "julia": "scripts/capi.sh"},
    "docs/python.md": {"": ELSEWHERE_RUN, "bash": ELSEWHERE_RUN, "python": "crates/python/tests/test_docs.py"},
    "docs/scale.md": {
        "": ELSEWHERE_RUN,
        "bash": ELSEWHERE_RUN,
        "sh": COMMANDS,
        "python": "crates/python/tests/test_distributed.py",
        "yaml": "scripts/test_release.py",
    },
    "docs/notes/012-mutants.md": {"bash": ELSEWHERE_RUN, "toml": "scripts/test_book.py"},
    "docs/testing.md": {"bash": ELSEWHERE_RUN},
    "docs/web.md": {"": ELSEWHERE_RUN, "bash": ELSEWHERE_RUN, "js": "crates/web/tests/module.mjs"},
}
# The beginnings of commands in blocks of ELSEWHERE_RUN, and the leg of .ci/legs.sh that runs the same, or why none does. The longest beginning counts.
ELSEWHERE = {
    "make run": ("leg", "readme_commands"),
    "make test": ("leg", "suite"),
    "make book": ("leg", "book"),
    "make capi": ("leg", "c_and_others"),
    "make mpi": ("leg", "mpi"),
    "make python": ("leg", "wheel"),
    "make web": ("leg", "web"),
    "make fuzz": ("leg", "fuzz_minute"),
    "make ci": ("none", "it is the run of all legs"),
    "make nightly": ("none", "it is the run of all legs"),
    "make wheels": ("none", "the wheel of one interpreter is tested in the leg of the Python package; those for distribution need Zig, see Releasing"),
    "make soak": ("none", "it builds FLINT, and runs for hours"),
    "cargo test": ("leg", "suite"),
    "cargo nextest": ("leg", "suite"),
    "cargo test -p polymod --test unit --no-default-features": ("leg", "address_sanitizer"),
    "cargo test -p polymod-capi --test header": ("leg", "suite"),
    "cargo test -p polymod-cli --test cli readme": ("leg", "suite"),
    "cargo xtask mutants list": ("leg", "mutants_places"),
    "cargo build --release && scripts/verify.py": ("none", "times of checks, on an idle machine"),
    "cargo build --profile bindings -p polymod-mpi": ("leg", "mpi"),
    "cargo build --profile bindings -p polymod-capi": ("leg", "c_and_others"),
    "cargo install --path crates/cli": ("leg", "release_suite"),
    "cargo cinstall": ("leg", "c_and_others"),
    "cc example.c": ("leg", "c_and_others"),
    "git clone": ("none", "the run begins in a clone"),
    "cd polymod": ("none", "the run begins in a clone"),
    "pip install ./crates/python": ("leg", "wheel"),
    "pip install target/wheels-release": ("none", "as make wheels"),
    "scripts/builds.py": ("none", "it compares two programs, on an idle machine"),
    "scripts/fuzz.sh": ("leg", "fuzz_minute"),
    "fuzz/target": ("none", "a file that made a target fail is needed"),
    "scripts/neon.sh": ("leg", "neon"),
    "scripts/profiles.py": ("none", "it compares times, on an idle machine"),
    "scripts/sanitizers.sh": ("leg", "address_sanitizer"),
    "scripts/setup.sh mpi": ("leg", "mpi"),
    "scripts/web.sh": ("leg", "web"),
    "polymod charpoly a.json --worker": ("none", "other machines are needed; workers on this one run in the commands of the README"),
    "mpirun": ("leg", "mpi"),
    "polymod-mpi": ("none", "as mpirun"),
}
PROGRAMS = "docs/python.md"
CODE_MARKERS = re.compile(r"(<!-- code: (\S+) (\w+) -->\n)(.*?)(<!-- end of code -->)", re.DOTALL)
FENCE = re.compile(r"^( *)(```+|~~~+)")
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
LINK_TARGETS = re.compile(r"\]\(([^)\s]+)\)")
LINK = re.compile(r"(\]\()([^)\s]+)((?:\s+\"[^\"]*\")?\))")


def lines(text):
    """The lines of a page, each with whether it is outside of blocks of code."""
    fence = None
    for line in text.splitlines(keepends=True):
        found = FENCE.match(line)
        if fence is None and found:
            fence = found[2]
            yield line, False
        elif fence is not None:
            if found and found[2].startswith(fence) and line.strip() == found[2]:
                fence = None
            yield line, False
        else:
            yield line, True


def blocks(text):
    """The blocks of code of a page: line, language and text."""
    found = []
    for number, (line, outside) in enumerate(lines(text), 1):
        if outside:
            continue
        # a fence that is not the end of a block begins one
        if not found or found[-1][3]:
            opening = FENCE.match(line)
            found.append([number, line.strip().lstrip("`~").strip(), "", False, opening[2], opening[1]])
        elif line.strip().startswith(found[-1][4]) and line.strip() == line.strip()[0] * len(line.strip()):
            found[-1][3] = True
        else:
            found[-1][2] += line.removeprefix(found[-1][5])
    return [(number, language, body) for number, language, body, *_ in found]


def relinked(text, change):
    """The text with `change` applied to the target of each link outside of code."""
    hidden = []

    def hide(found):
        hidden.append(found[0])
        return f"\0{len(hidden) - 1}\0"

    def line(text):
        text = CODE.sub(hide, text)
        text = LINK.sub(lambda found: found[1] + change(found[2]) + found[3], text)
        return re.sub("\0(\\d+)\0", lambda found: hidden[int(found[1])], text)

    return "".join(line(text) if outside else text for text, outside in lines(text))


def links(path):
    """The targets of the links of a page."""
    found = []
    relinked(path.read_text(encoding="utf-8"), lambda target: found.append(target) or target)
    return found


def anchors(path):
    """The names of the headings of a page, as GitHub and mdbook form them, and its explicit ones."""
    text = path.read_text(encoding="utf-8")
    found = set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))
    for line, outside in lines(text):
        heading = re.match(r"#{1,6} +(.*?)#*\s*$", line) if outside else None
        if heading:
            name = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).replace("`", "").replace("*", "")
            name = re.sub(r"\\(.)", r"\1", name)
            name = re.sub(r"[^\w\- ]", "", name.strip().lower()).replace(" ", "-")
            again = [name, *(f"{name}-{i}" for i in range(1, 100))]
            found.add(next(name for name in again if name not in found))
    return found


def is_external(target):
    return re.match(r"[a-z][a-z0-9+.-]*:", target) is not None


def tracked(*patterns):
    """The files of the repository, those not yet added included."""
    output = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard", *patterns], stdout=subprocess.PIPE, text=True, check=True).stdout
    return [ROOT / name for name in sorted(set(output.splitlines())) if (ROOT / name).exists()]


def summary():
    """The book's table of contents, with the pages of measurements below the chapter on performance."""
    text = (BOOK / "SUMMARY.md").read_text(encoding="utf-8")
    measured = sorted(ROOT.glob("docs/results/*/README.md"))
    name = lambda path: path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
    more = "".join(f"  - [{name(path)}](../results/{path.parent.name}/README.md)\n" for path in measured)
    return re.sub(r"(?m)^( *- \[.*\]\(\.\./performance\.md\)\n)", lambda found: found[1] + more, text)


def chapters():
    """The pages that the table of contents names."""
    return [(BOOK / target.split("#")[0]).resolve() for target in LINK_TARGETS.findall(summary())]


def wrong_links(pages, root=None):
    """A line for each link that leads nowhere in the folder."""
    root, known = root or ROOT, {}
    for page in pages:
        for target in links(page):
            if is_external(target):
                continue
            name, _, anchor = target.partition("#")
            path = (page.parent / name).resolve() if name else page
            where = page.relative_to(root)
            if not path.exists() or root not in [path, *path.parents]:
                yield f"{where}: {target}: there is no such file"
            elif anchor and path.suffix == ".md":
                known[path] = known.get(path) or anchors(path)
                if anchor not in known[path]:
                    yield f"{where}: {target}: {path.name} has no such heading"


def wrong_chapters(chapters):
    """A line for each page of docs that the book leaves out or names twice."""
    for path in tracked("docs/*.md"):
        if path not in chapters and path.name != "SUMMARY.md" and "results" not in path.parts:
            yield f"{path.relative_to(ROOT)}: not a chapter of docs/book/SUMMARY.md"
    for path in sorted({path for path in chapters if chapters.count(path) > 1}):
        yield f"docs/book/SUMMARY.md: {path.name} is named twice"


def runners(name):
    """The row of a page, or of its folder, in the table of runners."""
    rows = [row for row in RUNNERS if name == row or (row.endswith("/") and name.startswith(row))]
    return RUNNERS[max(rows, key=len)] if rows else {}


def commands(text):
    """The commands of a block: lines without comments, continued ones as one, without assignments before the command."""
    for line in re.sub(r"\\\n\s*", " ", text).splitlines():
        line = re.sub(r"(^|\s+)#.*", "", line).strip()
        if line:
            yield re.sub(r"^(?:[A-Z_]+=\S* +)*", "", line)


def wrong_commands(text):
    """What is wrong with a block of commands that the page does not run: its syntax, or commands of which nobody knows where they are run."""
    read = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, check=False)
    if read.returncode:
        yield f"bash -n: {read.stderr.strip()}"
    # a job of Slurm needs a cluster
    if not text.startswith("#!"):
        for command in commands(text):
            if not any(command.startswith(beginning) for beginning in ELSEWHERE):
                yield f"`{command}` is not in the table ELSEWHERE of scripts/book.py"


def wrong_blocks(pages):
    """A line for each block of code that nothing runs."""
    for page in pages:
        name, text = page.relative_to(ROOT).as_posix(), page.read_text(encoding="utf-8")
        included = "".join(found[4] for found in CODE_MARKERS.finditer(text))
        for number, language, body in blocks(text):
            where = f"{name}:{number}"
            runner = "text" if language == "text" else runners(name).get(language)
            if runner is None:
                yield f"{where}: nothing runs a block of {language or 'no language (```text for a result or a drawing)'}: see RUNNERS in scripts/book.py"
            elif runner == ELSEWHERE_RUN:
                yield from (f"{where}: {wrong}" for wrong in wrong_commands(body))
            elif runner == INCLUDED and body not in included:
                yield f"{where}: these lines are not between markers of code"
            if language == "python" and ">>>" not in body:
                try:
                    compile(body, where, "exec", dont_inherit=True)
                except SyntaxError as error:
                    yield f"{where}: {error}"
        if (new := with_code(page, text)) != text:
            yield f"{name}: lines of a source file are not those of the file: scripts/book.py code"


def unquoted(pages):
    """A line for each operand `=TEXT` of a command that is not in quotes: zsh replaces `=TEXT` by the path of a command of that name."""
    for page in pages:
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            for operand in re.findall(r"(?<!-)\bpolymod [a-z][a-z0-9-]* (?:.*?\s)??(=[^\s'\"=]\S*)", line):
                yield f"{page.relative_to(ROOT).as_posix()}:{number}: the operand {operand} needs quotes in zsh"


def wrong_table():
    """A line for each runner that does not name the page, and each leg that .ci/legs.sh does not have."""
    for name, row in RUNNERS.items():
        for language, runner in row.items():
            path = ROOT / runner
            if runner in {"text", ELSEWHERE_RUN, INCLUDED}:
                continue
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            pattern = "docs/book/*.md" if name.startswith("docs/book/") and runner == COMMANDS else Path(name).name
            if pattern not in text:
                yield f"RUNNERS: {runner} does not name {name}, whose {language} it is to run"
    legs = set(re.findall(r"(?m)^(\w+)\(\)", (ROOT / ".ci/legs.sh").read_text(encoding="utf-8")))
    for command, (kind, leg) in ELSEWHERE.items():
        if kind == "leg" and leg not in legs:
            yield f"ELSEWHERE: {command}: .ci/legs.sh has no leg {leg}"


def lines_of(path, name):
    """The lines of a source file between its comments ANCHOR and ANCHOR_END, or of the item of this name, moved to the left."""
    text = path.read_text(encoding="utf-8")
    anchored = re.findall(rf"(?ms)^[^\n]*ANCHOR: {name}$\n(.*?)^[^\n]*ANCHOR_END: {name}$", text)
    # from the documentation of the item on to its last bracket, which is as far to the left
    items = re.findall(rf"(?ms)^((?:///[^\n]*\n)*(?:pub(?:\([^)]*\))? )?(?:static|const|fn|struct) {name}\b.*?^[\]}})];?$\n)", text)
    found = anchored or items
    if len(found) != 1:
        raise ValueError(f"{path.relative_to(ROOT)}: there are {len(found)} anchors or items {name}, not one")
    return re.sub(r"(?m)^[^\n]*ANCHOR(_END)?: \w+$\n", "", textwrap.dedent(found[0]))


def with_code(page, text):
    """The text of a page with the lines of source files between their markers."""
    language = {".rs": "rust", ".py": "python", ".toml": "toml", ".sh": "sh"}

    def fill(found):
        path = (page.parent / found[2]).resolve()
        return f"{found[1]}```{language[path.suffix]}\n{lines_of(path, found[3])}```\n{found[5]}"

    return CODE_MARKERS.sub(fill, text)


def write_code():
    """Writes the lines of source files into the pages that show them."""
    for page in our_pages():
        text = page.read_text(encoding="utf-8")
        if (new := with_code(page, text)) != text:
            page.write_text(new, encoding="utf-8")
            print(f"book: {page.relative_to(ROOT)} written")
    return 0


def run_programs(python):
    """Runs the programs of the page on Python, each in a folder of its own."""
    count = 0
    for number, language, body in blocks((ROOT / PROGRAMS).read_text(encoding="utf-8")):
        if language != "python" or ">>>" in body:
            continue
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program.py"
            program.write_text(body, encoding="utf-8")
            done = subprocess.run([Path(python).absolute(), program], cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{PROGRAMS}:{number}: {done.stderr}", file=sys.stderr)
            return 1
        count += 1
    print(f"{PROGRAMS}: {count} programs ran")
    return 0 if count else 1


def our_pages():
    """All Markdown files but those of src, which are for rustdoc and have links and tests of its own."""
    return [page for page in tracked("*.md") if ROOT / "src" not in page.parents]


def wrong_stage():
    """A line for each link that leads nowhere in the copies for mdbook."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder).resolve()
        stage(source)
        pages = [page for page in sorted(source.rglob("*.md"))]
        yield from (f"the copies for mdbook: {line}" for line in wrong_links(pages, source))


def check():
    pages = our_pages()
    wrong = [*wrong_links(pages), *wrong_chapters(chapters()), *wrong_table(), *wrong_blocks(pages), *unquoted(pages)]
    wrong = wrong or [*wrong_stage()]
    for line in wrong:
        print(f"book: {line}", file=sys.stderr)
    if not wrong:
        print(f"{len(pages)} pages: every link leads somewhere, and every block of code has a runner or a reason")
    return 1 if wrong else 0


def place(path):
    """Where a chapter is in the book: pages of docs/book and docs at the top."""
    for folder in [BOOK, ROOT / "docs", ROOT]:
        if folder in path.parents:
            name = path.relative_to(folder)
            if name.name == "README.md":
                # mdbook calls the page so in any case, but not in links
                name = name.with_name("index.md")
            return name.with_name(name.name.lower()) if folder == ROOT else name
    raise ValueError(f"{path}: outside of the repository")


def stage(source):
    """Copies the chapters to a folder; links that leave the book lead to copies of the files, as text."""
    pages = chapters()
    copied = set()

    def target_of(page, target):
        name, _, anchor = target.partition("#")
        if is_external(target) or not name:
            return target
        path = (page.parent / name).resolve()
        if path in pages:
            new = place(path)
        else:
            # mdbook copies no hidden folder, and takes every .md in a link for a page
            new = Path("files", *(part.removeprefix(".") for part in path.relative_to(ROOT).parts))
            if path.suffix not in {".svg", ".png", ".ipynb"}:
                new = new.with_name(new.name.replace(".md", "-md") + ".txt")
            if path not in copied:
                copied.add(path)
                (source / new).parent.mkdir(parents=True, exist_ok=True)
                if path.is_dir():
                    (source / new).write_text("".join(f"{found.relative_to(ROOT)}\n" for found in tracked(f"{path}/*")))
                else:
                    shutil.copyfile(path, source / new)
        back = "" if page.name == "SUMMARY.md" else "../" * (len(place(page).parts) - 1)
        return back + new.as_posix() + (f"#{anchor}" if anchor and path in pages else "")

    for page in [BOOK / "SUMMARY.md", *pages]:
        new = source / ("SUMMARY.md" if page.name == "SUMMARY.md" else place(page))
        new.parent.mkdir(parents=True, exist_ok=True)
        text = summary() if page.name == "SUMMARY.md" else page.read_text(encoding="utf-8")
        new.write_text(relinked(text, lambda target: target_of(page, target)), encoding="utf-8")


def build(folder):
    stage_folder = folder.with_name(folder.name + "-source")
    shutil.rmtree(stage_folder, ignore_errors=True)
    stage(stage_folder / "src")
    shutil.copyfile(BOOK / "book.toml", stage_folder / "book.toml")
    program = os.environ.get("MDBOOK", "mdbook")
    done = subprocess.run([program, "build", stage_folder, "--dest-dir", folder.resolve()], check=False)
    if done.returncode:
        return done.returncode
    wrong = list(wrong_html(folder.resolve()))
    for line in wrong:
        print(f"book: {line}", file=sys.stderr)
    print(f"the book: {folder / 'index.html'}")
    return 1 if wrong else 0


class Html(HTMLParser):
    """The targets of links and pictures of a page of HTML, and the names of its places."""

    def __init__(self, path):
        super().__init__()
        self.targets, self.names = [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        for key, value in attrs:
            if key == "id" or (tag == "a" and key == "name"):
                self.names.add(value)
            if (tag, key) in {("a", "href"), ("img", "src")} and value:
                self.targets.append(unquote(value))


def wrong_html(folder):
    """A line for each link of the HTML that leads nowhere. The page for printing has all others in one, and is left out."""
    pages = {path: Html(path) for path in sorted(folder.rglob("*.html")) if path.name not in {"print.html", "404.html", "toc.html"}}
    for path, page in pages.items():
        for target in page.targets:
            name, _, anchor = target.partition("#")
            there = (path.parent / name).resolve() if name else path
            if is_external(target):
                continue
            if not there.exists():
                yield f"{path.relative_to(folder)}: {target}: there is no such file"
            elif anchor and there in pages and anchor not in pages[there].names:
                yield f"{path.relative_to(folder)}: {target}: there is no such heading"


def main(arguments):
    try:
        return run(arguments)
    except ValueError as error:
        print(f"book: {error}", file=sys.stderr)
        return 1


def run(arguments):
    match arguments:
        case ["check"]:
            return check()
        case ["code"]:
            return write_code()
        case ["programs", python]:
            return run_programs(python)
        case ["build"]:
            return build(ROOT / "target/book")
        case ["build", folder]:
            return build(Path(folder))
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
