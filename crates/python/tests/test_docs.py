"""The examples of the page on Python are right."""

import doctest
import pathlib

PAGE = pathlib.Path(__file__).parents[3] / "docs" / "python.md"


def test_the_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert failed == 0 and tried > 30
