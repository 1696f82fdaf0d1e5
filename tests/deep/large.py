#!/usr/bin/env python3
"""Searches very large inputs, and says how much time and memory each takes.

    large.py URLGREP [NAME...]

Every URL is found at its offset, memory stays below 256 MiB, and eight times the input takes at most 24 times as long. Needs 6 GiB on the
disk and a million free inodes.
"""

import json
import os
import subprocess
import sys
import tempfile

MEMORY = 256 << 20
GROWTH = 24
MESSAGE = b"From a@b.org Mon Jan  1 00:00:00 2024\nFrom: a@b.org\nSubject: x\n"


def url(number):
    return b"http://a.org/%d" % number


def words(size):
    """About `size` bytes of text in lines, without a URL."""
    block = b"all work and no play makes a dull line of text\n" * 20000
    yield from (block for _ in range(size // len(block) + 1))


def messages(size):
    """A message for each 100 bytes."""
    for number in range(size // 100):
        yield MESSAGE + b"\n" + url(number) + b"\n\n"


def message(size):
    yield MESSAGE + b"\n" + url(0) + b"\n"
    yield from words(size)
    yield url(1) + b"\n"


def header(size):
    """A field that goes on for `size` bytes, folded."""
    yield MESSAGE
    for block in words(size):
        yield b" " + block[:-1].replace(b"\n", b"\n ") + b"\n"
    yield b"\n" + url(0) + b"\n"


def field(size):
    """A field of one line."""
    yield MESSAGE + b"X-Long: "
    yield from (block.replace(b"\n", b" ") for block in words(size))
    yield b"\n\n" + url(0) + b"\n"


def parts(size):
    """A part for each 100 bytes."""
    yield MESSAGE + b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=B\n\n"
    for number in range(size // 100):
        yield b"--B\nContent-Type: text/plain\nContent-Transfer-Encoding: 7bit\n\n" + url(number) + b"\n"
    yield b"--B--\n"


def nested(size):
    """A multipart in a multipart, for each 100 bytes."""
    yield MESSAGE + b"MIME-Version: 1.0\n"
    for number in range(size // 100):
        yield b"Content-Type: multipart/mixed; boundary=B%d\n\n--B%d\n" % (number, number)
    yield b"\n" + url(0) + b"\n"


# The input, its size, and how many URLs it has.
MAILBOXES = {
    "a million messages": (messages, 100_000_000, 1_000_000),
    "a message of 4 GiB": (message, (4 << 30) + (1 << 20), 2),
    "a header of 1 GiB": (header, 1 << 30, 1),
    "a field of 1 GiB": (field, 1 << 30, 1),
    "a million parts": (parts, 100_000_000, 1_000_000),
    "a hundred thousand nested parts": (nested, 10_000_000, 1),
}


# Runs a command and writes what it took. A process of its own, because a child begins with the memory of its parent.
MEASURE = """
import json, resource, subprocess, sys
status = subprocess.call(sys.argv[1:])
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
json.dump([status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024], open("usage", "w"))
"""


def run(args):
    """The exit status, seconds of the processor, bytes of memory, and what was printed."""
    done = subprocess.run([sys.executable, "-c", MEASURE, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with open("usage") as usage:
        return *json.load(usage), done.stdout, done.stderr.decode().strip()


def search(urlgrep, name, path):
    """What was found, and the seconds."""
    status, seconds, memory, out, err = run([urlgrep, "--no-config", "--json", path])
    speed = f", {os.path.getsize(path) / seconds / 1e6:.0f} MB/s" if os.path.isfile(path) else ""
    print(f"{name}: {seconds:.2f} s{speed}, {memory >> 20} MiB of memory", err[:300], flush=True)
    assert status == 0, (status, err[:1000])
    assert memory < MEMORY, f"{memory >> 20} MiB"
    return [json.loads(line) for line in out.splitlines()], seconds


def mailbox(urlgrep, name):
    make, size, count = MAILBOXES[name]
    taken = {}
    for part in size // 8, size:
        with open("mailbox", "wb") as file:
            file.writelines(make(part))
        found, taken[part] = search(urlgrep, name if part == size else f"  an eighth of {name}", "mailbox")
        expected = count if count < 1000 else part // 100
        assert len(found) == expected, f"{len(found)} of {expected}"
        with open("mailbox", "rb") as file:
            for number, match in enumerate(found[: 1000] + found[-1000:]):
                file.seek(match["start"])
                assert file.read(match["end"] - match["start"]) == match["url"].encode(), match
        assert len({match["url"] for match in found}) == expected
    assert taken[size] < GROWTH * taken[size // 8] + 0.5, taken


def files(urlgrep, name):
    for folder in range(1000):
        os.makedirs(f"files/{folder}")
        for number in range(1000):
            with open(f"files/{folder}/{number}", "wb") as file:
                file.write(url(1000 * folder + number) + b"\n")
    found, _ = search(urlgrep, name, "files")
    assert len({match["url"] for match in found}) == len(found) == 1_000_000, len(found)


def main():
    urlgrep, *names = [os.path.abspath(sys.argv[1]), *sys.argv[2:]]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name in MAILBOXES:
            if not names or name in names:
                mailbox(urlgrep, name)
        if not names or "a million files" in names:
            files(urlgrep, "a million files")


main()
