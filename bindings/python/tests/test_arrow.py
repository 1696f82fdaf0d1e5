"""Arrow columns of several libraries."""

import pytest
import urlgrep

pa = pytest.importorskip("pyarrow")

TEXTS = ["see http://a.org/", None, "", "<URL:http://b.co.uk/x\n y> and http://c.org/é", "none"]
WANT = [(0, "http://a.org/"), (3, "http://b.co.uk/xy"), (3, "http://c.org/é")]


def rows(data, **options):
    table = pa.table(urlgrep.extract_arrow(data, **options))
    return list(zip(table["row"].to_pylist(), table["url"].to_pylist()))


KINDS = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_kinds_of_strings(kind):
    texts = TEXTS if not ("binary" in str(kind)) else [text and text.encode() for text in TEXTS]
    column = pa.array(texts, kind)
    assert rows(column) == WANT
    assert rows(column[2:]) == [(row - 2, url) for row, url in WANT if row >= 2]
    chunked = pa.chunked_array([column[:1], column[1:3], column[3:]])
    assert rows(chunked) == WANT


def test_dictionaries():
    column = pa.array(TEXTS * 2).dictionary_encode()
    assert rows(column) == WANT + [(row + 5, url) for row, url in WANT]
    assert rows(column[3:4]) == [(0, "http://b.co.uk/xy"), (0, "http://c.org/é")]


def test_columns_agree_with_matches():
    text = "é <URL:http://bat-\nman.example.co.uk/x> mailto:joe@a.org"
    table = pa.table(urlgrep.extract_arrow(pa.array([text])))
    for row, m in zip(table.to_pylist(), urlgrep.extract(text.encode())):
        assert row == {
            "row": 0,
            "url": m.url,
            "start": m.start,
            "end": m.end,
            "form": m.form,
            "scheme": m.scheme,
            "host": m.host,
            "domain": m.domain,
            "flaws": list(m.flaws),
        }


def test_aligned_lists():
    column = pa.chunked_array(urlgrep.extract_arrow(pa.array(TEXTS), aligned=True))
    lists = column.to_pylist()
    assert len(lists) == len(TEXTS) and lists[1] is None and lists[2] == []
    assert [url["url"] for url in lists[3]] == ["http://b.co.uk/xy", "http://c.org/é"]


def test_a_stream_is_read_once_and_other_types_are_errors():
    found = urlgrep.extract_arrow(pa.array(["http://a.org/"]))
    pa.table(found)
    with pytest.raises(RuntimeError, match="has been read"):
        pa.table(found)
    with pytest.raises(TypeError, match="strings or bytes"):
        urlgrep.extract_arrow(pa.array([1, 2]))
    with pytest.raises(ValueError, match="unknown hyphen"):
        urlgrep.extract_arrow(pa.array(["x"]), hyphen="x")


def test_options():
    assert rows(pa.array(["at www.a.org"]), schemeless=True) == [(0, "http://www.a.org")]


def test_polars():
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"body": TEXTS})
    found = pl.DataFrame(urlgrep.extract_arrow(frame["body"]))
    assert found.select("row", "url").rows() == WANT
    lists = pl.Series(urlgrep.extract_arrow(frame["body"], aligned=True))
    assert frame.with_columns(urls=lists)["urls"].list.len().to_list() == [1, None, 0, 2, 0]


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    mails = pa.table({"body": TEXTS})
    column = duckdb.sql("select body from mails").to_arrow_table()["body"]
    found = pa.table(urlgrep.extract_arrow(column))
    assert duckdb.sql("select row, url from found order by row, start").fetchall() == WANT


def test_pandas():
    pd = pytest.importorskip("pandas")
    series = pd.Series(TEXTS)
    found = pa.table(urlgrep.extract_arrow(pa.array(series, pa.string()))).to_pandas()
    joined = series.to_frame("body").join(found.set_index("row"), how="inner")
    assert joined["url"].tolist() == [url for _, url in WANT]
