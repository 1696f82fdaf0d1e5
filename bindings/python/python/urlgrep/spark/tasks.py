"""The work of one task: parts of files in, record batches out.

A large file is many tasks, cut between messages; small files are read together. Positions are those of the file. Messages and lines count
from the beginning of the part, which the column `range` tells; the job adds what stands before it. Compressed files and archives are one
part each.
"""

from __future__ import annotations

import glob
import itertools
import json
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypedDict

import pyarrow
import pyarrow.compute as compute

import urlgrep
from urlgrep._urlgrep import open_source, sources

ROWS = (
    "path string, message bigint, message_id string, date timestamp, part string, field string, notation string, attribute string, "
    "line bigint, column bigint, start bigint, end bigint, segments array<struct<start:bigint,end:bigint>>, url string, assumed string, "
    "written string, form string, scheme string, host string, domain string, flaws array<string>, alternatives array<struct<url:string,why:string>>, "
    "month string, range bigint, error string"
)
# For the job. `file` tells the files of a plan apart: two may have the same path, or names that look the same.
TOTALS = "messages bigint, newlines bigint, file bigint"

RANGE_SIZE = 128 << 20
# A task with more files than this costs more memory for their names than it saves.
MOST_FILES = 4096

# The kind of files that Spark reads, whole, from file systems of Hadoop; and the largest that it reads.
REMOTE = "remote"
LARGEST = (1 << 31) - 1

# Options that say which files of folders are read, and which texts of them; the others are those of `Extractor`.
WALK = ("hidden", "no_ignore", "follow")
TEXTS = ("headers",)

_TEXT = pyarrow.string()
_LONG = pyarrow.int64()


def _structs(*fields: tuple[str, pyarrow.DataType]) -> pyarrow.DataType:
    return pyarrow.list_(pyarrow.struct(list(fields)))


# The types of Arrow for those of Spark.
_TYPES = {
    "string": _TEXT,
    "bigint": _LONG,
    "timestamp": pyarrow.timestamp("us", "UTC"),
    "array<string>": pyarrow.list_(_TEXT),
    "array<struct<start:bigint,end:bigint>>": _structs(("start", _LONG), ("end", _LONG)),
    "array<struct<url:string,why:string>>": _structs(("url", _TEXT), ("why", _TEXT)),
}
SCHEMA = pyarrow.schema(
    [(name, _TYPES[kind]) for name, kind in (column.split(" ") for column in f"{ROWS}, {TOTALS}".split(", "))]
)


class Part(TypedDict):
    """A range of a file, or a file that cannot be read, with the reason. `file` is its number in the plan, which `plan` gives; `size` and `time`
    tell whether it was changed."""

    file: int
    path: str
    kind: str
    start: int
    end: int
    size: int
    time: int
    error: str | None


def plan(
    paths: Iterable[str], range_size: int = RANGE_SIZE, options: Mapping[str, Any] = {}, remote: Iterable[Part] = ()
) -> list[str]:
    """The tasks, each as JSON: a list of `Part`. `remote` are files that Spark reads."""
    tasks: list[str] = []
    few: list[Part] = []
    bytes_of_few = 0
    found = sources(paths, **{name: options[name] for name in WALK if name in options})
    each = (parts_of(path, kind, range_size) if error is None else [bad(path, error)] for path, kind, error in found)
    for number, parts in enumerate(itertools.chain(each, ([part] for part in remote))):
        for part in parts:
            part["file"] = number
        if len(parts) > 1:
            tasks += [json.dumps([part]) for part in parts]
            continue
        few += parts
        bytes_of_few += sum(part["size"] for part in parts)
        if bytes_of_few >= range_size or len(few) >= MOST_FILES:
            tasks.append(json.dumps(few))
            few, bytes_of_few = [], 0
    if few:
        tasks.append(json.dumps(few))
    return tasks


def local(path: str) -> str:
    """The absolute path, since workers have folders of their own."""
    path = os.fspath(path).removeprefix("file://")
    if not path:
        raise ValueError("a path is empty")
    # As Hadoop writes it.
    if path.startswith("file:/"):
        path = path.removeprefix("file:")
    if is_remote(path):
        raise ValueError(f"{path}: only local or mounted paths are read here; `python -m urlgrep.spark` reads others too")
    return os.path.abspath(path)


def matches(path: str) -> list[str]:
    """The files that a glob matches, as other readers of Spark have it; any other path as it is."""
    found = [] if os.path.lexists(path) else sorted(glob.glob(path))
    return found or [path]


def is_remote(path: str) -> bool:
    """Whether it is in a file system of Hadoop: `s3a://bucket/mail`."""
    return "://" in path and not path.startswith("file://")


