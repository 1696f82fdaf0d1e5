"""URLs in Spark: of a column of a DataFrame (`extract`), and of files (`register`, then `spark.read.format("urlgrep")`).

`python -m urlgrep.spark PATH... -o OUT` is a job that reads folders of mailboxes and writes Parquet. It needs Spark 4 or 3.5; the data
source needs Spark 4. The wheel must be installed on the workers too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["extract", "register"]

_URL = "url string, start bigint, end bigint, form string, scheme string, host string, domain string, flaws array<string>"


def extract(
    df: DataFrame, column: str, *, keep: Sequence[str] | None = None, aligned: bool = False, **options: Any
) -> DataFrame:
    """The URLs of a column of strings or bytes: a row for each, with the columns `keep` of its row (all but `column`, if it is not given)
    and `url`, `start`, `end` (bytes of the UTF-8), `form`, `scheme`, `host`, `domain`, `flaws`. Rows without a URL have none.

    With `aligned`, each row stays, with all columns or those of `keep`, and `urls`, a list of these columns as structs.
    """
    from pyspark.sql.types import StructType, _parse_datatype_string

    import urlgrep

    # A wrong option is an error here and not in a worker.
    urlgrep.Extractor(**options)
    if column not in df.columns:
        raise ValueError(f"no column {column!r}; there are {', '.join(df.columns)}")
    kept = list(keep) if keep is not None else [name for name in df.columns if aligned or name != column]
    added = _parse_datatype_string(f"urls array<struct<{_URL}>>" if aligned else _URL)
    both = [name for name in kept if name in added.names]
    if both:
        raise ValueError(f"the columns {', '.join(both)} would stand there twice: rename them, or leave them out of `keep`")
    schema = StructType([df.schema[name] for name in kept] + added.fields)

    def rows(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        for batch in batches:
            place = batch.schema.get_field_index(column)
            found = urlgrep.extract_arrow(batch.column(place), aligned=aligned, **options)
            table = pyarrow.Table.from_batches([batch]).select(kept)
            if aligned:
                yield from table.append_column("urls", _signed(found)).to_batches()
                continue
            urls = pyarrow.table(found)
            table = table.take(urls.column("row"))
            for name in urls.column_names[1:]:
                values = urls.column(name)
                table = table.append_column(name, values.cast("int64") if name in ("start", "end") else values)
            yield from table.to_batches()

    names = list(dict.fromkeys([*kept, column]))
    return df.select(*[_quoted(name) for name in names]).mapInArrow(rows, schema)


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _signed(found: Any) -> pyarrow.ChunkedArray:
    """Lists with signed positions, since Spark has no others."""
    import pyarrow

    lists = pyarrow.chunked_array(found)
    fields = [field.with_type(pyarrow.int64()) if field.name in ("start", "end") else field for field in lists.type.value_type]
    return lists.cast(pyarrow.list_(pyarrow.struct(fields)))


def register(spark: SparkSession) -> None:
    """Makes `spark.read.format("urlgrep").load(paths)` known to a session of Spark 4."""
    from .source import UrlgrepDataSource

    spark.dataSource.register(UrlgrepDataSource)
