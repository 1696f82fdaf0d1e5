"""`extract` for columns of Spark."""

import pytest
import urlgrep

pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")

from pyspark.sql import Row  # noqa: E402
from urlgrep.spark import _pieces, extract  # noqa: E402


def test_extract_adds_columns(spark):
    texts = [(1, "see http://a.org/"), (2, None), (3, "none"), (4, "<URL:http://b.co.uk/x\n y> and http://c.org/é")]
    df = spark.createDataFrame(texts, "id int, body string")
    rows = extract(df, "body").orderBy("id", "start").collect()
    assert [(row.id, row.url, row.start, row.end, row.form, row.domain) for row in rows] == [
        (1, "http://a.org/", 4, 17, "bare", "a.org"),
        (4, "http://b.co.uk/xy", 5, 24, "wrapper", "b.co.uk"),
        (4, "http://c.org/é", 30, 45, "bare", "c.org"),
    ]
    assert extract(df, "body", keep=[]).columns == "url start end form scheme host domain flaws".split()
    lists = extract(df, "body", aligned=True).orderBy("id").collect()
    assert [row.body for row in lists] == [text for _, text in texts]
    assert [row.urls and [url.url for url in row.urls] for row in lists] == [
        ["http://a.org/"],
        None,
        [],
        ["http://b.co.uk/xy", "http://c.org/é"],
    ]


def test_extract_gives_all_urls_of_many_rows(spark):
    # One row after the other, and many in one row; a batch of Spark has 10,000 rows.
    df = spark.range(20_000).selectExpr("id", "concat('http://a.org/', id, if(id = 9, repeat(' http://b.org/', 9000), '')) as body")
    rows = extract(df, "body", columns=["url", "start"]).orderBy("id", "start").collect()
    assert [row.url for row in rows if row.url != "http://b.org/"] == [f"http://a.org/{i}" for i in range(20_000)]
    assert {row.id for row in rows if row.url == "http://b.org/"} == {9} and len(rows) == 29_000
    assert extract(df, "body", aligned=True).selectExpr("sum(size(urls))").first()[0] == 29_000


def test_extract_repeats_long_columns_for_few_urls_at_a_time():
    import pyarrow as pa

    body = ["http://a.org/ " * 5000, "", "http://b.org/ " * 3, *["http://c.org/"] * 10]
    raw = pa.array(["z" * 1_000_000, None, "y" * 50_000_000, *["x"] * 10])
    nested = pa.array([[text] for text in raw.to_pylist()])
    urls = pa.RecordBatchReader.from_stream(urlgrep.extract_arrow(pa.array(body))).read_next_batch()
    pieces = list(_pieces(urls, [raw, nested]))
    assert pa.Table.from_batches(pieces) == pa.Table.from_batches([urls])
    sizes = [raw.take(piece.column("row")).nbytes for piece in pieces if piece.num_rows > 1]
    assert max(sizes) < 16 << 20 and len(pieces) < 600
    # Without another column, all stay together.
    assert len(list(_pieces(urls, []))) == 2


def test_extract_takes_any_name_of_a_column(spark):
    df = spark.createDataFrame([(1, 2, "http://a.org/")], "`0` int, `a.b` int, `c.``d` string")
    assert [row.asDict() for row in extract(df, "c.`d", columns=["url"]).collect()] == [{"0": 1, "a.b": 2, "url": "http://a.org/"}]
    assert [row.asDict() for row in extract(df, "c.`d", aligned=True, keep=["a.b"], columns=[]).collect()] == [{"a.b": 2, "urls": [Row()]}]


@pytest.mark.parametrize("columns", [["url"], ["domain", "start"], ["flaws"], []])
def test_extract_gives_columns_on_request(spark, columns):
    df = spark.createDataFrame([(1, "see http://a.org/"), (2, "none"), (3, "http://b.co.uk/x http://c.org/")], "id int, body string")
    whole = [row.asDict() for row in extract(df, "body").orderBy("id", "start").collect()]
    some = extract(df, "body", columns=columns)
    names = ["id", *(name for name in whole[0] if name in columns)]
    rows = [row.asDict() for row in some.collect()]
    assert some.columns == names and sorted(rows, key=str) == sorted(({name: row[name] for name in names} for row in whole), key=str)
    lists = extract(df, "body", columns=columns, aligned=True).orderBy("id").collect()
    assert [[url.asDict() for url in row.urls] for row in lists] == [
        [{name: row[name] for name in names[1:]} for row in whole if row["id"] == i] for i in (1, 2, 3)
    ]


