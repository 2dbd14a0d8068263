"""scripts/book.py on pages made up for this test."""

import tempfile
import unittest
from pathlib import Path

import book

PAGE = """# One `two` [three](other.md)

Text [to](other.md#here), `[not](in-code)` and ![a picture](images/a.svg "title").

```sh
# no heading
[nor](here)
```

## One two three
"""


class Links(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(setattr, book, "ROOT", book.ROOT)
        book.ROOT = Path(folder.name).resolve()
        self.page = book.ROOT / "page.md"
        self.page.write_text(PAGE)

    def test_links_outside_of_code_are_found_and_changed(self):
        self.assertEqual(book.links(self.page), ["other.md", "other.md#here", "images/a.svg"])
        changed = book.relinked(PAGE, lambda target: "x/" + target)
        self.assertIn('Text [to](x/other.md#here), `[not](in-code)` and ![a picture](x/images/a.svg "title").', changed)
        self.assertIn("[nor](here)", changed)

    def test_headings_have_names_and_equal_ones_numbers(self):
        self.assertEqual(book.anchors(self.page), {"one-two-three", "one-two-three-1"})

    def test_links_that_lead_nowhere_are_named(self):
        self.assertEqual(len(list(book.wrong_links([self.page]))), 3)
        (book.ROOT / "images").mkdir()
        (book.ROOT / "images/a.svg").write_text("<svg/>")
        (book.ROOT / "other.md").write_text("# There\n")
        self.assertEqual(list(book.wrong_links([self.page])), ["page.md: other.md#here: other.md has no such heading"])
        (book.ROOT / "other.md").write_text("# Here\n[up](../outside.md) [away](https://example.org/none)\n")
        self.assertEqual(list(book.wrong_links([self.page])), [])
        self.assertEqual(len(list(book.wrong_links([book.ROOT / "other.md"]))), 1)


if __name__ == "__main__":
    unittest.main()
