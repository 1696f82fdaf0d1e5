"""Arrow columns of several libraries, and record batches."""

import io
import mmap
import tarfile

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


def test_rows_are_read_as_often_as_their_strings():
    found = urlgrep.extract_arrow(pa.array(TEXTS))
    assert pa.table(found) == pa.table(found) and pa.table(found).num_rows == 3
    batch = pa.record_batch([pa.array(TEXTS)], ["body"])
    lists = urlgrep.extract_arrow(pa.chunked_array([batch["body"]]), aligned=True)
    assert len(pa.chunked_array(lists)) == len(pa.chunked_array(lists)) == len(TEXTS)


def test_other_types_are_errors():
    with pytest.raises(TypeError, match="strings or bytes"):
        urlgrep.extract_arrow(pa.array([1, 2]))
    with pytest.raises(TypeError, match="not a table; give one column"):
        urlgrep.extract_arrow(pa.table({"body": TEXTS}))
    for column, hint in (
        (pa.array([TEXTS]), "not List.*; give the strings of its lists: `explode`"),
        (pa.array([TEXTS], pa.large_list(pa.large_string())), "not LargeList.*; give the strings of its lists"),
        (pa.RunEndEncodedArray.from_arrays([5], ["x"]), "not RunEndEncoded.*; give `pyarrow.compute.run_end_decode"),
        (pa.array([None, None], pa.float64()), 'not Float64; pandas has .*: `column.astype\\("string"\\)`'),
    ):
        with pytest.raises(TypeError, match=hint):
            urlgrep.extract_arrow(column)
    for other in (None, ["x"], "x", b"x"):
        with pytest.raises(TypeError, match=f"expected a column of Arrow, .*, not {type(other).__name__}$"):
            urlgrep.extract_arrow(other)
    with pytest.raises(ValueError, match="unknown hyphen"):
        urlgrep.extract_arrow(pa.array(["x"]), hyphen="x")


@pytest.mark.parametrize("columns", [["url"], ["end", "start"], ["domain", "url"], ["flaws"], ["host"], []])
def test_columns_that_are_wanted(columns):
    whole = pa.table(urlgrep.extract_arrow(pa.array(TEXTS)))
    some = pa.table(urlgrep.extract_arrow(pa.array(TEXTS), columns=columns))
    assert some == whole.select(["row", *(name for name in whole.column_names if name in columns)])
    lists = pa.chunked_array(urlgrep.extract_arrow(pa.array(TEXTS), columns=columns, aligned=True))
    assert [None if urls is None else len(urls) for urls in lists.to_pylist()] == [1, None, 0, 2, 0]
    with pytest.raises(ValueError, match="unknown column 'x'; use some of url, start"):
        urlgrep.extract_arrow(pa.array(TEXTS), columns=["x"])
    with pytest.raises(TypeError, match="expected a list of names for `columns`, not str"):
        urlgrep.extract_arrow(pa.array(TEXTS), columns="url")


def test_options():
    assert rows(pa.array(["at www.a.org"]), schemeless=True) == [(0, "http://www.a.org")]


def test_polars():
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"body": TEXTS})
    found = pl.DataFrame(urlgrep.extract_arrow(frame["body"]))
    assert found.select("row", "url").rows() == WANT
    lists = pl.Series(urlgrep.extract_arrow(frame["body"], aligned=True))
    assert frame.with_columns(urls=lists)["urls"].list.len().to_list() == [1, None, 0, 2, 0]


