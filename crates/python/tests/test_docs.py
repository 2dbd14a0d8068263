"""The examples of the pages on Python are right."""

import doctest
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[3]
DOCS = ROOT / "docs"


@pytest.mark.parametrize("page, least", [("python.md", 30), ("book/finite-fields-and-codes.md", 8)])
def test_the_page(page, least, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert failed == 0 and tried >= least


def test_the_example_of_the_readme(capsys):
    (example,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.strip() == "9*x^4 + 998244347*x^3 + 43*x^2 + 998244339*x + 49 [(629293036, 1), (701699435, 1)] 998001"
