"""The job: files in, Parquet out. It can be killed and started again at any time.

1. The plan is written: which part of which file is read by which task, in batches.
2. Each batch is written to a folder of its own in `work`. One that is complete is not read again.
3. The messages and lines that stand before each part are added up, the tables are written, and `work` is deleted.
"""

from __future__ import annotations

import datetime
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow
from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F

from . import check_options, tasks

BATCH = 256


@dataclass
class Result:
    urls: int
    errors: int


def run(
    spark: SparkSession,
    paths: Sequence[str | os.PathLike[str]],
    out: str,
    *,
    range_size: int = tasks.RANGE_SIZE,
    batch_size: int = BATCH,
    **options: Any,
) -> Result:
    """Writes the tables `urls` (by month), `errors`, `hosts`, `domains` and `months` to the folder `out`. A job that was killed goes on
    where it was; one that is done is not done again."""
    check_options(options, [*tasks.WALK, *tasks.TEXTS, "range_size", "batch_size"])
    if isinstance(paths, (str, os.PathLike)):
        raise TypeError(f"expected a list of paths, not {type(paths).__name__}")
    names = [os.fsdecode(path) for path in paths]
    remote = [name for name in names if tasks.is_remote(name)]
    given = [tasks.local(name) for name in names if not tasks.is_remote(name)]
    folder = _Folder(spark, out)
    request = json.dumps([given, remote, range_size, options], sort_keys=True)

    def make() -> list[str]:
        mounted = [found for path in given for found in tasks.matches(path)]
        return tasks.plan(mounted, range_size, options, _remote_files(spark, remote))

    folder.begin()
    plan = _plan(spark, folder, request, make, batch_size)
    if not folder.has("_SUCCESS"):
        batches = plan.select("batch").distinct().collect()
        for number in sorted(row.batch for row in batches):
            _batch(spark, folder, plan, number, options)
        _tables(spark, folder, plan)
        folder.touch("_SUCCESS")
    folder.delete("work")
    errors = spark.read.parquet(folder.read("errors")).count()
    # Of a job that found nothing, `urls` has no file and so no schema.
    found = spark.read.parquet(folder.read("months")).agg(F.sum("count")).collect()
    return Result(found[0][0] or 0, errors)


class _Folder:
    """The folder of the output, in any file system of Hadoop."""

    # An empty file, the first that a job writes.
    MARK = "_urlgrep"

    def __init__(self, spark: SparkSession, out: str) -> None:
        self.out = out.rstrip("/")
        jvm: Any = spark._jvm
        self.path_class = jvm.org.apache.hadoop.fs.Path
        root = self.path_class(self.out)
        self.conf = spark._jsparkSession.sessionState().newHadoopConf()
        self.system = root.getFileSystem(self.conf)

    def begin(self) -> None:
        """A job overwrites and deletes what is in its folder, so another folder must be empty."""
        if self.has(self.MARK) or self.has("plan/_SUCCESS"):
            return
        if self.has("") and self.system.listStatus(self.path_class(self.out)):
            raise ValueError(f"{self.out} is not empty, and no job of urlgrep began in it; choose another folder")
        self.touch(self.MARK)

    def path(self, name: str) -> str:
        return f"{self.out}/{name}" if name else self.out

    def read(self, name: str) -> str:
        """The path of a table, for a reader: no character of it is a glob."""
        return _literal(self.path(name))

    def has(self, name: str) -> bool:
        return bool(self.system.exists(self.path_class(self.path(name))))

    def is_file(self, path: str) -> bool:
        """Whether there is such a file, in whatever file system."""
        of = self.path_class(path)
        return bool(of.getFileSystem(self.conf).exists(of))

    def touch(self, name: str) -> None:
        self.system.create(self.path_class(self.path(name))).close()

    def delete(self, name: str) -> None:
        self.system.delete(self.path_class(self.path(name)), True)


def _remote_files(spark: SparkSession, paths: Sequence[str]) -> list[tasks.Part]:
    """The files of folders in file systems of Hadoop, without their content."""
    parts = []
    for path in paths:
        try:
            rows = _whole_files(spark, [path]).select("path", "length", "modificationTime").collect()
        except AnalysisException as error:
            parts.append(tasks.bad(path, str(error).partition("\n")[0]))
            continue
        parts += [tasks.remote_part(row.path, row.length, _time(row.modificationTime)) for row in rows]
        if not rows and path.rstrip("/").rpartition("/")[2].startswith(("_", ".")):
            parts.append(tasks.bad(path, "Spark does not read files whose name begins with `_` or `.`"))
    # A file may be named twice, or be below a folder that is named too.
    return sorted({part["path"]: part for part in parts}.values(), key=lambda part: part["path"])


def _whole_files(spark: SparkSession, paths: Sequence[str]) -> DataFrame:
    """Those that cannot be read have no row, so that they do not end the job."""
    reader = spark.read.format("binaryFile").option("recursiveFileLookup", True)
    return reader.option("ignoreCorruptFiles", True).option("ignoreMissingFiles", True).load(list(paths))


def _literal(path: str) -> str:
    """A path whose characters are no glob of Hadoop."""
    return re.sub(r"([*?\[\]{}\\])", r"\\\1", path)


