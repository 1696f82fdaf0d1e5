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

from . import extract_arrow

__all__ = ["UrlgrepExpr", "UrlgrepSeries"]


@pl.api.register_series_namespace("urlgrep")
class UrlgrepSeries:
    """`series.urlgrep`, for a series of strings or bytes."""

    def __init__(self, series: pl.Series) -> None:
        self._series = series

    def extract(self, **options: Any) -> pl.Series:
        """The URLs: a list of structs for each string, with the columns and the options of `extract_arrow`."""
        # A series of nulls alone has no type of its own.
        series = self._series.cast(pl.String) if self._series.dtype == pl.Null else self._series
        return pl.Series(extract_arrow(series, aligned=True, **options)).alias(series.name)


@pl.api.register_expr_namespace("urlgrep")
class UrlgrepExpr:
    """`pl.col("body").urlgrep`, for a column of strings or bytes."""

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def extract(self, **options: Any) -> pl.Expr:
        """The URLs: a list of structs for each string, with the columns and the options of `extract_arrow`.

        The text is not copied: Polars hands over its own buffers by the PyCapsule interface of Arrow.
        """
        # A wrong option is an error here and not when the query runs.
        dtype = UrlgrepSeries(pl.Series([], dtype=pl.String)).extract(**options).dtype

        def extract(series: pl.Series) -> pl.Series:
            return UrlgrepSeries(series).extract(**options)

        return self._expr.map_batches(extract, return_dtype=dtype, is_elementwise=True)