def test_polars_expressions():
    pl = pytest.importorskip("polars")
    import urlgrep.polars  # noqa: F401

    frame = pl.DataFrame({"id": range(5), "body": TEXTS})
    for kind in (pl.String, pl.Binary, pl.Categorical):
        lists = frame.select(pl.col("body").cast(kind).urlgrep.extract())
        assert lists["body"].list.len().to_list() == [1, None, 0, 2, 0]
    query = frame.lazy().select("id", urls=pl.col("body").urlgrep.extract()).explode("urls").unnest("urls")
    assert query.collect_schema() == query.collect().schema
    for engine in ("in-memory", "streaming"):
        found = query.collect(engine=engine).drop_nulls("url")
        assert found.select("id", "url").sort("id", maintain_order=True).rows() == WANT
    loose = frame.head(0).with_columns(pl.lit("at www.a.org").alias("body")).select(pl.col("body").urlgrep.extract(schemeless=True))
    assert loose.schema == frame.select(pl.col("body").urlgrep.extract()).schema
    series = pl.Series("text", ["at www.a.org"]).urlgrep.extract(schemeless=True)
    assert series.name == "text" and series[0][0]["url"] == "http://www.a.org"
    with pytest.raises(ValueError, match="unknown hyphen"):
        pl.col("body").urlgrep.extract(hyphen="x")
    nulls = pl.DataFrame({"body": [None, None]}).select(pl.col("body").urlgrep.extract())
    assert nulls.schema == loose.schema and nulls["body"].to_list() == [None, None]
    assert pl.Series([None], dtype=pl.Null).urlgrep.extract().to_list() == [None]
    # Its strings come without a copy.
    assert pa.chunked_array(frame["body"]).type == pa.string_view()


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    mails = pa.table({"body": TEXTS})
    column = duckdb.sql("select body from mails").to_arrow_table()["body"]
    found = urlgrep.extract_arrow(column)
    assert duckdb.sql("select row, url from found order by row, start").fetchall() == WANT
    assert duckdb.sql("select count(*), max(row) from found").fetchall() == [(3, 3)]


def test_duckdb_function():
    duckdb = pytest.importorskip("duckdb")

    def urls(column):
        lists = pa.chunked_array(urlgrep.extract_arrow(column, aligned=True)).combine_chunks()
        return pa.ListArray.from_arrays(lists.offsets, lists.values.field("url"), mask=lists.is_null())

    database = duckdb.connect()
    database.create_function("urls", urls, ["VARCHAR"], "VARCHAR[]", type="arrow", null_handling="special")
    database.register("mails", pa.table({"body": TEXTS, "id": range(5)}))
    found = database.sql("select id, unnest(urls(body)) from mails order by id").fetchall()
    assert found == WANT
    assert database.sql("select urls(body) from mails where id = 1").fetchall() == [(None,)]


def test_pandas():
    pd = pytest.importorskip("pandas")
    series = pd.Series(TEXTS)
    found = pa.table(urlgrep.extract_arrow(pa.array(series, pa.string()))).to_pandas()
    joined = series.to_frame("body").join(found.set_index("row"), how="inner")
    assert joined["url"].tolist() == [url for _, url in WANT]
    # The index of a part is not the number of the string.
    part = series.to_frame("body").iloc[2:]
    found = pa.table(urlgrep.extract_arrow(pa.array(part["body"], pa.string()))).to_pandas()
    joined = part.reset_index(drop=True).join(found.set_index("row"), how="inner")
    assert joined["url"].tolist() == [url for row, url in WANT if row >= 2]
    assert part["body"].iloc[found["row"]].tolist() == joined["body"].tolist() == [TEXTS[3]] * 2


@pytest.mark.parametrize("kind", [pa.int8(), pa.uint32()], ids=str)
def test_dictionaries_without_values(kind):
    column = pa.DictionaryArray.from_arrays(pa.array([None, None], kind), pa.array([], pa.string()))
    assert rows(column) == []
    assert pa.chunked_array(urlgrep.extract_arrow(column, aligned=True)).to_pylist() == [None, None]


@pytest.mark.parametrize("aligned", [False, True])
def test_a_panic_is_an_error(aligned):
    # More strings than there is memory.
    found = urlgrep.extract_arrow(pa.Array.from_buffers(pa.null(), 1 << 60, [None]), aligned=aligned)
    with pytest.raises(pa.ArrowInvalid, match="the search failed: capacity overflow"):
        pa.chunked_array(found)