def remote_part(path: str, size: int, time: int) -> Part:
    if size > LARGEST:
        return bad(path, "larger than 2 GiB, the most that Spark reads as one file; copy it to a mounted file system")
    return Part(file=0, path=path, kind=REMOTE, start=0, end=size, size=size, time=time, error=None)


def of_search(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of `open_source`."""
    return {name: value for name, value in options.items() if name not in WALK}


def bad(path: str, reason: str) -> Part:
    return Part(file=0, path=path, kind="argument", start=0, end=0, size=0, time=0, error=reason)


def parts_of(path: str, kind: str, range_size: int) -> list[Part]:
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            return [bad(path, "not a regular file")]
        size, time = status.st_size, status.st_mtime_ns
        ranges = urlgrep.mail_ranges(path, range_size) if size > range_size else [(0, size)]
    except OSError as error:
        return [bad(path, _reason(error))]
    return [Part(file=0, path=path, kind=kind, start=start, end=end, size=size, time=time, error=None) for start, end in ranges]


def read(task: str, options: Mapping[str, Any], *, totals: bool = False) -> Iterator[pyarrow.RecordBatch]:
    """The rows of a task, with the columns of `SCHEMA`. A file, or a member of an archive, that cannot be read has a row with `error`; with
    `totals`, a part that can has a row with its `messages` and `newlines`."""
    part: Part
    for part in json.loads(task):
        if part["kind"] == REMOTE:
            continue
        errors = [(part["path"], part["error"])] if part["error"] is not None else []
        failed: list[OSError] = []
        try:
            if not errors:
                changed = _changed(part)
                # Spark gives each core a process of its own.
                found = open_source(
                    *(part["path"], part["kind"], part["start"], part["end"] if _is_range(part) else None),
                    onerror=failed.append,
                    threads=1,
                    **of_search(options),
                )
                while (batch := found.read_batch()) is not None:
                    yield _complete(pyarrow.record_batch(batch), part)
                if changed or _changed(part):
                    errors.append((part["path"], "it was changed after the job began"))
                elif totals and not failed:
                    yield _row(part, part["path"], messages=found.messages, newlines=found.newlines)
        except (KeyboardInterrupt, SystemExit, GeneratorExit):
            raise
        except BaseException as failure:
            # A panic of the library is no `Exception`.
            errors.append((part["path"], _reason(failure)))
        for path, reason in [(os.fsdecode(error.filename), _reason(error)) for error in failed] + errors:
            yield _row(part, path, error=reason, start=part["start"], end=part["end"])


def read_remote(part: Part, content: bytes, changed: bool, options: Mapping[str, Any]) -> Iterator[pyarrow.RecordBatch]:
    """The rows of a file that Spark has read, with totals. It is read from a temporary copy, whose name tells its format."""
    path, size = part["path"], len(content)
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, os.path.basename(path) or "file")
        with open(copy, "wb") as file:
            file.write(content)
        status = os.stat(copy)
        time = 0 if changed else status.st_mtime_ns
        copied = Part(file=part["file"], path=copy, kind="walked", start=0, end=size, size=size, time=time, error=None)
        for batch in read(json.dumps([copied]), options, totals=True):
            paths = compute.replace_substring(batch.column("path"), copy, path, max_replacements=1)
            yield batch.set_column(0, batch.schema.field(0), paths)


def _is_range(part: Part) -> bool:
    return part["start"] > 0 or part["end"] < part["size"]


def _reason(error: BaseException) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{type(error).__name__}: {text}"


def _changed(part: Part) -> bool:
    status = os.stat(part["path"])
    return (status.st_size, status.st_mtime_ns) != (part["size"], part["time"])


def _row(part: Part, path: str, **values: object) -> pyarrow.RecordBatch:
    path = os.fsencode(path).decode("utf-8", "replace")
    return pyarrow.RecordBatch.from_pylist([{"path": path, "range": part["start"], "file": part["file"], **values}], schema=SCHEMA)


def _complete(batch: pyarrow.RecordBatch, part: Part) -> pyarrow.RecordBatch:
    """Adds the columns that only Spark has."""
    count = batch.num_rows
    added = {
        "month": _months(batch.column("date")),
        "range": pyarrow.repeat(pyarrow.scalar(part["start"], _LONG), count),
        "file": pyarrow.repeat(pyarrow.scalar(part["file"], _LONG), count),
    }
    names = set(batch.schema.names)

    def column(field: pyarrow.Field) -> pyarrow.Array:
        if field.name in added:
            return added[field.name]
        return batch.column(field.name).cast(field.type) if field.name in names else pyarrow.nulls(count, field.type)

    return pyarrow.RecordBatch.from_arrays([column(field) for field in SCHEMA], schema=SCHEMA)


def _months(dates: pyarrow.Array) -> pyarrow.Array:
    # Without the zone, which is UTC, no database of zones is needed.
    return compute.strftime(dates.cast(pyarrow.timestamp("us")), format="%Y-%m")
