"""scripts/book.py on pages made up for this test, and what pages of the repository say about its sources."""

import re
import tempfile
import tomllib
import unittest
from pathlib import Path
from unittest import mock

import book

ROOT = Path(__file__).resolve().parent.parent
PAGE = """# One `two` [three](other.md)

Text [to](other.md#here), `[not](in-code)` and ![a picture](images/a.svg "title").

```sh
# no heading
[nor](here)
```

## One two three
"""


def of_the_repository(name):
    """The text of a file of the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


class Pages(unittest.TestCase):
    """A repository made up for the test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.replace("ROOT", self.root)
        self.page = self.root / "page.md"
        self.page.write_text(PAGE)

    def replace(self, name, value):
        patch = mock.patch.object(book, name, value)
        patch.start()
        self.addCleanup(patch.stop)


class Links(Pages):
    def test_links_outside_of_code_are_found_and_changed(self):
        self.assertEqual(book.links(self.page), ["other.md", "other.md#here", "images/a.svg"])
        changed = book.relinked(PAGE, lambda target: "x/" + target)
        self.assertIn('Text [to](x/other.md#here), `[not](in-code)` and ![a picture](x/images/a.svg "title").', changed)
        self.assertIn("[nor](here)", changed)

    def test_headings_have_names_and_equal_ones_numbers(self):
        self.assertEqual(book.anchors(self.page), {"one-two-three", "one-two-three-1"})

    def test_links_that_lead_nowhere_are_named(self):
        self.assertEqual(len(list(book.wrong_links([self.page]))), 3)
        (self.root / "images").mkdir()
        (self.root / "images/a.svg").write_text("<svg/>")
        (self.root / "other.md").write_text("# There\n")
        self.assertEqual(list(book.wrong_links([self.page])), ["page.md: other.md#here: other.md has no such heading"])
        (self.root / "other.md").write_text("# Here\n[up](../outside.md) [away](https://example.org/none)\n")
        self.assertEqual(list(book.wrong_links([self.page])), [])
        self.assertEqual(len(list(book.wrong_links([self.root / "other.md"]))), 1)

    def test_links_of_html(self):
        (self.root / "a.html").write_text('<a href="b.html#here">b</a> <a href="b.html#there">b</a> <img src="c%20d.svg"> <a href="https://example.org">e</a>')
        (self.root / "b.html").write_text('<h1 id="here">b</h1><a href="#here">here</a> <a href="none.html">none</a>')
        (self.root / "c d.svg").write_text("<svg/>")
        wrong = ["a.html: b.html#there: there is no such heading", "b.html: none.html: there is no such file"]
        self.assertEqual(list(book.wrong_html(self.root)), wrong)


