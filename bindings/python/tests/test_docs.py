"""The examples of the README and of the docstrings."""

import doctest
import os
import pathlib
import re
import shutil
import sys

import pytest
import urlgrep

README = pathlib.Path(__file__).parent.parent / "README.md"


def run(is_spark: bool) -> doctest.TestResults:
    """Runs the lines of the section about Spark, or those of all others."""
    sections = re.split(r"(?m)^(?=## )", README.read_text())
    text = "".join(section for section in sections if section.startswith("## Spark") == is_spark)
    test = doctest.DocTestParser().get_doctest(text, {}, "README", str(README), 0)
    return doctest.DocTestRunner().run(test)


def test_readme():
    for library in ("pyarrow", "polars", "duckdb", "pandas"):
        pytest.importorskip(library)
    result = run(is_spark=False)
    assert result.attempted > 20 and result.failed == 0


def test_spark_in_the_readme():
    sql = pytest.importorskip("pyspark.sql")
    pytest.importorskip("pyarrow")
    if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        pytest.skip("no Java")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    result = run(is_spark=True)
    # Other tests configure a session of their own.
    sql.SparkSession.builder.getOrCreate().stop()
    assert result.attempted > 10 and result.failed == 0


def test_docstrings():
    assert doctest.testmod(urlgrep).failed == 0
    for name in urlgrep.__all__:
        assert getattr(urlgrep, name).__doc__, name
