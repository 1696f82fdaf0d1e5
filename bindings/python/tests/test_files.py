"""Messages, mailboxes and files."""

import base64
import bz2
import datetime
import email.message
import gc
import gzip
import io
import lzma
import mmap
import os
import pickle
import random
import quopri
import signal
import tarfile
import threading
import time
import weakref
import zipfile

import command
import pytest
import urlgrep
from command import needs_command

BODY = "é see http://a.org/x?y=1 or\n<URL:http://b.org/long/\n path>\n"


def message(body: bytes, encoding: str, number: int) -> bytes:
    head = f"From: joe@a.org\nDate: Mon, 3 Jan 1994 10:00:00 +0000\nMessage-ID: <{number}@a.org>\n"
    kind = f"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n\n"
    return (head + kind).encode() + body + b"\n"


def mailbox(count: int) -> bytes:
    body = BODY.encode()
    encodings = [
        ("8bit", body),
        ("quoted-printable", quopri.encodestring(body)),
        ("base64", base64.encodebytes(body)),
    ]
    out = []
    for number in range(1, count + 1):
        encoding, encoded = encodings[number % 3]
        out += [b"From joe@a.org Mon Jan  3 10:00:00 1994\n", message(encoded, encoding, number)]
    return b"".join(out)


def test_messages_are_decoded_and_places_are_those_of_the_file():
    for encoding, body in [("8bit", BODY.encode()), ("quoted-printable", quopri.encodestring(BODY.encode()))]:
        data = message(body, encoding, 1)
        first, second = urlgrep.mail(data)
        assert (first.url, second.url) == ("http://a.org/x?y=1", "http://b.org/long/path")
        assert (first.message, first.message_id) == (1, "1@a.org")
        assert data[first.start : first.start + 4] == b"http"
        assert first.line == data[: first.start].count(b"\n") + 1
        assert first.column == first.start - data.rfind(b"\n", 0, first.start)
        assert b"".join(data[start:end] for start, end in second.segments) == b"http://b.org/long/path"


def test_files_are_read_in_chunks_with_absolute_numbers(tmp_path):
    # More than two chunks of 1 MiB.
    count = 10_000
    data = mailbox(count)
    size = len(data)
    assert size > 2 << 20
    path = tmp_path / "big.mbox"
    path.write_bytes(data)
    found = list(urlgrep.files(path))
    assert len(found) == 2 * count
    assert [m.message for m in found[::2]] == list(range(1, count + 1))
    assert all(m.message_id == f"{m.message}@a.org" and m.path == str(path) for m in found)
    line, at = 1, 0
    for m in found:
        line += data.count(b"\n", at, m.start)
        at = m.start
        assert m.line == line


def test_folders_are_read_in_order_and_errors_are_those_of_python(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "a.txt").write_text("http://a.org/")
    (tmp_path / "b" / "c.html").write_text("<a href='http://c.org/?x&amp;y'>x</a>")
    found = list(urlgrep.files([tmp_path]))
    assert [(m.url, m.notation, m.attribute) for m in found] == [
        ("http://a.org/", None, None),
        ("http://c.org/?x&y", "html", "href"),
    ]
    assert pickle.loads(pickle.dumps(found)) == found
    missing = tmp_path / "missing"
    with pytest.raises(FileNotFoundError) as error:
        list(urlgrep.files(missing))
    assert error.value.filename == str(missing)
    errors = []
    found = list(urlgrep.files([missing, tmp_path / "a.txt"], onerror=errors.append))
    assert [m.url for m in found] == ["http://a.org/"]
    assert [type(error) for error in errors] == [FileNotFoundError]


def test_empty_input_has_no_urls(tmp_path):
    (tmp_path / "empty").write_bytes(b"")
    assert list(urlgrep.mail(b"")) == []
    assert list(urlgrep.files(tmp_path)) == []
    assert list(urlgrep.files([])) == []


