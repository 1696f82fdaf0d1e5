#!/usr/bin/env python3
"""Makes the table of docs/parsers.md again: `urlgrep parse` beside Python's urllib.parse and the `url` crate.

    python3 tests/exact/parsers.py target/release/urlgrep          # writes the table
    python3 tests/exact/parsers.py target/release/urlgrep --check  # fails if it differs

The inputs are those of the first column. The `url` crate is asked by `urlgrep parse --profile whatwg`.
"""

import json
import pathlib
import subprocess
import sys
from urllib.parse import urlsplit

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "parsers.md"


def parse(program, url, *options):
    made = subprocess.run([program, "parse", "--json", *options, "--", url], capture_output=True, text=True)
    return json.loads(made.stdout)


def cell(text):
    return f"`{text}`" if text else ""


def python(url):
    """What urlsplit finds, without the scheme."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "error"
    try:
        port = parts.port
    except ValueError:
        return "error when the port is asked for"
    found = []
    if "//" in url.split("#")[0][:8] or "\\" in url or ":/" in url:
        found.append(f"host {parts.hostname}" if parts.hostname else "no host")
    if port:
        found.append(f"port {port}")
    elif parts.netloc.endswith(":"):
        found.append("no port")
    if parts.path not in ("", "/"):
        found.append(f"path {parts.path}")
    elif parts.path == "" and not parts.netloc.endswith(":"):
        found.append("no path")
    return ", ".join(found)


def row(program, url):
    ours = parse(program, url)
    verdict = "no" if not ours["valid"] else "flawed" if ours["flaws"] else "ok"
    flaws = dict.fromkeys(flaw["name"] for flaw in ours["flaws"])
    browser = parse(program, url, "--profile", "whatwg")["whatwg"]
    cells = [cell(url), verdict, " ".join(cell(name) for name in flaws), python(url), cell(browser) or "error"]
    return "".join(f"| {text} " if text else "| " for text in cells) + "|"


def main():
    program, check = sys.argv[1], "--check" in sys.argv[2:]
    lines = PAGE.read_text().splitlines()
    new = [row(program, line.split("`")[1]) if line.startswith("| `") else line for line in lines]
    if check:
        wrong = [f"- {a}\n+ {b}" for a, b in zip(lines, new) if a != b]
        print("\n".join(wrong) or f"the {len(lines)} lines are as the programs say")
        sys.exit(bool(wrong))
    PAGE.write_text("\n".join(new) + "\n")


main()
