"""Rows of the command `urlgrep`, which the tests compare with. URLGREP_BINARY names it; without it these tests are skipped."""

import json
import os
import subprocess

import pytest

BINARY = os.environ.get("URLGREP_BINARY")

needs_command = pytest.mark.skipif(not BINARY, reason="URLGREP_BINARY is not set")

COLUMNS = (
    "path message message_id part field notation attribute line column start end segments url assumed written form scheme host flaws "
    "alternatives"
).split()


def run(folder, *arguments):
    """The rows and the messages on standard error."""
    assert BINARY
    command = subprocess.run([BINARY, "--json", *arguments], cwd=folder, capture_output=True)
    assert command.returncode in (0, 2), command.stderr
    return list(map(of_json, map(json.loads, command.stdout.splitlines()))), command.stderr.decode()


def of_json(row):
    """A row of `--json`, with the names of the columns. Of the URL's bytes the columns have the text."""
    message = row.pop("message", {})
    segments = row.get("segments", [[row["start"], row["end"]]])
    row |= {
        "path": row["path"].removeprefix("./"),
        "message": message.get("number"),
        "message_id": message.get("id"),
        "segments": segments,
        "alternatives": [[other["url"], other["why"]] for other in row["alternatives"]],
    }
    return {name: row.get(name) for name in COLUMNS}


def as_json(text):
    """As in JSON, where bytes that are no UTF-8 cannot be written."""
    return text and text.encode("utf-8", "surrogateescape").decode(errors="replace")


def of_match(match, folder):
    row = {name: getattr(match, name) for name in COLUMNS}
    return row | {
        "path": row["path"].removeprefix(f"{folder}/"),
        **{name: as_json(row[name]) for name in ("url", "assumed", "written", "host")},
        "segments": [list(segment) for segment in match.segments],
        "flaws": list(match.flaws),
        "alternatives": [[other.url, other.why] for other in match.alternatives],
    }
