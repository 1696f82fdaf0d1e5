#!/usr/bin/env python3
"""Makes src/domain/top_level.txt from IANA's list of top-level domains, on standard input.

    curl https://data.iana.org/TLD/tlds-alpha-by-domain.txt | python3 tools/top_level.py
"""

import pathlib
import sys

FILE = pathlib.Path(__file__).parents[1] / "src" / "domain" / "top_level.txt"


def in_unicode(name):
    return name[4:].encode().decode("punycode") if name.startswith("xn--") else name


names = (line.strip().lower() for line in sys.stdin if not line.startswith("#"))
names = sorted((in_unicode(name) for name in names if name), key=str.encode)
if len(names) < 1000:
    sys.exit("tools/top_level.py: this is not the whole list")
FILE.write_text("\n".join(names) + "\n", encoding="utf-8")
