#!/usr/bin/env python3
"""Compares what urlgrep finds in the text of PDF files with the links of these files.

    pdf.py URLGREP FOLDER [-layout]

Needs pdftotext and pikepdf. Where the text of a page spells the target of one of its links, white space aside, urlgrep must find that URL
there. A link may hold more or less than what is printed, and the mark of a footnote may follow, so a few differ always. Prints them, and
the counts for URLs in one line and for those that are broken over lines. The exit status is 1 if fewer are found than SHARES says.
"""

import collections
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

try:
    import pikepdf
except ImportError:
    pikepdf = None

# The shares that must be found; docs/accuracy.md has those of 506 files.
SHARES = {"in one line": 0.97, "broken": 0.74}
# What fonts print in place of other characters.
PRINTED = {"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl", "˜": "~", "∼": "~", "‐": "-", "−": "-"}


def links(path):
    """The targets of the links of each page."""
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            actions = [link.get("/A", {}) for link in page.obj.get("/Annots", [])]
            targets = {bytes(action["/URI"]).decode("utf-8", "replace") for action in actions if "/URI" in action}
            yield sorted((url for url in targets if re.match("(https?|ftp)://", url)), key=len, reverse=True)


def places(page, urls):
    """Where the page spells the URLs, the longest first: each byte belongs to one of them."""
    spelt, offsets, at = "", [], 0
    for c in page:
        for printed in "" if c.isspace() else PRINTED.get(c, c):
            spelt += printed
            offsets.append(at)
        at += len(c.encode())
    taken = set()
    for url in urls:
        for match in re.finditer(re.escape(url), spelt):
            place = range(offsets[match.start()], offsets[match.end() - 1] + 1)
            if taken.isdisjoint(place):
                taken.update(place)
                yield url, place


def main():
    urlgrep, folder, *options = sys.argv[1:]
    if pikepdf is None or not shutil.which("pdftotext"):
        print("the text of PDF files: skipped, pikepdf or pdftotext is missing")
        return 0
    counts = collections.Counter()
    for path in sorted(Path(folder).rglob("*.pdf")):
        try:
            targets = list(links(path))
        except Exception as error:  # A damaged file says nothing.
            print(f"{path}: {type(error).__name__}", file=sys.stderr)
            continue
        if not any(targets):
            continue
        text = subprocess.run(["pdftotext", *options, path, "-"], capture_output=True).stdout
        run = subprocess.run([urlgrep, "--json", "-a", "--as", "text", "-"], input=text, capture_output=True)
        if run.returncode not in (0, 1) or b"panicked" in run.stderr:
            sys.exit(f"{path}: status {run.returncode}, {run.stderr.decode()[-500:]}")
        found = {match["start"]: match["url"] for match in map(json.loads, run.stdout.splitlines())}
        begin = 0
        for page, urls in zip(text.decode().split("\f"), targets):
            for url, place in places(page, urls):
                have = found.get(begin + place.start)
                lines = "broken" if b"\n" in text[begin + place.start : begin + place.stop] else "in one line"
                result = "missed" if have is None else "found" if have == url else "wrong end"
                counts[lines, result] += 1
                if have != url:
                    print(f"{path}\t{url}\t{have}")
            begin += len(page.encode()) + 1
    for (lines, result), count in sorted(counts.items()):
        print(f"{lines}, {result}: {count}", file=sys.stderr)
    for lines, share in SHARES.items():
        if counts[lines, "found"] < share * sum(counts[lines, result] for result in ("found", "wrong end", "missed")):
            sys.exit(f"{lines}: less than {share:.0%} found")
    return int(not counts)


if __name__ == "__main__":
    sys.exit(main())