def test_messages_have_dates_in_utc():
    head = b"From: joe@a.org\nMessage-ID: <1@a.org>\nDate: %s\n\nhttp://b.org/\n"
    dates = [
        (b"Mon, 3 Jan 1994 22:30:00 -0700", datetime.datetime(1994, 1, 4, 5, 30)),
        (b"1 Jan 1960 00:00:00 GMT", datetime.datetime(1960, 1, 1)),
        (b"31 Dec 9999 23:00:00 -0500", None),
        (b"never", None),
    ]
    for written, date in dates:
        (m,) = urlgrep.mail(head % written)
        assert m.date == (date and date.replace(tzinfo=datetime.timezone.utc)), written
        assert pickle.loads(pickle.dumps(m)).date == m.date
    assert next(urlgrep.finditer("http://b.org/")).date is None


def test_header_fields_are_searched_on_request():
    data = b"From: joe@a.org\nDate: now\nList-Unsubscribe: <http://a.org/\n un>\n\nhttp://b.org/\n"
    assert [(m.url, m.field) for m in urlgrep.mail(data)] == [("http://b.org/", None)]
    first, second = urlgrep.mail(data, headers=True)
    assert (first.url, first.field, first.line, second.field) == ("http://a.org/un", "List-Unsubscribe", 3, None)


def babyl(count: int) -> bytes:
    return b"BABYL OPTIONS: -*- rmail -*-\nVersion: 5\n" + b"".join(
        b"\x1f\x0c\n0, unseen,,\n*** EOOH ***\n" + message(BODY.encode(), "8bit", number) for number in range(1, count + 1)
    ) + b"\x1f"


def mboxcl(count: int) -> bytes:
    body = b"\nFrom joe@a.org Mon Jan  3 10:00:00 1994\nSubject: no message\n\n" + BODY.encode()
    head = b"From joe@a.org Mon Jan  3 10:00:00 1994\nFrom: joe@a.org\nMessage-ID: <%d@a.org>\nContent-Length: %d\n\n%s\n"
    return b"".join(head % (number, len(body), body) for number in range(1, count + 1))


BIG = {
    "mbox": mailbox(400),
    "crlf": mailbox(400).replace(b"\n", b"\r\n"),
    "mmdf": b"".join(b"\x01\x01\x01\x01\n" + message(BODY.encode(), "8bit", i) + b"\x01\x01\x01\x01\n" for i in range(400)),
    "babyl": babyl(400),
    "mboxcl": mboxcl(400),
    "text": (BODY.encode() + b"\nmore\n\n") * 1600,
    "utf-16-le": f"{BODY}\nmore\n\n".encode("utf-16-le") * 1600,
    "utf-16-be": f"{BODY}\nmore\n\n".encode("utf-16-be") * 1600,
}


@pytest.mark.parametrize("kind", BIG)
@pytest.mark.parametrize("times", [1, 20])
def test_ranges_give_the_same_matches(kind, times, tmp_path):
    # Small ones, and ones that end within a file of several chunks.
    data = BIG[kind] * times
    path = tmp_path / kind
    path.write_bytes(data)
    want = list(urlgrep.mail(path))
    assert len(want) >= 800
    sizes = [1, len(data) - 1, len(data)] if times == 1 else [1, random.Random(kind).randrange(1 << 20, len(data))]
    for size in sizes:
        ranges = urlgrep.mail_ranges(path, size)
        assert ranges[0][0] == 0 and ranges[-1][1] == len(data)
        assert all(end == start for (_, end), (start, _) in zip(ranges, ranges[1:]))
        assert all(end - start >= size for start, end in ranges[:-1])
        found, messages, lines = [], 0, 0
        for start, end in ranges:
            part = urlgrep.mail(path, start=start, end=end)
            for m in part:
                found.append((m.url, m.segments, m.message and m.message + messages, m.message_id, m.date, m.line + lines, m.column))
            messages, lines = messages + part.messages, lines + part.newlines
        assert found == [(m.url, m.segments, m.message, m.message_id, m.date, m.line, m.column) for m in want], size
        assert lines == data.count(b"\n")


