"""The examples of the README and of the docstrings."""

import doctest
import pathlib

import pytest
import urlgrep


def test_readme():
    for library in ("pyarrow", "polars", "duckdb"):
        pytest.importorskip(library)
    readme = pathlib.Path(__file__).parent.parent / "README.md"
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.attempted > 20 and result.failed == 0


def test_docstrings():
    assert doctest.testmod(urlgrep).failed == 0
    for name in urlgrep.__all__:
        assert getattr(urlgrep, name).__doc__, name