class Blocks(Pages):
    def wrong(self, text):
        self.page.write_text(text)
        return list(book.wrong_blocks([self.page]))

    def test_blocks_have_a_line_a_language_and_a_text(self):
        text = "a\n```sh\nb\n```\n\n  ````text\n  ```\n  c\n  ````\n~~~\nd\n~~~\n"
        self.assertEqual(book.blocks(text), [(2, "sh", "b\n"), (6, "text", "```\nc\n"), (10, "", "d\n")])

    def test_a_block_that_nothing_runs_is_named(self):
        self.replace("RUNNERS", {"page.md": {"sh": "run.sh"}, "folder/": {"c": "cc"}, "folder/own.md": {"": "text"}})
        self.assertEqual(self.wrong("```sh\na\n```\n```text\nb\n```\n"), [])
        for language in ["", "c", "bash", "python"]:
            (line,) = self.wrong(f"text\n```{language}\n1\n```\n")
            self.assertTrue(line.startswith(f"page.md:2: nothing runs a block of {language or 'no language'}"), line)
        self.assertEqual((book.runners("folder/other.md"), book.runners("folder/own.md"), book.runners("none.md")), ({"c": "cc"}, {"": "text"}, {}))

    def test_commands_that_no_block_runs_are_in_a_table(self):
        self.replace("RUNNERS", {"page.md": {"bash": book.ELSEWHERE_RUN}})
        self.replace("ELSEWHERE", {"make a": ("leg", "a"), "run": ("none", "why")})
        self.assertEqual(self.wrong("```bash\nmake a    # comment\nX=1 Y=2 run \\\n    more\n\n# comment\n```\n"), [])
        (line,) = self.wrong("```bash\nmake a\nmake b\n```\n")
        self.assertIn("page.md:1: `make b` is not in the table", line)
        (line,) = self.wrong("```bash\nmake a (\n```\n")
        self.assertIn("page.md:1: bash -n: ", line)
        # a job's commands are not in the table, but its syntax is checked
        job = "```bash\n#!/bin/bash\n#SBATCH --nodes=8\nfor node in $(nodes); do\n    srun $node{}\ndone\n```\n"
        self.assertEqual(self.wrong(job.format("")), [])
        self.assertEqual(len(self.wrong(job.format(" ("))), 1)

    def test_operands_are_in_quotes(self):
        self.page.write_text("polymod mul '=x' =y\npolymod mul '=x' '=[1, 2]' --ring=z\nimport polymod as p; x = 1\n")
        (line,) = book.unquoted([self.page])
        self.assertEqual(line, "page.md:1: the operand =y needs quotes in zsh")

    def test_programs_without_prompts_are_python(self):
        self.replace("RUNNERS", {"page.md": {"python": "run.py"}})
        self.assertEqual(self.wrong("```python\n>>> a b\n```\n```python\na = 1\n```\n"), [])
        self.assertEqual(len(self.wrong("```python\na b\n```\n")), 1)

    def test_runners_name_the_page_and_legs_are_there(self):
        self.replace("RUNNERS", {"page.md": {"sh": "run.sh", "": "text", "bash": book.ELSEWHERE_RUN}})
        self.replace("ELSEWHERE", {"make a": ("leg", "a"), "run": ("none", "why")})
        (self.root / ".ci").mkdir()
        (self.root / ".ci/legs.sh").write_text("a() { make a; }\n")
        self.assertEqual(list(book.wrong_table()), ["RUNNERS: run.sh does not name page.md, whose sh it is to run"])
        (self.root / "run.sh").write_text("run page.md\n")
        self.assertEqual(list(book.wrong_table()), [])
        (self.root / ".ci/legs.sh").write_text("b() { make a; }\n")
        self.assertEqual(list(book.wrong_table()), ["ELSEWHERE: make a: .ci/legs.sh has no leg a"])

    def test_lines_of_source_files(self):
        self.replace("RUNNERS", {"page.md": {"rust": book.INCLUDED}})
        self.replace("our_pages", lambda: [self.page])
        (self.root / "a.rs").write_text(
            "fn main() {\n    // ANCHOR: core\n    // ANCHOR: part\n    let a = {\n        1\n    };\n    // ANCHOR_END: part\n    b(a);\n    // ANCHOR_END: core\n}\n\n"
            "/// A table.\npub static TABLE: [u32; 2] = [\n    1,\n    2,\n];\n"
        )
        page = "<!-- code: a.rs core -->\n<!-- end of code -->\ntext\n<!-- code: a.rs TABLE -->\n<!-- end of code -->\n"
        self.assertEqual(self.wrong(page), ["page.md: lines of a source file are not those of the file: scripts/book.py code"])
        with mock.patch("builtins.print"):
            book.write_code()
        text = self.page.read_text()
        self.assertIn("-->\n```rust\nlet a = {\n    1\n};\nb(a);\n```\n<!--", text)
        self.assertIn("-->\n```rust\n/// A table.\npub static TABLE: [u32; 2] = [\n    1,\n    2,\n];\n```\n<!--", text)
        self.assertEqual(self.wrong(text), [])
        self.assertEqual(len(self.wrong(text.replace("b(a)", "c(a)"))), 1)
        self.assertEqual(len(self.wrong(text + "```rust\nother();\n```\n")), 1)
        with self.assertRaises(ValueError):
            self.wrong(page.replace("TABLE", "NONE"))