def test_ranges_are_as_small_as_messages_allow(tmp_path):
    path = tmp_path / "m"
    path.write_bytes(BIG["mbox"] * 60)
    assert len(urlgrep.mail_ranges(path, 2 << 20)) >= 3
    assert urlgrep.mail_ranges(path) == [(0, path.stat().st_size)]


def test_wrong_ranges_are_errors(tmp_path):
    with pytest.raises(FileNotFoundError):
        urlgrep.mail_ranges(tmp_path / "missing")
    with pytest.raises(ValueError, match="size"):
        urlgrep.mail_ranges(tmp_path, 0)
    with pytest.raises(ValueError, match="range"):
        urlgrep.mail(b"x", start=1)
    (tmp_path / "empty").write_bytes(b"")
    assert urlgrep.mail_ranges(tmp_path / "empty") == []
    (tmp_path / "a").write_bytes(b"http://a.org/\n")
    assert list(urlgrep.mail(tmp_path / "a", start=100)) == list(urlgrep.mail(tmp_path / "a", start=9, end=3)) == []


def test_batches_have_the_attributes_of_matches(tmp_path):
    pa = pytest.importorskip("pyarrow")
    (tmp_path / "a").write_bytes(mailbox(3) + b"<URL:http://bat-\nman.org/x> http://a.org/%zz")
    (tmp_path / "b.html").write_text("<a href='http://c.org/?x&amp;y'>x</a>")
    want = list(urlgrep.files(tmp_path, schemeless=True))
    found = urlgrep.files(tmp_path, schemeless=True)
    rows = []
    while (batch := found.read_batch()) is not None:
        rows += pa.record_batch(batch).to_pylist()
    assert len(rows) == len(want) > 6 and found.read_batch() is None
    for row, m in zip(rows, want):
        segments = [(at["start"], at["end"]) for at in row.pop("segments")]
        others = [(other["url"], other["why"]) for other in row.pop("alternatives")]
        assert segments == m.segments and others == [(other.url, other.why) for other in m.alternatives]
        assert tuple(row.pop("flaws")) == m.flaws
        assert row == {name: getattr(m, name) for name in row} and len(row) == 19


