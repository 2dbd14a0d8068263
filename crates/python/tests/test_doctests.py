"""The examples in the documentation of the module are right."""

import doctest

import polymod
import pytest

EXAMPLES = [test for test in doctest.DocTestFinder().find(polymod) if test.examples]


@pytest.mark.parametrize("test", EXAMPLES, ids=lambda test: test.name)
def test_example(test):
    output = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=output.append)
    assert runner.failures == 0, "".join(output)


def test_there_are_examples():
    assert len(EXAMPLES) > 30
