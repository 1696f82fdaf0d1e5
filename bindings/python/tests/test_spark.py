"""The data source and the job of Spark: skipped without pyspark, Java, or, where rows are those of the command, without URLGREP_BINARY."""

import bz2
import gzip
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import zipfile

import command
import pytest
import urlgrep
from command import COLUMNS, needs_command

pyspark = pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")
if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
    pytest.skip("no Java", allow_module_level=True)

from urlgrep.spark import job, register, tasks  # noqa: E402

needs_source = pytest.mark.skipif(pyspark.__version__ < "4", reason="Spark 3.5 has no Python Data Source")
BODY = "see http://a.org/x?y=1 or\n<URL:http://b.co.uk/long/\n path> and <URL:http://bat-\nman.example.org/%zz>\n"


def mailbox(first: int, count: int) -> bytes:
    message = "From joe@a.org Mon Jan  3 10:00:00 1994\nFrom: joe@a.org\nDate: 15 {} 1994 22:00 -0700\nMessage-ID: <{}@a.org>\n\n{}\n"
    months = ["Jan", "Feb", "Mar"]
    return "".join(message.format(months[i % 3], i, BODY) for i in range(first, first + count)).encode()


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Mailboxes of some MiB, messages, texts, compressed files, and files that cannot be read."""
    folder = tmp_path_factory.mktemp("corpus")
    (folder / "lists" / "old").mkdir(parents=True)
    (folder / "lists" / "big.mbox").write_bytes(mailbox(0, 30_000))
    (folder / "lists" / "old" / "small.mbox").write_bytes(mailbox(0, 20))
    (folder / "lists" / "old" / "packed.mbox.gz").write_bytes(gzip.compress(mailbox(100, 20)))
    (folder / "lists" / "packed.txt.bz2").write_bytes(bz2.compress(b"at http://packed.org/\n"))
    for i in range(30):
        (folder / f"{i}.eml").write_bytes(b"".join(mailbox(i, 1).splitlines(True)[1:]))
    (folder / "page.html").write_text("<a href='http://c.org/?x&amp;y'>x</a>")
    with zipfile.ZipFile(folder / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(folder / "lists" / "old" / "small.mbox", "old/small.mbox")
        archive.write(folder / "lists" / "old" / "packed.mbox.gz", "packed.mbox.gz")
    (folder / "crawl.warc.gz").write_bytes(gzip.compress(warc(20)))
    (folder / "crawl.wet").write_bytes(warc(20_000))
    (folder / "binary").write_bytes(b"\0\1 http://binary.org/")
    (folder / "notes.txt").write_text("é http://d.org/ and http://bücher.example/ü\n")
    (folder / "empty").write_bytes(b"")
    return folder


def warc(count: int) -> bytes:
    record = "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Record-ID: <urn:uuid:{}>\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n{}\r\n\r\n"
    return "".join(record.format(i, len(BODY), BODY) for i in range(count)).encode()


def bad_files(folder):
    folder.mkdir()
    (folder / "torn.gz").write_bytes(gzip.compress(b"x" * 100_000)[:-10])
    (folder / "a.zip").write_bytes(b"PK\3\4 and more")
    (folder / "a.pdf").write_bytes(b"%PDF-1.7 http://a.org/")
    return ["a.pdf", "a.zip", "torn.gz"]


def key(row):
    return row["path"], row["start"], row["end"], row["url"]


def of_command(folder):
    rows, _ = command.run(folder, ".")
    return sorted(rows, key=key)


def of_spark(df, folder):
    rows = [row.asDict(recursive=True) for row in df.select(*COLUMNS).collect()]
    for row in rows:
        row["path"] = row["path"].removeprefix(f"{folder}/")
        row["segments"] = [[at["start"], at["end"]] for at in row["segments"]]
        row["alternatives"] = [[other["url"], other["why"]] for other in row["alternatives"]]
    return sorted(rows, key=key)


def assert_same(found, want):
    assert len(found) > 0 and found == want


def test_plan_has_every_byte_once(corpus):
    parts = [part for task in tasks.plan([str(corpus)], 1 << 20) for part in json.loads(task)]
    files = {str(corpus / name) for name in subprocess.check_output(["find", ".", "-type", "f"], cwd=corpus, text=True).split()}
    assert {os.path.normpath(part["path"]) for part in parts} == {os.path.normpath(name) for name in files}
    for name in files:
        ranges = [(part["start"], part["end"]) for part in parts if os.path.normpath(part["path"]) == os.path.normpath(name)]
        assert ranges[0][0] == 0 and ranges[-1][1] == os.path.getsize(name)
        assert all(end == start for (_, end), (start, _) in zip(ranges, ranges[1:]))
    assert len([part for part in parts if part["path"].endswith("big.mbox")]) > 3


@needs_source
@needs_command
def test_source_gives_the_rows_of_the_command(spark, corpus):
    register(spark)
    df = spark.read.format("urlgrep").load(str(corpus))
    assert df.where("error is not null").count() == 0
    assert_same(of_spark(df, corpus), of_command(corpus))


@needs_source
def test_source_takes_paths_and_options(spark, corpus, tmp_path):
    register(spark)
    (tmp_path / "a").write_text("at www.a.org")
    (tmp_path / "b").write_text("at www.b.org")
    read = spark.read.format("urlgrep").option("schemeless", "true")
    assert sorted(row.url for row in read.load([str(tmp_path / "a"), str(tmp_path / "b")]).collect()) == ["http://www.a.org", "http://www.b.org"]
    (tmp_path / "c[1]").write_text("at www.c.org")
    assert [row.url for row in read.load(str(tmp_path / "[ab]")).orderBy("url").collect()] == ["http://www.a.org", "http://www.b.org"]
    assert [row.url for row in read.load(str(tmp_path / "c[1]")).collect()] == ["http://www.c.org"]
    found = read.option("range_size", 1 << 20).load(str(corpus / "lists" / "big.mbox"))
    assert found.select("range").distinct().count() > 3 and found.rdd.getNumPartitions() > 3
    assert found.where("range = 0").agg({"message": "min"}).first()[0] == 1
    assert read.load(str(corpus / "empty")).count() == 0
    for name, value, why in [
        ("range_size", "1M", "a number of bytes, not '1M'"),
        ("range_size", "0", "a number of bytes, not '0'"),
        ("hidden", "yes", "hidden must be true or false, not 'yes'"),
        ("email", "yes", "email must be true or false, not 'yes'"),
        ("hyphen", "x", "unknown hyphen 'x'; use one of resolve,"),
        ("nope", "true", "there is no option 'nope'; use some of hidden, no_ignore, follow, headers, range_size, profile, hyphen,"),
    ]:
        # At the call, and not when the rows are wanted.
        with pytest.raises(Exception, match=why):
            spark.read.format("urlgrep").option(name, value).load(str(tmp_path))
    with pytest.raises(Exception, match="only local or mounted"):
        read.load("s3a://bucket/mail")
    with pytest.raises(TypeError, match="there is no option 'nope'; use some of hidden, no_ignore, follow, headers, range_size, batch_size,"):
        job.run(spark, [str(tmp_path)], str(tmp_path / "out"), nope=True)


@needs_source
def test_header_fields_are_searched_on_request(spark, tmp_path):
    register(spark)
    mails = tmp_path / "mails"
    mails.mkdir()
    (mails / "a.eml").write_text("From: joe@a.org\nDate: now\nList-Help: <http://a.org/>\n\nnone\n")
    read = spark.read.format("urlgrep")
    assert read.load(str(mails)).count() == 0
    assert [(row.url, row.field) for row in read.option("headers", "true").load(str(mails)).collect()] == [("http://a.org/", "List-Help")]
    assert job.run(spark, [mails], str(tmp_path / "out"), headers=True) == job.Result(urls=1, errors=0)
    with pytest.raises(TypeError, match="expected a list of paths, not str"):
        job.run(spark, str(mails), str(tmp_path / "out"))


@needs_source
def test_bad_files_are_rows_with_a_reason(spark, tmp_path):
    register(spark)
    names = bad_files(tmp_path / "bad")
    (tmp_path / "good").write_text("http://a.org/")
    os.mkfifo(tmp_path / "pipe")
    paths = [str(tmp_path), str(tmp_path / "missing"), str(tmp_path / "pipe")]
    rows = spark.read.format("urlgrep").load(paths).collect()
    assert [row.url for row in rows if row.error is None] == ["http://a.org/"]
    reasons = {os.path.basename(row.path): row.error for row in rows if row.error is not None}
    assert sorted(reasons) == sorted([*names, "missing", "pipe"]) and len(rows) == 1 + len(reasons)
    assert reasons["pipe"] == "not a regular file"
    assert reasons["missing"] == "FileNotFoundError: No such file or directory"
    assert reasons["a.zip"].startswith("OSError: ") and reasons["torn.gz"].startswith("OSError: gzip stream ends early")
    assert "convert it with pdftotext" in reasons["a.pdf"]


def test_a_bad_member_of_an_archive_is_a_row(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("first.txt", "http://a.org/")
        archive.writestr("torn.gz", gzip.compress(b"http://b.org/ " * 10_000)[:-10])
        archive.writestr("last.txt", "http://c.org/")
    (task,) = tasks.plan([str(tmp_path)])
    rows = [row for batch in tasks.read(task, {}, totals=True) for row in batch.to_pylist()]
    urls = {row["url"] for row in rows if row["url"]}
    (error,) = [row for row in rows if row["error"]]
    assert urls == {"http://a.org/", "http://b.org/", "http://c.org/"}
    assert error["path"] == f"{tmp_path}/a.zip!torn.gz" and "ends early" in error["error"]


class PanicException(BaseException):
    """What a panic of the library is in Python: no `Exception`."""


def test_a_panic_is_a_row_and_the_other_files_are_read(tmp_path, monkeypatch):
    for name in "abc":
        (tmp_path / name).write_text(f"http://{name}.org/")
    (task,) = tasks.plan([str(tmp_path)])
    known = tasks.open_source

    def open_source(path, *rest, **options):
        if path.endswith("b"):
            raise PanicException("index out of bounds")
        return known(path, *rest, **options)

    monkeypatch.setattr(tasks, "open_source", open_source)
    rows = [row for batch in tasks.read(task, {}) for row in batch.to_pylist()]
    assert [(os.path.basename(row["path"]), row["url"], row["error"]) for row in rows] == [
        ("a", "http://a.org/", None),
        ("b", None, "PanicException: index out of bounds"),
        ("c", "http://c.org/", None),
    ]


def test_a_path_may_be_one_of_hadoop(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = [f"{scheme}{tmp_path}/a" for scheme in ("", "file://", "file:")] + ["a"]
    assert {tasks.local(path) for path in given} == {str(tmp_path / "a")}
    assert tasks.local("file:a") == str(tmp_path / "file:a")


def test_a_changed_file_is_an_error(tmp_path):
    (tmp_path / "a").write_text("http://a.org/")
    (task,) = tasks.plan([str(tmp_path)])
    (tmp_path / "a").write_text("http://a.org/ http://b.org/")
    rows = [row for batch in tasks.read(task, {}) for row in batch.to_pylist()]
    assert rows[-1]["error"] == "it was changed after the job began"


def bomb(path):
    path.write_bytes(gzip.compress(b"x" * (70 << 20)))


def test_a_compressed_file_cannot_grow_without_end(tmp_path):
    bomb(tmp_path / "a.gz")
    (task,) = tasks.plan([str(tmp_path)])
    (batch,) = tasks.read(task, {})
    assert "exceeds 250 times its size" in batch.to_pylist()[0]["error"]


@needs_command
def test_job_writes_the_rows_of_the_command(spark, corpus, tmp_path):
    out = tmp_path / "out"
    names = bad_files(tmp_path / "bad")
    paths = [str(corpus), str(tmp_path / "bad")]
    result = job.run(spark, paths, str(out), range_size=1 << 20, batch_size=3)
    want = of_command(corpus)
    urls = spark.read.parquet(str(out / "urls"))
    assert_same(of_spark(urls, corpus), want)
    assert (result.urls, result.errors) == (len(want), len(names)) and not (out / "work").exists()
    # 15 March 22:00 -0700 is the 16th in UTC, and the session's zone is another.
    months = {row.month: row["count"] for row in spark.read.parquet(str(out / "months")).collect()}
    assert set(months) == {"1994-01", "1994-02", "1994-03", None} and sum(months.values()) == len(want)
    assert months["1994-02"] == sum(row["month"] == "1994-02" for row in urls.collect())
    assert sorted(path.name for path in (out / "urls").glob("month=*"))[0] == "month=1994-01"
    domains = {row.domain: row["count"] for row in spark.read.parquet(str(out / "domains")).collect()}
    assert domains["b.co.uk"] == sum(row["host"] == "b.co.uk" for row in want)
    errors = spark.read.parquet(str(out / "errors")).collect()
    assert [os.path.basename(row.path) for row in errors] == names
    # Again: nothing is done. Other paths: refused.
    before = sorted(os.listdir(out / "urls" / "month=1994-01"))
    assert job.run(spark, paths, str(out), range_size=1 << 20, batch_size=3) == result
    assert sorted(os.listdir(out / "urls" / "month=1994-01")) == before
    with pytest.raises(ValueError, match="other paths or options"):
        job.run(spark, paths[:1], str(out), range_size=1 << 20, batch_size=3)


def test_files_of_another_file_system(spark, corpus, tmp_path, monkeypatch):
    hadoop = spark._jsc.hadoopConfiguration()
    remote = pathlib.Path(hadoop.get("fs.viewfs.mounttable.test.link./mail").removeprefix("file:"))
    shutil.copytree(corpus, remote / "corpus")
    bad = bad_files(remote / "corpus" / "bad")
    bad_files(tmp_path / "bad")
    shutil.copytree(corpus, tmp_path / "corpus")
    shutil.copytree(tmp_path / "bad", tmp_path / "corpus" / "bad")

    def rows(path, out):
        result = job.run(spark, [path], str(tmp_path / out))
        urls = spark.read.parquet(str(tmp_path / out / "urls")).drop("range")
        found = [row.asDict(recursive=True) for row in urls.collect()]
        for row in found:
            row["path"] = row["path"].removeprefix(path)
        return result, sorted(found, key=key)

    near, far = rows(f"{tmp_path}/corpus", "near"), rows("viewfs://test/mail/corpus", "far")
    assert near[0].errors == len(bad) and far == near
    errors = spark.read.parquet(str(tmp_path / "far" / "errors")).collect()
    assert sorted(row.path for row in errors) == [f"viewfs://test/mail/corpus/bad/{name}" for name in bad]
    # One that is too large, and a folder that is not there.
    monkeypatch.setattr(tasks, "LARGEST", 1 << 20)
    paths = ["viewfs://test/mail/corpus/lists", "viewfs://test/mail/nothing"]
    assert job.run(spark, paths, str(tmp_path / "large")).errors == 2
    errors = spark.read.parquet(str(tmp_path / "large" / "errors")).collect()
    assert ["2 GiB" in row.reason or "nothing" in row.reason for row in errors] == [True, True]


def test_other_files_with_names_that_are_globs(spark, tmp_path):
    hadoop = spark._jsc.hadoopConfiguration()
    folder = pathlib.Path(hadoop.get("fs.viewfs.mounttable.test.link./mail").removeprefix("file:")) / "globs"
    names = ["[Gmail].sbd/All Mail", "a1.txt", "a{1,2}.txt", "b*", "b?", "b^"]
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("http://a.org/")
    result = job.run(spark, ["viewfs://test/mail/globs"], str(tmp_path / "out"))
    rows = spark.read.parquet(str(tmp_path / "out" / "urls")).collect()
    assert sorted(row.path for row in rows) == [f"viewfs://test/mail/globs/{name}" for name in names]
    assert result == job.Result(urls=len(names), errors=0)


def test_other_files_that_cannot_be_read(spark, tmp_path, monkeypatch):
    hadoop = spark._jsc.hadoopConfiguration()
    folder = pathlib.Path(hadoop.get("fs.viewfs.mounttable.test.link./mail").removeprefix("file:")) / "damaged"
    folder.mkdir()
    for name in ("a.txt", "b.txt", "c.txt", "_d.txt", "e.txt"):
        (folder / name).write_text("http://a.org/")
    # The block of a file has another sum than the one that was stored with it.
    (folder / ".b.txt.crc").write_bytes(b"crc\0\0\0\2\0\1\2\3\4")
    # One is deleted after the plan was made, and one is named twice.
    read = job._batch

    def batch(*arguments):
        (folder / "e.txt").unlink(missing_ok=True)
        read(*arguments)

    monkeypatch.setattr(job, "_batch", batch)
    paths = ["viewfs://test/mail/damaged", *(f"viewfs://test/mail/damaged/{name}" for name in ("_d.txt", "a.txt"))]
    assert job.run(spark, paths, str(tmp_path / "out")) == job.Result(urls=2, errors=3)
    errors = spark.read.parquet(str(tmp_path / "out" / "errors")).collect()
    reasons = {os.path.basename(row.path): row.reason for row in errors}
    assert "log" in reasons["b.txt"] and "log" in reasons["e.txt"] and "begins with" in reasons["_d.txt"]


def test_a_folder_of_others_is_not_written_to(spark, tmp_path):
    (tmp_path / "a.txt").write_text("http://a.org/")
    out = tmp_path / "out[1]"
    (out / "urls").mkdir(parents=True)
    (out / "urls" / "notes.txt").write_text("mine")
    with pytest.raises(ValueError, match="is not empty"):
        job.run(spark, [str(tmp_path / "a.txt")], str(out))
    assert [path.name for path in out.rglob("*")] == ["urls", "notes.txt"]
    shutil.rmtree(out / "urls")
    assert job.run(spark, [str(tmp_path / "a.txt")], str(out)) == job.Result(urls=1, errors=0)
    with pytest.raises(ValueError, match="a path is empty"):
        job.run(spark, [""], str(tmp_path / "other"))


@pytest.mark.parametrize("is_twice", [True, False])
def test_files_with_the_same_path_are_told_apart(spark, tmp_path, is_twice):
    mails = tmp_path / "mails"
    mails.mkdir()
    if is_twice:
        names, paths = [b"a.mbox"], [str(mails), str(mails / "a.mbox")]
    else:
        # Both are shown with U+FFFD.
        names, paths = [b"\xe8.mbox", b"\xe9.mbox"], [str(mails)]
    data = mailbox(0, 6000)
    for name in names:
        with open(os.path.join(os.fsencode(mails), name), "wb") as file:
            file.write(data)
    # And a file that Spark reads.
    other = pathlib.Path(spark._jsc.hadoopConfiguration().get("fs.viewfs.mounttable.test.link./mail").removeprefix("file:"))
    (other / f"single{is_twice}").write_text("http://single.org/\n" * 5)
    result = job.run(spark, [*paths, f"viewfs://test/mail/single{is_twice}"], str(tmp_path / "out"), range_size=1 << 18)
    assert result == job.Result(urls=2 * 18_000 + 5, errors=0)
    rows = spark.read.parquet(str(tmp_path / "out" / "urls")).where("host <> 'single.org'")
    assert rows.select("path").distinct().count() == 1
    want = sorted((m.message, m.line, m.start) for m in urlgrep.mail(data) for _ in range(2))
    assert sorted((row.message, row.line, row.start) for row in rows.collect()) == want


def test_a_job_reads_globs(spark, tmp_path):
    for name in ("a.txt", "b.txt", "c.md", "[d].md"):
        (tmp_path / name).write_text("http://a.org/")
    paths = [str(tmp_path / name) for name in ("*.txt", "[d].md")]
    for _ in range(2):
        assert job.run(spark, [f"file:{paths[0]}", paths[1]], str(tmp_path / "out")) == job.Result(urls=3, errors=0)
        # A job that is done is not done again.
        (tmp_path / "e.txt").write_text("http://a.org/")
    with pytest.raises(ValueError, match="other paths or options"):
        job.run(spark, [str(tmp_path / "a.txt"), str(tmp_path / "b.txt"), paths[1]], str(tmp_path / "out"))


@needs_command
def test_a_killed_job_goes_on(spark, corpus, tmp_path):
    out = tmp_path / "out"
    command = [sys.executable, "-m", "urlgrep.spark", str(corpus), "-o", str(out), "--range-size", "1", "--batch-size", "2"]
    settings = ["spark.sql.shuffle.partitions=4", "spark.ui.enabled=false", "spark.sql.parquet.compression.codec=gzip"]
    arguments = "".join(f"--conf {setting} " for setting in settings)
    env = os.environ | {"PYSPARK_SUBMIT_ARGS": f"{arguments} --master local[2] pyspark-shell"}
    env.pop("PYSPARK_GATEWAY_PORT", None)
    # A process group of its own, with the JVM and its workers.
    first = subprocess.Popen(command, env=env, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    done = out / "work" / "1" / "_SUCCESS"
    for _ in range(1200):
        if done.exists() or first.poll() is not None:
            break
        time.sleep(0.1)
    os.killpg(first.pid, signal.SIGKILL)
    assert first.wait() == -signal.SIGKILL and done.exists() and not (out / "_SUCCESS").exists()
    again = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    want = of_command(corpus)
    assert (again.returncode, again.stdout) == (0, f"{len(want)} URLs, 0 errors\n"), again.stderr
    assert_same(of_spark(spark.read.parquet(str(out / "urls")), corpus), want)


def test_complete_batches_are_not_read_again(spark, tmp_path, monkeypatch):
    mails = tmp_path / "mails"
    mails.mkdir()
    (mails / "a.mbox").write_bytes(mailbox(0, 10))

    def stop(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(job, "_tables", stop)
        with pytest.raises(KeyboardInterrupt):
            job.run(spark, [str(mails)], str(tmp_path / "out"))
    shutil.rmtree(mails)
    assert job.run(spark, [str(mails)], str(tmp_path / "out")) == job.Result(urls=30, errors=0)


def test_a_job_that_finds_nothing(spark, tmp_path):
    (tmp_path / "mails").mkdir()
    (tmp_path / "mails" / "a").write_text("none")
    for _ in range(2):
        assert job.run(spark, [os.path.relpath(tmp_path / "mails")], str(tmp_path / "out")) == job.Result(urls=0, errors=0)


def test_arguments_that_are_wrong(tmp_path):
    for wrong in (["a"], ["-o", "x"], ["a", "-o", "x", "--range-size", "0"], ["a", "-o", "x", "--range-size", "y"], ["a", "-o", "x", "--join", "no"]):
        run = subprocess.run([sys.executable, "-m", "urlgrep.spark", *wrong], capture_output=True, text=True)
        assert run.returncode == 2 and "usage: python -m urlgrep.spark" in run.stderr


def test_columns_are_those_of_matches():
    names = [part.split()[0] for part in tasks.ROWS.split(", ")]
    assert names == tasks.SCHEMA.names[: len(names)]
    assert all(hasattr(urlgrep.Match, name) for name in names[:-3])