def _time(of: datetime.datetime) -> int:
    return int(of.timestamp() * 1000)


def _plan(
    spark: SparkSession, folder: _Folder, request: str, make: Callable[[], list[str]], batch_size: int
) -> DataFrame:
    """The plan of the first start: files that come later are of another job."""
    if not folder.has("plan/_SUCCESS"):
        planned = make() or ["[]"]
        rows = [(i // batch_size, i, task, request) for i, task in enumerate(planned)]
        schema = "batch int, number int, task string, request string"
        spark.createDataFrame(rows, schema).coalesce(1).write.mode("overwrite").parquet(folder.path("plan"))
    plan = spark.read.parquet(folder.read("plan"))
    if plan.where(F.col("request") != request).head() is not None:
        raise ValueError(f"{folder.out} has a job with other paths or options; choose another folder")
    return plan


def _batch(spark: SparkSession, folder: _Folder, plan: DataFrame, number: int, options: dict[str, Any]) -> None:
    name = f"work/{number}"
    if folder.has(f"{name}/_SUCCESS"):
        return

    def read(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for task in batch.column(0).to_pylist():
                yield from tasks.read(task, options, totals=True)

    def read_remote(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for i in range(batch.num_rows):
                path = batch.column("path")[i].as_py()
                part, time = remote[path], batch.column("modificationTime")[i].as_py()
                changed = (part["size"], part["time"]) != (batch.column("length")[i].as_py(), _time(time))
                yield from tasks.read_remote(part, batch.column("content")[i].as_buffer(), changed, options)

    rows = plan.where(F.col("batch") == number).orderBy("number").select("task").collect()
    parts: list[tasks.Part] = [part for row in rows for part in json.loads(row.task)]
    remote = {part["path"]: part for part in parts if part["kind"] == tasks.REMOTE}
    # A partition for each task.
    each = spark.sparkContext.parallelize([(row.task,) for row in rows], len(rows)).toDF("task string")
    schema = f"{tasks.ROWS}, {tasks.TOTALS}"
    found = each.mapInArrow(read, schema)
    if remote and any(folder.is_file(path) for path in remote):
        # One file at a time: several may be more than a batch of Arrow can hold.
        spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "1")
        there = [path for path in remote if folder.is_file(path)]
        files = _whole_files(spark, [_literal(path) for path in there]).select("path", "modificationTime", "length", "content")
        found = found.union(files.mapInArrow(read_remote, schema))
    found.write.mode("overwrite").parquet(folder.path(name))


def _unread(spark: SparkSession, plan: DataFrame, rows: DataFrame) -> DataFrame:
    """The files that Spark was to read and that have no row, with the columns of `errors`."""
    parts = (part for row in plan.select("task").toLocalIterator() for part in json.loads(row.task))
    files = [(part["file"], part["path"]) for part in parts if part["kind"] == tasks.REMOTE]
    remote = spark.createDataFrame(files, "file bigint, path string")
    missing = remote.join(rows.select("file").distinct(), "file", "left_anti")
    reason = F.lit("Spark could not read this file; the log of its worker says why")
    nothing = F.lit(None).cast("bigint")
    return missing.select("path", nothing.alias("start"), nothing.alias("end"), reason.alias("reason"))


def _tables(spark: SparkSession, folder: _Folder, plan: DataFrame) -> None:
    rows = spark.read.option("recursiveFileLookup", True).parquet(folder.read("work"))
    before = Window.partitionBy("file").orderBy("range").rowsBetween(Window.unboundedPreceding, -1)
    totals = rows.where("messages is not null").select(
        "file",
        "range",
        F.sum("messages").over(before).alias("messages_before"),
        F.sum("newlines").over(before).alias("lines_before"),
    )
    # The first part of a file has nothing before it.
    urls = rows.where("url is not null").drop("error", "messages", "newlines")
    urls = (
        urls.join(totals.where("range > 0"), ["file", "range"], "left")
        .withColumn("message", F.col("message") + F.coalesce("messages_before", F.lit(0)))
        .withColumn("line", F.col("line") + F.coalesce("lines_before", F.lit(0)))
        .drop("messages_before", "lines_before", "file", "range")
    )
    # In SQL, since `hint` of Spark 3.5 takes no columns.
    balanced = spark.sql("SELECT /*+ REBALANCE(month) */ * FROM {urls}", urls=urls)
    balanced.write.mode("overwrite").partitionBy("month").parquet(folder.path("urls"))
    errors = rows.where("error is not null").select("path", "start", "end", F.col("error").alias("reason"))
    errors = errors.union(_unread(spark, plan, rows))
    errors.orderBy("path", "start").coalesce(1).write.mode("overwrite").parquet(folder.path("errors"))
    # Without a schema Spark guesses the type of the month from the names of the folders.
    written = spark.read.schema(urls.schema).parquet(folder.read("urls"))
    for name in ("host", "domain", "month"):
        key = F.lower(name).alias(name) if name == "host" else F.col(name)
        counts = written.groupBy(key).count().orderBy(F.desc("count"), name)
        counts.coalesce(1).write.mode("overwrite").parquet(folder.path(f"{name}s"))
