"""What tests of several files use."""

import os
import shutil
import sys

import pytest


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    """Spark in `local[2]`; tests that need it are skipped without pyspark or Java."""
    sql = pytest.importorskip("pyspark.sql")
    if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        pytest.skip("no Java")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        sql.SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.sql.session.timeZone", "America/Los_Angeles")
        # Snappy for Java finds no library where musl is installed beside glibc.
        .config("spark.sql.parquet.compression.codec", "gzip")
        # Another file system: its folder is a local one.
        .config("spark.hadoop.fs.viewfs.mounttable.test.link./mail", f"file:{tmp_path_factory.mktemp('remote')}")
        .config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
