"""Search in `str` and `bytes`."""

import copy
import pickle

import pytest
import urlgrep
from hypothesis import given
from hypothesis import strategies as st

PIECES = ["http://a.org/x", "é", "漢", "😀", " ", "\n", "<URL:", ">", "-\n", "> ", "mailto:joe@b.org", ".", '"', "\udc80", "www.c.org"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=20).map("".join)


def test_positions_are_code_points_in_str_and_bytes_in_bytes():
    text = "é 漢😀 http://a.org/ é http://b.org/"
    for m in urlgrep.extract(text):
        assert text[m.start : m.end] == m.url
        start, end = m.byte_span
        assert text.encode()[start:end] == m.url_bytes
    for m in urlgrep.extract(text.encode()):
        assert text.encode()[m.start : m.end] == m.url_bytes


@given(TEXTS)
def test_str_and_bytes_give_the_same(text):
    data = text.encode("utf-8", "surrogatepass")
    in_str = urlgrep.extract(text, schemeless=True)
    in_bytes = urlgrep.extract(data, schemeless=True)
    assert [m.url_bytes for m in in_str] == [m.url_bytes for m in in_bytes]
    assert [m.byte_span for m in in_str] == [m.span for m in in_bytes]
    for m, other in zip(in_str, in_bytes):
        assert len(data[: other.start].decode("utf-8", "surrogatepass")) == m.start
        joined = "".join(text[start:end] for start, end in m.segments)
        assert joined == (m.written or m.url) or m.alternatives or m.flaws


@given(TEXTS)
def test_finditer_gives_what_extract_gives(text):
    kept = urlgrep.extract(text, hyphen="keep")
    assert list(urlgrep.finditer(text)) == kept
    assert list(urlgrep.finditer(text.encode("utf-8", "surrogatepass"))) == urlgrep.extract(
        text.encode("utf-8", "surrogatepass"), hyphen="keep"
    )


@given(TEXTS)
def test_matches_survive_pickle(text):
    for m in urlgrep.extract(text, schemeless=True, refang=True, lines=True):
        again = pickle.loads(pickle.dumps(m))
        assert again == m and hash(again) == hash(m) and repr(again) == repr(m)
        assert copy.copy(m) == m
        for name in ("url", "segments", "alternatives", "written", "flaws", "line", "form"):
            assert getattr(again, name) == getattr(m, name)


def test_matches_are_frozen_and_hashable():
    (m,) = urlgrep.extract("http://a.org/")
    with pytest.raises(AttributeError):
        m.url = "http://b.org/"
    with pytest.raises(AttributeError):
        m.other = 1
    assert {m: 1}[urlgrep.extract("http://a.org/")[0]] == 1
    assert m != "http://a.org/"
    assert repr(m) == "Match(url='http://a.org/', start=0, end=13, form='bare')"


def test_bytes_that_are_no_utf8_become_surrogates():
    (m,) = urlgrep.extract(b"http://a.org/caf\xe9")
    assert m.url == "http://a.org/caf\udce9"
    assert m.url.encode("utf-8", "surrogateescape") == m.url_bytes


@pytest.mark.parametrize(
    "options, error",
    [
        ({"hyphen": "x"}, ValueError),
        ({"join": "x"}, ValueError),
        ({"profile": "x"}, ValueError),
        ({"nothing": 1}, TypeError),
    ],
)
def test_wrong_options_are_errors(options, error):
    with pytest.raises(error):
        urlgrep.extract("", **options)


@pytest.mark.parametrize("text", [None, 1, bytearray(b"x"), ["x"]])
def test_other_types_are_errors(text):
    with pytest.raises(TypeError, match="expected str or bytes"):
        urlgrep.extract(text)


def test_evidence_in_the_text_decides_hyphens():
    text = "<URL:http://bat-\nman.example.org/x> is http://batman.example.org/"
    assert urlgrep.extract(text)[0].url == "http://batman.example.org/x"
    assert urlgrep.extract(text, hyphen="keep")[0].url == "http://bat-man.example.org/x"
    both = urlgrep.extract(text, hyphen="both")
    assert [m.url for m in both[:2]] == ["http://bat-man.example.org/x", "http://batman.example.org/x"]


def test_replace_copies_all_else():
    text = "é <URL:http://a.org/x\n y> é http://b.org/."
    assert urlgrep.replace(text, lambda m: f"[{m}]") == "é <URL:[http://a.org/xy]> é [http://b.org/]."
    assert urlgrep.replace(text, lambda m: None) == text
    with pytest.raises(TypeError):
        urlgrep.replace(text, lambda m: 1)
    with pytest.raises(ZeroDivisionError):
        urlgrep.replace(text, lambda m: 1 / 0)


def test_an_iterator_outlives_its_text():
    found = urlgrep.finditer("".join(["http://a.org/", "é"] * 1))
    assert next(found).url == "http://a.org/é"
