"""URLs in Spark: of a column of a DataFrame (`extract`), and of files (`register`, then `spark.read.format("urlgrep")`).

`python -m urlgrep.spark PATH... -o OUT` is a job that reads folders of mailboxes and writes Parquet. `extract` needs Spark 3.5 or newer, the
data source and the job need Spark 4. The wheel must be installed on the workers too.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

    from .._urlgrep import _Column

__all__ = ["extract", "register"]

# What a batch of rows with URLs may have, but for a row that is longer alone.
_ROWS = 4096
_BYTES = 32 << 20


def extract(
    df: DataFrame,
    column: str,
    *,
    keep: Iterable[str] | None = None,
    aligned: bool = False,
    columns: Iterable[_Column] | None = None,
    **options: Any,
) -> DataFrame:
    """The URLs of a column of strings or bytes: a row for each, with the columns `keep` of its row (all but `column`, if it is not given)
    and `url`, `start`, `end` (bytes of the UTF-8), `form`, `scheme`, `host`, `domain`, `flaws`. Rows without a URL have none.

    With `aligned`, each row stays, with all columns or those of `keep`, and `urls`, a list of these columns as structs. `columns` names
    the columns of a URL that are wanted: without `scheme`, `host`, `domain` and `flaws` it is faster.
    """
    from pyspark.sql.types import ArrayType, BinaryType, CharType, NullType, StringType, StructField, StructType, VarcharType

    import urlgrep

    # A wrong argument is an error here and not in a worker.
    if not hasattr(df, "mapInArrow"):
        raise TypeError(f"expected a DataFrame of Spark, not {type(df).__module__}.{type(df).__name__}")
    check_options(options, ["keep", "aligned", "columns"])
    if not isinstance(aligned, bool):
        raise TypeError(f"aligned must be a bool, not {type(aligned).__name__}")
    names = df.columns
    if not isinstance(column, str):
        raise TypeError(f"the column is named by a str, not by {type(column).__name__}: \"body\", not df.body")
    if column not in names:
        raise ValueError(f"no column {column!r}; there are {', '.join(names)}")
    for option, value in ("keep", keep), ("columns", columns):
        if isinstance(value, str):
            raise TypeError(f"expected a list of names for `{option}`, not the str {value!r}")
        if value is not None and not isinstance(value, Iterable):
            raise TypeError(f"expected a list of names for `{option}`, not {type(value).__name__}")
    wanted = list(columns) if columns is not None else None
    kept = list(dict.fromkeys(keep)) if keep is not None else [name for name in names if aligned or name != column]
    missing = [name for name in kept if name not in names]
    if missing:
        raise ValueError(f"no column {missing[0]!r} to keep; there are {', '.join(names)}")
    kind = df.schema[column].dataType
    if not isinstance(kind, (StringType, BinaryType, CharType, VarcharType, NullType)):
        hint = ": make rows of it first, with `explode`" if isinstance(kind, ArrayType) else ""
        raise TypeError(f"the column {column!r} has no strings or bytes, but {kind.simpleString()}{hint}")
    url = _url(wanted)
    added = [StructField("urls", ArrayType(url))] if aligned else url.fields
    _check_names(df, column, kept, [field.name for field in added])
    schema = StructType([df.schema[name] for name in kept] + added)

    # By number, since Spark finds no column whose name has a dot in `mapInArrow`.
    chosen = list(dict.fromkeys([*kept, column]))
    places = [chosen.index(name) for name in kept]
    numbered = [f"{_quoted(name)} as `{place}`" for place, name in enumerate(chosen)]

    def rows(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        for batch in batches:
            text = batch.column(chosen.index(column))
            found = urlgrep.extract_arrow(text, aligned=aligned, columns=wanted, **options)
            arrays = [batch.column(place) for place in places]
            if aligned:
                arrays.append(pyarrow.chunked_array(found).combine_chunks())
                yield pyarrow.RecordBatch.from_arrays(arrays, [*kept, "urls"])
                continue
            for urls in pyarrow.RecordBatchReader.from_stream(found):
                for some in _pieces(urls, arrays):
                    of_rows = [values.take(some.column("row")) for values in arrays]
                    yield pyarrow.RecordBatch.from_arrays(of_rows + some.columns[1:], [*kept, *urls.schema.names[1:]])

    return df.selectExpr(*numbered).mapInArrow(rows, schema)


def check_options(options: Mapping[str, object], others: Iterable[str]) -> None:
    """An option that `urlgrep.Extractor` does not take, and that is none of `others`, is an error that names all."""
    import urlgrep

    known = [*others, *inspect.signature(urlgrep.Extractor).parameters]
    for name in options:
        if name not in known:
            raise TypeError(f"there is no option {name!r}; use some of {', '.join(known)}")
    urlgrep.Extractor(**{name: value for name, value in options.items() if name not in others})  # type: ignore[arg-type]


def _check_names(df: DataFrame, column: str, kept: list[str], added: list[str]) -> None:
    """Names of columns that Spark cannot tell apart are errors."""
    is_exact = str(df.sparkSession.conf.get("spark.sql.caseSensitive")).lower() == "true"

    def among(name: str, names: list[str]) -> int:
        return names.count(name) if is_exact else [one.lower() for one in names].count(name.lower())

    repeated = [name for name in dict.fromkeys([*kept, column]) if among(name, df.columns) > 1]
    if repeated:
        raise ValueError(f"there are several columns {', '.join(repeated)}: rename them, or leave them out of `keep`")
    both = [name for name in kept if among(name, added)]
    if both:
        raise ValueError(f"the columns {', '.join(both)} would stand there twice: rename them, or leave them out of `keep`")


def _url(columns: Sequence[_Column] | None) -> StructType:
    """The columns of a URL, or some of them."""
    from pyspark.sql.types import ArrayType, DataType, LongType, StringType, StructField, StructType

    kinds: dict[str, DataType] = {"start": LongType(), "end": LongType(), "flaws": ArrayType(StringType())}
    names = ["url", "start", "end", "form", "scheme", "host", "domain", "flaws"]
    unknown = [name for name in columns or [] if name not in names]
    if unknown:
        raise ValueError(f"unknown column {unknown[0]!r}; use some of {', '.join(names)}")
    wanted = [name for name in names if columns is None or name in columns]
    return StructType([StructField(name, kinds.get(name, StringType())) for name in wanted])


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _pieces(urls: pyarrow.RecordBatch, arrays: Sequence[pyarrow.Array]) -> Iterator[pyarrow.RecordBatch]:
    """The URLs, few at a time, since what `arrays` have is repeated for each URL of a row."""
    import pyarrow.compute

    waiting = [urls.slice(at, _ROWS) for at in reversed(range(0, urls.num_rows, _ROWS))]
    while waiting:
        some = waiting.pop()
        rows = some.column("row")
        first, last = rows[0].as_py(), rows[-1].as_py()
        size = sum(values.slice(first, last - first + 1).nbytes for values in arrays)
        # None of the rows is repeated more often.
        times = pyarrow.compute.max(rows.value_counts().field("counts")).as_py()
        if size * times > _BYTES and some.num_rows > 1:
            half = some.num_rows // 2
            waiting += [some.slice(half), some.slice(0, half)]
        else:
            yield some


def register(spark: SparkSession) -> None:
    """Makes `spark.read.format("urlgrep").load(paths)` known to a session of Spark 4."""
    from .source import UrlgrepDataSource

    spark.dataSource.register(UrlgrepDataSource)
