#!/usr/bin/env python3
"""The book of docs/book, and the links of all pages.

    scripts/book.py check        every relative link of a Markdown file leads to a file, every anchor to a heading; every page of docs is a
                                 chapter; every ```sh block of a chapter is run by scripts/readme-commands.sh
    scripts/book.py build [DIR]  writes the book as HTML to DIR (target/book) by mdbook

Chapters are named by docs/book/SUMMARY.md and stay where they are, so that their links also work in the repository. For mdbook they are copied
into one folder: links between chapters are kept, other files that chapters point to are copied beside them as text.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "docs/book"
# Chapters whose ```sh blocks are run.
RUN = ["README.md", "docs/scale.md", "docs/book/"]
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
    more = "".join(f"  - [Measured: {path.parent.name}](../results/{path.parent.name}/README.md)\n" for path in measured)
    return re.sub(r"(?m)^( *- \[.*\]\(\.\./performance\.md\)\n)", lambda found: found[1] + more, text)


def chapters():
    """The pages that the table of contents names."""
    return [(BOOK / target.split("#")[0]).resolve() for target in LINK_TARGETS.findall(summary())]


def wrong_links(pages):
    """A line for each link that leads nowhere."""
    known = {}
    for page in pages:
        for target in links(page):
            if is_external(target):
                continue
            name, _, anchor = target.partition("#")
            path = (page.parent / name).resolve() if name else page
            where = page.relative_to(ROOT)
            if not path.exists() or ROOT not in [path, *path.parents]:
                yield f"{where}: {target}: there is no such file"
            elif anchor and path.suffix == ".md":
                known[path] = known.get(path) or anchors(path)
                if anchor not in known[path]:
                    yield f"{where}: {target}: {path.name} has no such heading"


def wrong_chapters(chapters):
    """A line for each page of docs that the book leaves out, is named twice, or has commands that nothing runs."""
    for path in tracked("docs/*.md"):
        if path not in chapters and path.name != "SUMMARY.md" and "results" not in path.parts:
            yield f"{path.relative_to(ROOT)}: not a chapter of docs/book/SUMMARY.md"
    for path in sorted({path for path in chapters if chapters.count(path) > 1}):
        yield f"docs/book/SUMMARY.md: {path.name} is named twice"
    for path in chapters:
        name = str(path.relative_to(ROOT))
        if re.search("^```sh\\s*$", path.read_text(encoding="utf-8"), re.M) and not name.startswith(tuple(RUN)):
            yield f"{name}: a block of sh that scripts/readme-commands.sh does not run"


def check():
    # those of src are for rustdoc, which has links of its own
    pages = [page for page in tracked("*.md") if ROOT / "src" not in page.parents]
    wrong = [*wrong_links(pages), *wrong_chapters(chapters())]
    for line in wrong:
        print(f"book: {line}", file=sys.stderr)
    if not wrong:
        print(f"{len(pages)} pages: every link leads somewhere")
    return 1 if wrong else 0


def place(path):
    """Where a chapter is in the book: pages of docs/book and docs at the top."""
    for folder in [BOOK, ROOT / "docs", ROOT]:
        if folder in path.parents:
            name = path.relative_to(folder)
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
            new = Path("files") / path.relative_to(ROOT)
            if path.suffix not in {".svg", ".png", ".ipynb"}:
                new = new.with_name(new.name + ".txt")
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
    if done.returncode == 0:
        print(f"the book: {folder / 'index.html'}")
    return done.returncode


def main(arguments):
    match arguments:
        case ["check"]:
            return check()
        case ["build"]:
            return build(ROOT / "target/book")
        case ["build", folder]:
            return build(Path(folder))
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
