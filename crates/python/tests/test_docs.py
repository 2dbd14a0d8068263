"""The examples of the pages on Python are right."""

import doctest
import pathlib

import pytest

DOCS = pathlib.Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("page, least", [("python.md", 30), ("book/finite-fields-and-codes.md", 8)])
def test_the_page(page, least, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert failed == 0 and tried >= least
