"""Messages, mailboxes and files."""

import base64
import pickle
import quopri

import pytest
import urlgrep

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
        assert b"".join(data[start:end] for start, end in second.segments) == b"http://b.org/long/path"


def test_files_are_read_in_chunks_with_absolute_numbers(tmp_path):
    # More than two chunks of 8 MiB.
    count = 70_000
    data = mailbox(count)
    size = len(data)
    assert size > 2 * (8 << 20)
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
