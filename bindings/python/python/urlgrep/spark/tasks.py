"""The work of one task: parts of files in, record batches out.

A large file is many tasks, cut between messages; small files are read together. Positions are those of the file. Messages and lines count
from the beginning of the part, which the column `range` tells; the job adds what stands before it.
"""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypedDict

import pyarrow

import urlgrep

ROWS = (
    "path string, message bigint, message_id string, date timestamp, part string, field string, notation string, attribute string, "
    "line bigint, start bigint, end bigint, segments array<struct<start:bigint,end:bigint>>, url string, assumed string, written string, "
    "form string, scheme string, host string, domain string, flaws array<string>, alternatives array<struct<url:string,why:string>>, "
    "month string, range bigint, error string"
)
TOTALS = ", messages bigint, newlines bigint"

RANGE_SIZE = 128 << 20
# A task with more files than this costs more memory for their names than it saves.
MOST_FILES = 4096

# What a compressed file may grow to: this many times its size, but at least MIN_GROWN bytes. As of the command.
GROWTH = 250
MIN_GROWN = 64 << 20

_TEXT = pyarrow.string()
_LONG = pyarrow.int64()


def _structs(*fields: tuple[str, pyarrow.DataType]) -> pyarrow.DataType:
    return pyarrow.list_(pyarrow.struct(list(fields)))


SCHEMA = pyarrow.schema(
    [
        ("path", _TEXT),
        ("message", _LONG),
        ("message_id", _TEXT),
        ("date", pyarrow.timestamp("us", "UTC")),
        ("part", _TEXT),
        ("field", _TEXT),
        ("notation", _TEXT),
        ("attribute", _TEXT),
        ("line", _LONG),
        ("start", _LONG),
        ("end", _LONG),
        ("segments", _structs(("start", _LONG), ("end", _LONG))),
        ("url", _TEXT),
        ("assumed", _TEXT),
        ("written", _TEXT),
        ("form", _TEXT),
        ("scheme", _TEXT),
        ("host", _TEXT),
        ("domain", _TEXT),
        ("flaws", pyarrow.list_(_TEXT)),
        ("alternatives", _structs(("url", _TEXT), ("why", _TEXT))),
        ("month", _TEXT),
        ("range", _LONG),
        ("error", _TEXT),
        ("messages", _LONG),
        ("newlines", _LONG),
    ]
)


class Part(TypedDict):
    """A range of a file, or a file that cannot be read, with the reason. `size` and `time` tell whether the file was changed."""

    path: str
    start: int
    end: int
    size: int
    time: int
    error: str | None


def plan(paths: Iterable[str], range_size: int = RANGE_SIZE) -> list[str]:
    """The tasks, each as JSON: a list of `Part`."""
    tasks: list[str] = []
    few: list[Part] = []
    bytes_of_few = 0
    for path in files(paths):
        parts = parts_of(path, range_size)
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
    if "://" in path:
        raise ValueError(f"{path}: only local or mounted paths are read")
    return os.path.abspath(path)


def files(paths: Iterable[str]) -> Iterator[str | Part]:
    """The files of the paths and of the folders below, in order; what cannot be listed as a `Part` with its error."""
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        failed: list[OSError] = []
        for folder, folders, names in os.walk(path, onerror=failed.append):
            folders.sort()
            yield from (os.path.join(folder, name) for name in sorted(names))
        yield from (bad(os.fspath(error.filename), _reason(error)) for error in failed)


def bad(path: str, reason: str) -> Part:
    return Part(path=path, start=0, end=0, size=0, time=0, error=reason)


def parts_of(path: str | Part, range_size: int) -> list[Part]:
    if not isinstance(path, str):
        return [path]
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            return [bad(path, "not a regular file")]
        size = status.st_size
        ranges = [(0, size)]
        if size > range_size and compression(path) is None:
            ranges = urlgrep.mail_ranges(path, range_size)
    except OSError as error:
        return [bad(path, _reason(error))]
    return [Part(path=path, start=start, end=end, size=size, time=status.st_mtime_ns, error=None) for start, end in ranges]