@pytest.mark.parametrize("encode", [False, True])
def test_many_urls_are_several_arrays(encode):
    column = pa.array([*TEXTS, "http://d.org/" * 3, None, "http://e.org/x http://f.org/"] * 2)
    column = column.dictionary_encode() if encode else column
    chunks = pa.chunked_array([column, column[:0], column[1:]])
    for options in ({}, {"columns": ["form", "flaws"]}):
        found = urlgrep.extract_arrow(chunks, **options)
        lists = urlgrep.extract_arrow(chunks, aligned=True, **options)
        # Those of a row stay together.
        for limit, tables in ((1, 10), (30, 6), (1 << 20, 3)):
            if not options:
                assert len(pa.table(found._with_limit(limit))["url"].chunks) >= tables
            assert pa.table(found._with_limit(limit)) == pa.table(found)
            assert pa.chunked_array(lists._with_limit(limit)).to_pylist() == pa.chunked_array(lists).to_pylist()


def test_strings_of_more_than_4_gib():
    # Most of this memory is not used.
    memory = mmap.mmap(-1, (1 << 32) + 40)
    memory[-20:] = b" see http://a.org/ x "[1:]
    text = pa.py_buffer(memory)
    offsets = pa.array([0, 1, text.size], pa.int64()).buffers()[1]
    column = pa.Array.from_buffers(pa.large_binary(), 2, [None, offsets, text])
    found = pa.table(urlgrep.extract_arrow(column, columns=["url", "start", "end"]))
    assert found.to_pylist() == [{"row": 1, "url": "http://a.org/", "start": (1 << 32) + 23, "end": (1 << 32) + 36}]


def test_lines_of_a_string_decide_hyphens():
    words = "the words of this text are broken at line ends by hy-\nphens wherever a line comes to its end, as in books\n" * 20
    url = "<URL:http://bat-\nman.org/>"
    # Those of another string do not.
    assert rows(pa.array([words + url, url])) == [(0, "http://batman.org/"), (1, "http://bat-man.org/")]


@pytest.mark.parametrize("aligned", [False, True])
def test_numbers_are_signed(aligned):
    found = urlgrep.extract_arrow(pa.array(TEXTS), aligned=aligned)
    fields = pa.chunked_array(found).type.value_type if aligned else pa.table(found).schema
    numbers = [field.name for field in fields if pa.types.is_integer(field.type)]
    assert numbers == ["row", "start", "end"][aligned:]
    assert all(fields.field(name).type == pa.int64() for name in numbers)


def test_rows_say_who_reads_them():
    column = pa.array(TEXTS)
    assert repr(urlgrep.extract_arrow(column)).startswith("<urlgrep.Rows, read by pyarrow.table(rows), polars.DataFrame(rows)")
    assert "pyarrow.chunked_array(rows)" in repr(urlgrep.extract_arrow(column, aligned=True))


@pytest.mark.parametrize("is_member", [False, True])
def test_a_batch_with_a_long_name_in_each_row_ends_early(is_member, tmp_path):
    urls = [f"http://a.org/{i}" for i in range(3000)]
    name, text = "x" * 60_000, "\n".join(urls).encode()
    path = tmp_path / "a"
    if is_member:
        with tarfile.open(path, "w", format=tarfile.PAX_FORMAT) as tar:
            member = tarfile.TarInfo(name)
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text))
    else:
        path.write_bytes(f"From: joe@a.org\nMessage-ID: <{name}@a.org>\n\n".encode() + text)
    found = urlgrep.files(path)
    batches = [pa.record_batch(batch) for batch in iter(found.read_batch, None)]
    assert [url for batch in batches for url in batch.column("url").to_pylist()] == urls
    # 180 MB in all.
    column = "path" if is_member else "message_id"
    assert all(name in batch.column(column)[0].as_py() for batch in batches) and max(batch.nbytes for batch in batches) < 80 << 20
