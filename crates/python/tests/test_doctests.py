"""The examples in the documentation of the module are right."""

import doctest

import polymod
import pytest
from polymod import _limits, _neighbours, _observe, _random, distributed, multimodular, verify

MODULES = [polymod, _limits, _neighbours, _observe, _random, distributed, multimodular, verify]
EXAMPLES = [test for module in MODULES for test in doctest.DocTestFinder().find(module) if test.examples]


@pytest.mark.parametrize("test", EXAMPLES, ids=lambda test: test.name)
def test_example(test):
    output = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(test, out=output.append)
    assert runner.failures == 0, "".join(output)


def test_there_are_examples():
    assert len(EXAMPLES) > 100