def read(task: str, options: dict[str, Any], *, totals: bool = False) -> Iterator[pyarrow.RecordBatch]:
    """The rows of a task, with the columns of `SCHEMA`. A part that cannot be read has a row with `error`; with `totals`, one that can has
    a row with its `messages` and `newlines`."""
    # Spark gives each core a process of its own.
    os.environ.setdefault("RAYON_NUM_THREADS", "1")
    part: Part
    for part in json.loads(task):
        path = os.fsencode(part["path"]).decode("utf-8", "replace")
        place = {"path": path, "range": part["start"]}
        error = part["error"]
        try:
            if error is None:
                changed = _changed(part)
                found, close = _open(part, options)
                try:
                    while (batch := found.read_batch()) is not None:
                        yield _complete(pyarrow.record_batch(batch), path, part["start"])
                finally:
                    close()
                if changed or _changed(part):
                    error = "it was changed after the job began"
                elif totals:
                    yield _row(messages=found.messages, newlines=found.newlines, **place)
        except Exception as failure:
            error = _reason(failure)
        if error is not None:
            yield _row(error=error, start=part["start"], end=part["end"], **place)


def _reason(error: Exception) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{type(error).__name__}: {text}"


def _changed(part: Part) -> bool:
    status = os.stat(part["path"])
    return (status.st_size, status.st_mtime_ns) != (part["size"], part["time"])


def _row(**values: object) -> pyarrow.RecordBatch:
    return pyarrow.RecordBatch.from_pylist([values], schema=SCHEMA)


def _complete(batch: pyarrow.RecordBatch, path: str, start: int) -> pyarrow.RecordBatch:
    """Adds the columns that only Spark has. The path is replaced, since a compressed file was read from a copy."""
    count = batch.num_rows
    added = {
        "path": pyarrow.repeat(path, count),
        "month": _months(batch.column("date")),
        "range": pyarrow.repeat(pyarrow.scalar(start, _LONG), count),
    }
    names = set(batch.schema.names)

    def column(field: pyarrow.Field) -> pyarrow.Array:
        if field.name in added:
            return added[field.name]
        return batch.column(field.name).cast(field.type) if field.name in names else pyarrow.nulls(count, field.type)

    return pyarrow.RecordBatch.from_arrays([column(field) for field in SCHEMA], schema=SCHEMA)


def _months(dates: pyarrow.Array) -> pyarrow.Array:
    import pyarrow.compute as compute

    # Without the zone, which is UTC, no database of zones is needed.
    return compute.strftime(dates.cast(pyarrow.timestamp("us")), format="%Y-%m")


_Content = gzip.GzipFile | bz2.BZ2File | lzma.LZMAFile
_Opener = Callable[[str], _Content]

_CODECS: list[tuple[bytes, str, _Opener | None]] = [
    (b"\x1f\x8b", "gzip", gzip.GzipFile),
    (b"BZh", "bzip2", bz2.BZ2File),
    (b"\xfd7zXZ\0", "xz", lzma.LZMAFile),
    (b"\x28\xb5\x2f\xfd", "zstd", None),
    (b"\x04\x22\x4d\x18", "lz4", None),
    (b"\x1f\x9d", "compress", None),
    (b"PK\3\4", "zip", None),
    (b"7z\xbc\xaf\x27\x1c", "7z", None),
]


def compression(path: str) -> tuple[str, _Opener | None] | None:
    """The name of a compressed file's or an archive's format, and how it is opened, if Python can."""
    with open(path, "rb") as file:
        head = file.read(512)
    if head[257:262] == b"ustar":
        return "tar", None
    return next(((name, opener) for magic, name, opener in _CODECS if head.startswith(magic)), None)


def _open(part: Part, options: dict[str, Any]) -> tuple[urlgrep.Files, Callable[[], object]]:
    codec = compression(part["path"])
    if codec is None:
        return urlgrep.mail(part["path"], start=part["start"], end=part["end"], **options), lambda: None
    name, opener = codec
    if opener is None:
        raise ValueError(f"{name} files are not read here; unpack it, or take the command urlgrep")
    # The name tells the format where the content does not.
    suffix = os.path.splitext(os.path.splitext(part["path"])[0])[1]
    copy = tempfile.NamedTemporaryFile(prefix="urlgrep-", suffix=suffix)
    try:
        left = max(GROWTH * part["size"], MIN_GROWN)
        with opener(part["path"]) as content:
            while block := content.read(1 << 20):
                left -= len(block)
                if left < 0:
                    raise ValueError(f"it grows to more than {GROWTH} times its size")
                copy.write(block)
        copy.flush()
    except BaseException:
        copy.close()
        raise
    return urlgrep.mail(copy.name, **options), copy.close
