"""urlgrep beside urlextract, linkify-it-py and a compiled `re`, on the same strings: `python benches/peers.py MAILBOX [MIB]`.

They do not find the same: the expression takes what follows `http://`, `https://` or `ftp://` up to white space; urlextract and linkify-it-py
also take host names. So the counts stand beside the speeds. Each library gets each string alone; `extract_arrow` gets all at once.
"""

import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable

import pyarrow as pa
import urlgrep

SCHEMES = re.compile(r"(?:https?|ftp)://[^\s<>\"]+")


def strings(mailbox: str, mebibytes: float) -> list[str]:
    """The messages at the beginning of a mailbox."""
    with open(mailbox, "rb") as file:
        data = file.read(int(mebibytes * (1 << 20)))
    return [text.decode("latin-1") for text in re.split(rb"\n(?=From )", data)]


Search = Callable[[list[str]], list[str]]


def peers() -> Iterable[tuple[str, float, Search]]:
    """The name, the share of the strings that it gets, since some are slow, and the search, which gives what is written."""
    extractor = urlgrep.Extractor()
    loose = urlgrep.Extractor(schemeless=True, email=True)
    yield "urlgrep, Arrow", 1, arrow
    yield "urlgrep", 1, lambda texts: [m.url for text in texts for m in extractor.extract(text)]
    yield "urlgrep, schemeless, email", 1, lambda texts: [m.written or m.url for text in texts for m in loose.extract(text)]
    yield "re", 1, lambda texts: [url for text in texts for url in SCHEMES.findall(text)]
    try:
        from linkify_it import LinkifyIt

        linkify = LinkifyIt()
        yield "linkify-it-py", 0.05, lambda texts: [m.raw for text in texts for m in linkify.match(text) or []]
    except ImportError:
        print("linkify-it-py is not installed")
    try:
        from urlextract import URLExtract

        urls = URLExtract()
        yield "urlextract", 0.05, lambda texts: [url for text in texts for url in urls.find_urls(text)]
    except ImportError:
        print("urlextract is not installed")


def arrow(column: pa.Array) -> list[str]:
    return pa.table(urlgrep.extract_arrow(column))["url"].to_pylist()


def kind(found: str) -> str:
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:(?!\d+(/|$))", found):
        return "URLs"
    return "addresses" if "@" in found else "names"


def main(mailbox: str, mebibytes: float = 64) -> None:
    texts = strings(mailbox, mebibytes)
    few = texts[: len(texts) // 20]
    print(f"{len(texts)} strings, {sum(map(len, texts)) / (1 << 20):.0f} MiB; found in {sum(map(len, few)) / (1 << 20):.1f} MiB:")
    for name, share, search in peers():
        some = texts if share == 1 else few
        size = sum(map(len, some)) / (1 << 20)
        given, given_few = (pa.array(some), pa.array(few)) if search is arrow else (some, few)
        seconds = float("inf")
        for _ in range(3):
            begun = time.perf_counter()
            found = len(search(given))
            seconds = min(seconds, time.perf_counter() - begun)
        # On the same strings as the slow ones.
        on_few = Counter(map(kind, search(given_few)))
        assert found >= on_few.total() > 0
        kinds = "  ".join(f"{on_few[name]:5} {name}" for name in ("URLs", "names", "addresses"))
        print(f"{name:<28} {size / seconds:8.2f} MiB/s  {kinds}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(float, sys.argv[2:]))