def test_extract_from_bytes_with_options(spark):
    df = spark.createDataFrame([(bytearray(b"at www.a.org \xff"),)], "`a b` binary")
    assert [row.url for row in extract(df, "a b", schemeless=True).collect()] == ["http://www.a.org"]


def test_errors_of_extract_come_before_the_job(spark):
    df = spark.createDataFrame([(1, "x")], "url int, body string")
    with pytest.raises(ValueError, match="no column 'text'; there are url, body"):
        extract(df, "text")
    with pytest.raises(TypeError, match='named by a str, not by Column: "body"'):
        extract(df, df.body)
    with pytest.raises(TypeError, match="the column 'url' has no strings or bytes, but int"):
        extract(df, "url")
    with pytest.raises(TypeError, match="no strings or bytes, but array<string>: make rows of it first, with `explode`"):
        extract(df.selectExpr("array(body) as body"), "body")
    with pytest.raises(ValueError, match="columns url"):
        extract(df, "body")
    with pytest.raises(ValueError, match="hyphen"):
        extract(df, "body", keep=[], hyphen="x")
    with pytest.raises(TypeError, match="^there is no option 'nope'; use some of keep, aligned, columns, profile, hyphen,"):
        extract(df, "body", nope=True)
    with pytest.raises(TypeError, match="^aligned must be a bool, not str"):
        extract(df, "body", aligned="no")
    with pytest.raises(TypeError, match="^expected a list of names for `columns`, not int"):
        extract(df, "body", columns=1)
    with pytest.raises(TypeError, match="^expected a DataFrame of Spark, not builtins.dict"):
        extract({"body": "x"}, "body")
    with pytest.raises(ValueError, match="unknown column 'x'; use some of url, start"):
        extract(df, "body", keep=[], columns=["x"])
    with pytest.raises(TypeError, match="expected a list of names for `columns`, not the str 'host'"):
        extract(df, "body", keep=[], columns="host")
    with pytest.raises(TypeError, match="expected a list of names for `keep`, not the str 'url'"):
        extract(df, "body", keep="url")
    with pytest.raises(ValueError, match="no column 'id' to keep; there are url, body"):
        extract(df, "body", keep=["id"])
    assert extract(df, "body", columns=["host"]).columns == ["url", "host"]
    twice = df.selectExpr("url as id", "url as id", "body")
    with pytest.raises(ValueError, match="there are several columns id: rename them"):
        extract(twice, "body")
    assert extract(twice, "body", keep=[], columns=["url"]).collect() == []


@pytest.mark.parametrize("name", ["Host", "URL", "Start"])
def test_extract_compares_names_as_spark_does(spark, name):
    df = spark.createDataFrame([("x", "http://a.org/")], f"{name} string, body string")
    with pytest.raises(ValueError, match=f"the columns {name} would stand there twice: rename them"):
        extract(df, "body")
    assert extract(df, "body", keep=[]).select("host").first().host == "a.org"
    with pytest.raises(ValueError, match="the columns URLs would stand there twice"):
        extract(df.selectExpr("body", "1 as URLs"), "body", aligned=True)
    with pytest.raises(ValueError, match="there are several columns id, ID: rename them"):
        extract(df.selectExpr("body", "1 as id", "2 as ID"), "body")
    spark.conf.set("spark.sql.caseSensitive", "true")
    try:
        both = extract(df, "body").first()
        assert (both[name], both["host"]) == ("x", "a.org")
    finally:
        spark.conf.unset("spark.sql.caseSensitive")


@pytest.mark.parametrize("of", [set, iter, tuple])
def test_extract_takes_names_from_any_iterable(spark, of):
    df = spark.createDataFrame([(1, "http://a.org/")], "id int, body string")
    assert [row.asDict() for row in extract(df, "body", keep=of(["id"]), columns=of(["url"])).collect()] == [{"id": 1, "url": "http://a.org/"}]
