"""Applies `urlgrep lint --fix` and `--unsafe-fixes` to a copy of a folder of documents, with faults planted into files of each type that a
program reads. Afterwards, these programs accept the files as before, what reStructuredText, man pages and C contain is the same but for
URLs, and a second run finds nothing to fix.

Usage: lint_fixes.py URLGREP FOLDER. Uses docutils, msgfmt, jq, gcc, rustfmt and groff if they are installed; the folder must have files of
each type whose program is."""

import ast
import collections
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*: ?/+\S+|\S+@\S+")
PLANTED_IN = re.compile(rb"\b(https?)://([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?=/[a-z])")
# Faults are planted into so many files of each type.
FILES = 150


def succeeds(*command, **options):
    return subprocess.run(command, capture_output=True, timeout=120, **options).returncode == 0


def parses_rust(path):
    """From standard input, rustfmt does not look for the files of modules."""
    return succeeds("rustfmt", "--edition", "2024", "--quiet", input=path.read_bytes())


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
    from docutils.core import publish_doctree
    from docutils.nodes import system_message

    settings = {"report_level": 5, "halt_level": 6, "file_insertion_enabled": False, "raw_enabled": False}
    source = path.read_text(errors="replace")
    try:
        document = publish_doctree(source, settings_overrides=settings)
        for message in list(document.findall(system_message)):
            message.parent.remove(message)
        return words(document.astext())
    except Exception as error:  # docutils fails on documents of Sphinx
        return type(error).__name__


def displayed_man(path):
    # In one long line: where lines are broken depends on the URLs.
    command = ["groff", "-mandoc", "-Tutf8", "-t", "-rLL=9000n", "-rHY=0", str(path)]
    return words(subprocess.run(command, capture_output=True, timeout=120).stdout.decode(errors="replace"))


def code_of_c(path):
    """The code without its comments; headers need not be there."""
    command = ["gcc", "-fpreprocessed", "-dD", "-E", "-P", "-w", str(path)]
    return words(subprocess.run(command, capture_output=True, timeout=120).stdout.decode(errors="replace"))


# The program or module that reads a type of files, and what it says about a file. What is empty or false says nothing.
CHECKS = {
    ".po": ("msgfmt", lambda path: succeeds("msgfmt", "-o", os.devnull, str(path))),
    ".json": ("jq", lambda path: succeeds("jq", "empty", str(path))),
    ".c": ("gcc", code_of_c),
    ".rs": ("rustfmt", parses_rust),
    ".py": ("ast", parses_python),
    ".rst": ("docutils", displayed_rst),
    ".man": ("groff", displayed_man),
}
# Without these, no URL in them is fixed.
FIX_KINDS = ["--fix-kind=source", "--fix-kind=json", "--fix-kind=po"]


def kind_of(path):
    """The key of CHECKS, or None if no program reads the file."""
    kind = ".man" if re.fullmatch(r"\.[1-9]", path.suffix) else path.suffix.lower()
    program, _ = CHECKS.get(kind, ("", None))
    return kind if shutil.which(program) or program and importlib.util.find_spec(program) else None


def fault(option, url):
    scheme, host = url.groups()
    if option == "--unsafe-fixes":
        return b"htpp%b://%b" % (scheme[4:], host)
    return b"%b://%b:%d" % (scheme.upper(), host, 443 if scheme == b"https" else 80)


def plant(option, folder):
    """`HTTP://a.org:80/` for `http://a.org/`, or `htpp://a.org/`, whose fix is unsafe."""
    by_kind = collections.defaultdict(list)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and PLANTED_IN.search(path.read_bytes()):
            by_kind[kind_of(path)].append(path)
    by_kind.pop(None, None)
    for paths in by_kind.values():
        for path in paths[:: len(paths) // FILES + 1]:
            path.write_bytes(PLANTED_IN.sub(lambda url: fault(option, url), path.read_bytes()))


def changed_files(planted, copy):
    for path in sorted(copy.rglob("*")):
        old = planted / path.relative_to(copy)
        if path.is_file() and not path.is_symlink() and path.read_bytes() != old.read_bytes():
            yield old, path


def main():
    urlgrep, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    for option in ["--fix", "--unsafe-fixes"]:
        with tempfile.TemporaryDirectory() as scratch:
            planted, copy = pathlib.Path(scratch, "planted"), pathlib.Path(scratch, "copy")
            shutil.copytree(folder, planted, symlinks=True)
            plant(option, planted)
            shutil.copytree(planted, copy, symlinks=True)
            lint = [urlgrep, "lint", "--isolated", "--no-ignore", "--exit-zero", "--output-format", "json", *FIX_KINDS]
            run = subprocess.run([*lint, option, str(copy)], capture_output=True)
            assert run.returncode == 0, run.stderr
            changed, checked = 0, collections.Counter()
            for old, path in changed_files(planted, copy):
                changed += 1
                if kind := kind_of(path):
                    _, check = CHECKS[kind]
                    before = check(old)
                    checked[kind] += bool(before)
                    assert check(path) == before, f"{option}: {old.relative_to(planted)} is read in another way"
            for kind, (program, _) in CHECKS.items():
                if kind_of(pathlib.Path("x" + kind.replace(".man", ".1"))) is None:
                    print(f"{option}: {kind} is not checked: {program} is missing")
                else:
                    assert checked[kind] > 0, f"{option}: no file of type {kind} in {folder} was changed and is accepted by {program}"
            diff = subprocess.run([*lint, option.replace("--fix", "--diff"), *(["--diff"] if option != "--fix" else []), str(copy)], capture_output=True)
            assert diff.returncode == 0, diff.stderr
            assert diff.stdout == b"", f"{option}: a second run has fixes:\n{diff.stdout.decode()[:2000]}"
            counts = ", ".join(f"{kind} {count}" for kind, count in sorted(checked.items()))
            print(f"{option}: {changed} files changed, of these checked by a program that reads them: {counts}")


if __name__ == "__main__":
    main()
