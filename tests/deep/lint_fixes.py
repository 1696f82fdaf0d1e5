"""Applies `urlgrep lint --fix` and `--unsafe-fixes` to a copy of a folder of documents. Afterwards, the programs that read them accept them as
before, what reStructuredText and man pages display is the same but for URLs, and a second run finds nothing to fix.

Usage: lint_fixes.py URLGREP FOLDER. Uses docutils, msgfmt, jq, gcc, rustfmt and groff if they are installed."""

import ast
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S+|\S+@\S+")


def succeeds(*command, **options):
    if shutil.which(command[0]) is None:
        return None
    run = subprocess.run(command, capture_output=True, timeout=120, **options)
    return run.returncode == 0


def parses_python(path):
    try:
        ast.parse(path.read_bytes())
        return True
    except (SyntaxError, ValueError):
        return False


def words(text):
    """The words of a text without its URLs."""
    return URL.sub("", text).split()


def displayed_rst(path):
    try:
        from docutils.core import publish_string
    except ImportError:
        return None
    settings = {"report_level": 5, "halt_level": 6, "file_insertion_enabled": False, "raw_enabled": False}
    source = path.read_text(errors="replace")
    try:
        text = publish_string(source, writer_name="pseudoxml", settings_overrides=settings).decode()
    except Exception as error:  # docutils fails on documents of Sphinx
        return type(error).__name__
    return words(re.sub(r"<[^>]*>", "", text))


def displayed_man(path):
    if shutil.which("groff") is None:
        return None
    run = subprocess.run(["groff", "-mandoc", "-Tutf8", "-t", str(path)], capture_output=True, timeout=120)
    return run.returncode, words(run.stdout.decode(errors="replace").replace("\u2010\n", ""))


CHECKS = {
    ".po": lambda path: succeeds("msgfmt", "-o", os.devnull, str(path)),
    ".json": lambda path: succeeds("jq", "empty", str(path)),
    ".c": lambda path: succeeds("gcc", "-fsyntax-only", "-w", str(path)),
    ".rs": lambda path: succeeds("rustfmt", "--edition", "2024", "--emit", "stdout", "--quiet", str(path)),
    ".py": parses_python,
    ".rst": displayed_rst,
}


def check(path):
    """What the programs that know the type of a file say about it."""
    if re.fullmatch(r"\.[1-9]", path.suffix):
        return displayed_man(path)
    known = CHECKS.get(path.suffix.lower())
    return known(path) if known else None


def main():
    urlgrep, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    for option in ["--fix", "--unsafe-fixes"]:
        with tempfile.TemporaryDirectory() as scratch:
            copy = pathlib.Path(scratch, "copy")
            shutil.copytree(folder, copy, symlinks=True)
            lint = [urlgrep, "lint", "--isolated", "--no-ignore", "--exit-zero", "--output-format", "json"]
            run = subprocess.run([*lint, option, str(copy)], capture_output=True)
            assert run.returncode == 0, run.stderr
            changed = kinds = 0
            for path in sorted(copy.rglob("*")):
                old = folder / path.relative_to(copy)
                if path.is_symlink() or not path.is_file() or path.read_bytes() == old.read_bytes():
                    continue
                changed += 1
                before = check(old)
                kinds += before is not None
                assert check(path) == before, f"{option}: {old} is read in another way"
            assert changed > 0, f"{option}: nothing to fix in {folder}"
            diff = subprocess.run([*lint, option.replace("--fix", "--diff"), *(["--diff"] if option != "--fix" else []), str(copy)], capture_output=True)
            assert diff.returncode == 0, diff.stderr
            assert diff.stdout == b"", f"{option}: a second run has fixes:\n{diff.stdout.decode()[:2000]}"
            print(f"{option}: {changed} files changed, {kinds} of them checked by a program that reads them")


if __name__ == "__main__":
    main()