class Said(unittest.TestCase):
    """What pages of the repository say about its sources."""

    def toml(self, name):
        return [tomllib.loads(body) for _, language, body in book.blocks(of_the_repository(name)) if language == "toml"]

    def test_the_mutant_of_its_page_is_one(self):
        mutants = [found for path in ROOT.glob("xtask/mutants/*.toml") for found in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]]
        for block in self.toml("docs/notes/012-mutants.md"):
            for mutant in block["mutant"]:
                self.assertIn(mutant, mutants)

    def test_the_dependencies_of_docs_book_installing_md_exist(self):
        manifest = tomllib.loads(of_the_repository("Cargo.toml"))
        blocks = self.toml("docs/book/installing.md")
        self.assertEqual(len(blocks), 2)
        for block in blocks:
            (name, wanted), = block["dependencies"].items()
            self.assertEqual(name, manifest["package"]["name"])
            self.assertLessEqual(set(wanted.get("features", [])), set(manifest["features"]))
        listed = re.findall(r"(?m)^\| `([\w-]+)` \| (yes|no) \|", of_the_repository("docs/book/installing.md"))
        self.assertEqual({name for name, _ in listed}, set(manifest["features"]) - {"default"})
        self.assertEqual({name for name, default in listed if default == "yes"}, set(manifest["features"]["default"]))

    def test_each_format_has_an_example(self):
        names = re.findall(r'Format::\w+ => "(\w+)",', of_the_repository("crates/cli/src/io/format.rs"))
        all_formats = re.search(r"pub const ALL: \[Format; (\d+)\]", of_the_repository("crates/cli/src/io/format.rs"))
        self.assertEqual(len(names), int(all_formats[1]))
        page = of_the_repository("docs/book/formats.md")
        commands = "\n".join(body for _, language, body in book.blocks(page) if language == "sh")
        for name in names:
            self.assertRegex(commands, rf"\b{name}\b", "docs/book/formats.md has no command with this format")
            self.assertIn(f"`{name}`", page)

    def test_the_cookbook_shows_lines_of_each_example(self):
        shown = re.findall(r"<!-- code: \.\./\.\./examples/(\w+)\.rs \w+ -->", of_the_repository("docs/book/cookbook.md"))
        self.assertEqual(sorted(shown), sorted(path.stem for path in ROOT.glob("examples/*.rs")))

    def test_names_in_the_column_of_polymod_exist(self):
        verbs = set(re.findall(r"(?m)^\| `([\w-]+)` .*\| ✓? ?\|", of_the_repository("docs/book/verbs.md")))
        self.assertGreater(len(verbs), 100)
        rings = re.findall(r"\| verb \| result \|(.*)", of_the_repository("docs/book/verbs.md"))[0]
        rings = set(re.findall(r"`([^`]+)`", rings)) | {"gf:P^K:F"}
        sources = "\n".join(path.read_text(encoding="utf-8") for folder in ["src", "crates/core/src"] for path in sorted((ROOT / folder).rglob("*.rs")))
        item = lambda kind, name: re.search(rf"\bpub (?:{kind}) {name}\b", sources)
        seen = 0
        for line in of_the_repository("docs/book/coming-from.md").splitlines():
            cell = line.split("|")[1] if line.startswith("| ") and "|" in line[1:] else ""
            for name in (words.split()[0] for words in re.findall(r"`([^`]+)`", cell)):
                if name in verbs or name in rings:
                    seen += 1
                    continue
                self.assertRegex(name, r"^\w+(::\w+)*$", "neither a verb nor a ring nor an item of the library")
                *types, last = name.split("::")
                kinds = "fn" if types or last.islower() else "struct|enum|trait|type"
                self.assertTrue(item(kinds, last) and all(item("struct|enum|trait", of) for of in types), f"{name} is not an item of the library")
                seen += 1
        self.assertGreater(seen, 80)


if __name__ == "__main__":
    unittest.main()
