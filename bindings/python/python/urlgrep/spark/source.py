"""The data source of Spark 4: `spark.read.format("urlgrep").load(paths)`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pyarrow
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import StructType

import urlgrep

from . import tasks

_TRUTH = {"true": True, "false": False}


class UrlgrepDataSource(DataSource):
    """The URLs of files and of all files below folders: a row each, its columns those of `urlgrep.Match`, and `month`, `range`, `error`.

    `start`, `end` and `segments` are positions in the file. `message` and `line` count from `range` on, where the task began to read.
    A file that cannot be read is a row with `error`, without a URL. Options are those of `urlgrep.Extractor`; `hidden`, `no_ignore`,
    `follow` and `headers` of `urlgrep.files`; and `range_size`, the bytes that a task reads at least.
    """

    @classmethod
    def name(cls) -> str:
        return "urlgrep"

    def schema(self) -> str:
        return tasks.ROWS

    def reader(self, schema: StructType) -> DataSourceReader:
        return UrlgrepReader(dict(self.options), schema.names)


class UrlgrepReader(DataSourceReader):
    def __init__(self, options: dict[str, str], names: list[str]) -> None:
        given = {name.lower(): value for name, value in options.items()}
        self.paths = json.loads(given.pop("paths", "[]"))
        if "path" in given:
            self.paths.append(given.pop("path"))
        if not self.paths:
            raise ValueError("urlgrep: load needs a path")
        self.paths = [found for path in self.paths for found in tasks.matches(tasks.local(path))]
        size = given.pop("range_size", str(tasks.RANGE_SIZE))
        if not size.isdecimal():
            raise ValueError(f"urlgrep: range_size must be a number of bytes, not {size!r}")
        self.range_size = int(size)
        self.options: dict[str, Any] = {name: _TRUTH.get(value.lower(), value) for name, value in given.items()}
        for name in tasks.WALK + tasks.TEXTS:
            if self.options.get(name) not in (None, True, False):
                raise ValueError(f"urlgrep: {name} must be true or false, not {self.options[name]!r}")
        urlgrep.Extractor(**tasks.of_extractor(self.options))
        self.names = names

    def partitions(self) -> list[InputPartition]:
        # Without a task Spark calls `read` with none.
        return [InputPartition(task) for task in tasks.plan(self.paths, self.range_size, self.options) or ["[]"]]

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        for batch in tasks.read(partition.value, self.options):
            yield batch.select(self.names)
