"""The data source of Spark 4: `spark.read.format("urlgrep").load(paths)`."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from typing import Any

import pyarrow
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import StructType

import urlgrep

from . import check_options, tasks

_TRUTH = {"true": True, "false": False}


class UrlgrepDataSource(DataSource):
    """The URLs of files and of all files below folders: a row each, its columns those of `urlgrep.Match`, and `month`, `range`, `error`.

    `start`, `end` and `segments` are positions in the file. `message` and `line` count from `range` on, where the task began to read.
    A file that cannot be read is a row with `error`, without a URL. Options are those of `urlgrep.Extractor`; `hidden`, `no_ignore`,
    `follow` and `headers` of `urlgrep.files`; and `range_size`, the bytes that a task reads at least.
    """

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        # A wrong option is an error of `load`.
        _Options(options)

    @classmethod
    def name(cls) -> str:
        return "urlgrep"

    def schema(self) -> str:
        return tasks.ROWS

    def reader(self, schema: StructType) -> DataSourceReader:
        return UrlgrepReader(dict(self.options), schema.names)


class _Options:
    """What `load` and `option` were given."""

    def __init__(self, options: dict[str, str]) -> None:
        given = {name.lower(): value for name, value in options.items()}
        paths: list[str] = json.loads(given.pop("paths", "[]"))
        if "path" in given:
            paths.append(given.pop("path"))
        self.paths = [tasks.local(path) for path in paths]
        size = given.pop("range_size", str(tasks.RANGE_SIZE))
        if not size.isdecimal() or int(size) == 0:
            raise ValueError(f"urlgrep: range_size must be a number of bytes, not {size!r}")
        self.range_size = int(size)
        values: dict[str, Any] = {name: _TRUTH.get(value.lower(), value) for name, value in given.items()}
        flags = [name for name, option in inspect.signature(urlgrep.Extractor).parameters.items() if option.default is False]
        for name in (*tasks.WALK, *tasks.TEXTS, *flags):
            if values.get(name) not in (None, True, False):
                raise ValueError(f"urlgrep: {name} must be true or false, not {given[name]!r}")
        check_options(values, [*tasks.WALK, *tasks.TEXTS, "range_size"])
        self.values = values


class UrlgrepReader(DataSourceReader):
    def __init__(self, options: dict[str, str], names: list[str]) -> None:
        given = _Options(options)
        if not given.paths:
            raise ValueError("urlgrep: load needs a path")
        self.paths = [found for path in given.paths for found in tasks.matches(path)]
        self.range_size, self.options, self.names = given.range_size, given.values, names

    def partitions(self) -> list[InputPartition]:
        # Without a task Spark calls `read` with none.
        return [InputPartition(task) for task in tasks.plan(self.paths, self.range_size, self.options) or ["[]"]]

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        for batch in tasks.read(partition.value, self.options):
            yield batch.select(self.names)
