"""`import urlgrep.polars` adds `.urlgrep` to the expressions and series of Polars.

>>> import polars as pl
>>> import urlgrep.polars
>>> mails = pl.DataFrame({"body": ["see http://a.org/", "none", None]})
>>> mails.select(pl.col("body").urlgrep.extract().list.eval(pl.element().struct["url"])).to_series().to_list()
[['http://a.org/'], [], None]
"""

from __future__ import annotations

from typing import Any

import polars as pl

from . import Extractor, extract_arrow

__all__ = ["UrlgrepExpr", "UrlgrepSeries"]

_URL = {
    "url": pl.String,
    "start": pl.UInt32,
    "end": pl.UInt32,
    "form": pl.String,
    "scheme": pl.String,
    "host": pl.String,
    "domain": pl.String,
    "flaws": pl.List(pl.String),
}


@pl.api.register_series_namespace("urlgrep")
class UrlgrepSeries:
    """`series.urlgrep`, for a series of strings or bytes."""

    def __init__(self, series: pl.Series) -> None:
        self._series = series

    def extract(self, **options: Any) -> pl.Series:
        """The URLs: a list of structs for each string, with the columns of `extract_arrow`. Its options are those of `Extractor`."""
        return pl.Series(extract_arrow(self._series, aligned=True, **options)).alias(self._series.name)


@pl.api.register_expr_namespace("urlgrep")
class UrlgrepExpr:
    """`pl.col("body").urlgrep`, for a column of strings or bytes."""

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def extract(self, **options: Any) -> pl.Expr:
        """The URLs: a list of structs for each string, with the columns of `extract_arrow`. Its options are those of `Extractor`.

        The text is not copied: Polars hands over its own buffers by the PyCapsule interface of Arrow.
        """
        # A wrong option is an error here and not when the query runs.
        Extractor(**options)

        def extract(series: pl.Series) -> pl.Series:
            return UrlgrepSeries(series).extract(**options)

        return self._expr.map_batches(extract, return_dtype=pl.List(pl.Struct(_URL)), is_elementwise=True)
