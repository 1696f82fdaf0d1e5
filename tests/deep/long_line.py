#!/usr/bin/env python3
"""Lints one line of 1 GiB, and says how much time and memory that takes.

    long_line.py URLGREP

The line stands in plain text, Markdown, a program, and mail. Nothing may panic, the URLs at its ends are found, what is printed
of it is short, and memory stays below so many times the line (documents are read whole). What takes longer than SECONDS is ended.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile

LINE = 1 << 30
NAMES = ["line.txt", "line.mbox", "line.c", "line.md"]
# Memory may take so many times the line's length: the document, and a copy of it in which the fixes are verified.
TIMES = 2.1
# Of the processor, ten times what it takes.
SECONDS = 120
URL = b"<HTTP://a.org/x>"


def write(path):
    unit = b"word " * 13107
    head = b"From a@a.org Mon Jan  1 00:00:00 2024\nFrom: a@a.org\nDate: now\n\n" if path.endswith("mbox") else b""
    if path.endswith(".c"):
        head = b"// "
    with open(path, "wb") as file:
        file.write(head + URL + b" ")
        written = 0
        while written < LINE:
            file.write(unit)
            written += len(unit)
        file.write(URL + b"\n")


def run(args):
    """The exit status, what was printed, seconds of the processor, bytes of memory."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    child = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit)
    out, err = child.stdout.read(), child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, out, err, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main():
    urlgrep = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name in NAMES:
            write(name)
            for form in "full", "json":
                status, out, err, seconds, memory = run([urlgrep, "lint", "--output-format", form, name])
                print(f"lint {name} {form}: {seconds:.1f} s, {memory / LINE:.2f} times the line")
                assert status != -signal.SIGKILL, f"ended after {seconds:.0f} s"
                # A note is no failure.
                assert (status, err) == (0, b""), (status, err)
                assert len(out) < 4096, len(out)
                assert memory < TIMES * LINE, memory
            found = [json.loads(line)["rule"] for line in out.splitlines()]
            assert found == ["uppercase-scheme"] * 2, found
            os.remove(name)


main()