def mail_with_all(folder):
    """Files of many kinds: mailboxes, messages, documents, compressed files, archives in archives, and bad ones."""
    hyphen = b"<URL:http://bat-\nman.example.org/%zz> and http://batman.example.org/\n"
    (folder / "lists").mkdir()
    (folder / "lists" / "a.mbox").write_bytes(mailbox(900) + hyphen)
    (folder / "lists" / "a.mbox.gz").write_bytes(gzip.compress(mailbox(20)) + gzip.compress(mailbox(2)))
    (folder / "lists" / "b.txt.bz2").write_bytes(bz2.compress(b"at http://packed.org/\n"))
    (folder / "lists" / "c.html.xz").write_bytes(lzma.compress(b"<a href='http://x.org/?a&amp;b'>x</a>"))
    (folder / "10.eml").write_bytes(message(BODY.encode(), "8bit", 1))
    (folder / "9.eml").write_bytes(message(base64.encodebytes(BODY.encode()), "base64", 2))
    # The evidence for the hyphen comes in a later chunk.
    (folder / "long.txt").write_bytes(b"x " + hyphen[:40] + b"\n\nmore\n" * 400_000 + hyphen[40:] + b"\xe9 http://caf\xe9.org/\xe9\n")
    (folder / "page.html").write_text("<a href='http://c.org/?x&amp;y'>x</a>")
    (folder / "empty").write_bytes(b"")
    (folder / ".hidden").write_text("http://hidden.org/")
    (folder / "binary").write_bytes(b"\0\1http://binary.org/")
    (folder / "cur").mkdir()
    for name in ("cur", "new", "tmp"):
        (folder / "box" / name).mkdir(parents=True)
    (folder / "box" / "cur" / "1:2,S").write_bytes(b"From joe@a.org Mon Jan  3 10:00:00 1994\n" + message(BODY.encode(), "8bit", 3))
    warc = b"WARC/1.0\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n"
    page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href='/x'>x</a> <p>http://d.org/&amp;</p>"
    records = warc % (b"response", b"application/http;msgtype=response", len(page), page)
    records += warc % (b"conversion", b"text/plain", 13, b"http://e.org/")
    (folder / "a.warc").write_bytes(records)
    (folder / "a.warc.gz").write_bytes(gzip.compress(records))
    inner = io.BytesIO()
    with tarfile.open(fileobj=inner, mode="w:gz") as tar:
        for name in ("1.eml", "a.mbox"):
            tar.add(folder / ("9.eml" if name == "1.eml" else "lists/a.mbox"), name)
    with zipfile.ZipFile(folder / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(folder / "page.html", "docs/page.html")
        archive.writestr("old.tar.gz", inner.getvalue())
        archive.writestr("torn.gz", gzip.compress(b"http://torn.org/ " + random.Random(1).randbytes(1000))[:-100])
        archive.writestr("last.txt", "http://last.org/")
    (folder / "torn.gz").write_bytes(gzip.compress(b"http://torn.org/ " + random.Random(1).randbytes(100_000))[:-1000])
    (folder / "a.pdf").write_bytes(b"%PDF-1.7 http://pdf.org/")
    (folder / "broken.zip").write_bytes(b"PK\3\4 and more")


@needs_command
@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("options", [{}, {"hidden": True}, {"headers": True}, {"schemeless": True, "email": True, "refang": True, "hyphen": "both"}])
def test_files_are_those_of_the_command(tmp_path, threads, options):
    mail_with_all(tmp_path)
    flags = [f"--{name}" if value is True else f"--{name}={value}" for name, value in options.items()]
    want, said = command.run(tmp_path, *flags, ".")
    errors = []
    found = list(urlgrep.files(tmp_path, onerror=errors.append, threads=threads, **options))
    assert [command.of_match(m, tmp_path) for m in found] == want and len(want) > 3000
    assert len({row["path"] for row in want}) > 14 and any("old.tar.gz!a.mbox" in row["path"] for row in want)
    # Each error is one of the command's, in its order; of files that are skipped it says only how many.
    reported = [line.removeprefix("urlgrep: ./") for line in said.splitlines() if "warning" not in line]
    assert reported.pop() == "urlgrep: not read: 1 PDF file; name such a file to see what to do"
    shown = [f"{os.path.relpath(error.filename, tmp_path)}: {error.strerror}" for error in errors]
    pdf = shown.pop(shown.index(next(text for text in shown if "PDF" in text)))
    assert pdf.startswith("a.pdf: not read (PDF file): convert it")
    assert len(shown) == 3 and [line.split(";")[0] for line in reported] == [text.split(";")[0] for text in shown]


def test_archives_and_compressed_files(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("docs/a.txt", "at\nhttp://a.org/")
        archive.writestr("b.mbox.gz", gzip.compress(mailbox(2)))
    first, *rest = urlgrep.files(tmp_path)
    assert (first.url, first.path, first.line, first.start) == ("http://a.org/", f"{tmp_path}/a.zip!docs/a.txt", 2, 3)
    assert [m.message for m in rest] == [1, 1, 2, 2] and {m.path for m in rest} == {f"{tmp_path}/a.zip!b.mbox.gz"}
    assert list(urlgrep.mail(tmp_path / "a.zip")) == [first, *rest]
    assert [m.url for m in urlgrep.mail((tmp_path / "a.zip").read_bytes())] == [m.url for m in [first, *rest]]
    assert urlgrep.mail_ranges(tmp_path / "a.zip", 10) == [(0, (tmp_path / "a.zip").stat().st_size)]


def test_errors_stand_in_order_and_name_their_file(tmp_path):
    (tmp_path / "a.txt").write_text("http://a.org/")
    (tmp_path / "b.gz").write_bytes(gzip.compress(b"http://b.org/ " + random.Random(1).randbytes(100_000))[:-1000])
    (tmp_path / "c.txt").write_text("http://c.org/")
    seen = []
    found = urlgrep.files([tmp_path, tmp_path / "missing"], onerror=seen.append)
    for m in found:
        seen.append(m.url)
    assert [item for item in seen if isinstance(item, str)] == ["http://a.org/", "http://b.org/", "http://c.org/"]
    torn, missing = seen[2], seen[4]
    assert torn.filename == f"{tmp_path}/b.gz" and torn.strerror.startswith("gzip stream ends early")
    assert isinstance(missing, FileNotFoundError) and missing.filename == f"{tmp_path}/missing"
    found = urlgrep.files(tmp_path)
    assert [next(found).url, next(found).url] == ["http://a.org/", "http://b.org/"]
    with pytest.raises(OSError, match="ends early"):
        next(found)
    with pytest.raises(IsADirectoryError):
        list(urlgrep.mail(tmp_path))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all files")
def test_unreadable_files(tmp_path):
    (tmp_path / "a").write_text("http://a.org/")
    (tmp_path / "a").chmod(0)
    with pytest.raises(PermissionError):
        list(urlgrep.files(tmp_path))


def test_other_threads_run_meanwhile(tmp_path):
    (tmp_path / "a.mbox").write_bytes(mailbox(30_000))
    count, done = 0, threading.Event()

    def work():
        nonlocal count
        while not done.is_set():
            count += 1
            time.sleep(0.0001)

    other = threading.Thread(target=work)
    other.start()
    try:
        found = urlgrep.files(tmp_path, threads=1)
        next(found)
        # One call, which searches the next 32 MiB without the lock of the interpreter.
        while found.newlines < 150_000:
            before = count
            next(found)
            longest = count - before
            if longest > 10:
                break
    finally:
        done.set()
        other.join()
    assert longest > 10


def test_onerror_may_read_the_iterator(tmp_path):
    for name in "ab":
        (tmp_path / name).write_text(f"http://{name}.org/\n")
    seen = []
    found = urlgrep.files([tmp_path / "missing", tmp_path], onerror=lambda _: seen.append((next(found).url, found.newlines)))
    assert [m.url for m in found] == ["http://b.org/"] and seen == [("http://a.org/", 1)]


def test_an_iterator_that_onerror_leads_to_is_freed(tmp_path):
    class Scan:
        def __init__(self):
            self.urls = urlgrep.files([tmp_path], onerror=self.failed)

        def failed(self, error):
            raise error

    scan = Scan()
    freed = weakref.ref(scan)
    del scan
    gc.collect()
    assert freed() is None


def test_a_batch_has_few_rows(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    count = (1 << 16) + 7
    found = urlgrep.mail(b"http://a.org/\n" * count)
    assert [len(pyarrow.record_batch(found.read_batch())) for _ in range(2)] == [1 << 16, 7]
    assert found.read_batch() is None


def test_an_iterator_is_for_one_thread_at_a_time(tmp_path):
    (tmp_path / "a.mbox").write_bytes(mailbox(10_000))
    found, seen, errors = urlgrep.files(tmp_path), [], set()

    def work():
        while True:
            try:
                for m in found:
                    seen.append(m)
                    found.newlines, found.messages
                return
            except RuntimeError as error:
                errors.add(str(error))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 20_000
    assert errors == {"another thread reads from this iterator: give each thread its own"}


@pytest.mark.parametrize("paths", [[], ["-"]])
def test_no_paths_and_a_file_called_like_standard_input(paths, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-").write_text("http://a.org/")
    assert [m.url for m in urlgrep.files(paths)] == ["http://a.org/"] * len(paths)
    with pytest.raises(TypeError, match="expected str, bytes or os.PathLike object, not int"):
        urlgrep.files(5)
    with pytest.raises(TypeError, match=r"expected paths \(`mail\(file.read\(\)\)` searches an open file\), not BytesIO"):
        urlgrep.files(io.BytesIO(b"a\nb\n"))
    with pytest.raises(TypeError, match="expected a function for `onerror`, not str"):
        urlgrep.files(paths, onerror="ignore")
    for source in (None, io.BytesIO(), email.message.Message()):
        with pytest.raises(TypeError, match=r"expected a path, or `bytes\(message\)` or `file.read\(\)`, not"):
            urlgrep.mail(source)


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ({"threads": 0}, ValueError, "threads must be at least 1, not 0"),
        ({"threads": -1}, ValueError, "threads must be at least 1, not -1"),
        ({"threads": 1 << 70}, ValueError, "threads is too large"),
        ({"threads": "2"}, TypeError, "threads must be an int, not str"),
        ({"start": -1}, ValueError, "start must be at least 0, not -1"),
        ({"end": -5}, ValueError, "end must be at least 0, not -5"),
        ({"end": 1.5}, TypeError, "end must be an int, not float"),
    ],
)
def test_wrong_numbers_say_what_is_expected(arguments, error, message, tmp_path):
    (tmp_path / "a").write_bytes(b"http://a.org/\n")
    with pytest.raises(error, match=message):
        urlgrep.mail(tmp_path / "a", **arguments)
    if "threads" in arguments:
        with pytest.raises(error, match=message):
            urlgrep.files(tmp_path, **arguments)
    elif "start" in arguments:
        with pytest.raises(error, match="size must be at least 1, not -1"):
            urlgrep.mail_ranges(tmp_path / "a", -1)
    assert len(list(urlgrep.mail(tmp_path / "a", start=0, end=None, threads=None))) == 1


def test_mail_that_cannot_be_read_is_an_error_of_the_call(tmp_path):
    with pytest.raises(FileNotFoundError) as error:
        urlgrep.mail(tmp_path / "missing")
    assert error.value.filename == str(tmp_path / "missing")
    with pytest.raises(IsADirectoryError):
        urlgrep.mail(tmp_path)
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7")
    for source in (tmp_path / "a.pdf", b"%PDF-1.7"):
        with pytest.raises(OSError) as error:
            urlgrep.mail(source)
        assert error.value.strerror == "not read (PDF file): convert it with pdftotext"
    with pytest.raises(OSError, match=r"not read \(gzip file\): decompress it"):
        urlgrep.mail(gzip.compress(gzip.compress(b"http://a.org/")))
    # What stands before the fault comes first.
    found = urlgrep.mail(gzip.compress(b"http://a.org/ and more")[:-4])
    assert next(found).url == "http://a.org/"
    with pytest.raises(OSError, match="ends early"):
        next(found)


def test_mail_takes_what_is_like_bytes(tmp_path):
    data = message(BODY.encode(), "8bit", 1)
    (tmp_path / "a.eml").write_bytes(data)
    want = list(urlgrep.mail(data))
    with open(tmp_path / "a.eml", "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        for source in (bytearray(data), memoryview(data), mapped):
            assert list(urlgrep.mail(source)) == want


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the timer is one of POSIX")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_signal_ends_a_round(threads, tmp_path):
    count = 60_000
    (tmp_path / "a.mbox").write_bytes(mailbox(count))

    def second_round():
        """The first one is a chunk, the second one the rest."""
        found = urlgrep.files(tmp_path, threads=threads)
        found.read_batch()
        return found

    found, begin = second_round(), time.monotonic()
    found.read_batch()
    whole = time.monotonic() - begin
    if whole < 0.5:
        pytest.skip("a round is too short")

    def interrupt(*_):
        raise KeyboardInterrupt

    found, before = second_round(), signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, whole / 10)
        begin = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            found.read_batch()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - begin < whole / 2
    # It goes on where it was.
    rest = [m.message for m in found]
    assert rest[::2] == list(range(rest[0], count + 1)) and found.messages == count


@pytest.mark.parametrize("body", ["short", "long " * 1000])
def test_a_message_in_the_place_of_its_path(body):
    message = f"From: joe@a.org\nDate: now\n\n{body}\n"
    with pytest.raises(OSError, match=r"; a str is a path; `mail\(text.encode\(\)\)` searches a text") as caught:
        urlgrep.mail(message)
    assert caught.value.filename == message
    with pytest.raises(FileNotFoundError, match="No such file or directory: 'missing'"):
        urlgrep.mail("missing")
