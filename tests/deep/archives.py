#!/usr/bin/env python3
"""Archives in every form that Python and the system's tar can write, against the folder with the same files.

    archives.py URLGREP [ARCHIVE]...

Each archive gives the same lines as the folder that it is unpacked to: those that this script makes, and those that are named, which
Python unpacks. An archive on standard input gives the same as the file.
"""

import io
import os
import random
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

OPTIONS = ["-n", "-H", "--no-heading", "--hidden", "--no-ignore"]


class Unseekable(io.RawIOBase):
    """A file that zipfile cannot seek in, so that lengths follow the content."""

    def __init__(self, path):
        self.file = open(path, "wb")

    def writable(self):
        return True

    def write(self, data):
        return self.file.write(data)

    def close(self):
        self.file.close()
        super().close()


def make_files(folder, rng):
    for i in range(60):
        path = os.path.join(folder, *(f"d{rng.randrange(4)}" for _ in range(rng.randrange(4))), "x" * rng.choice([1, 60, 200] if i % 2 else [1, 60]) + f"{i}.txt")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        lines = [f"line {n} http://a{i}.example.org/{rng.randrange(10**9)}\n\n" for n in range(rng.choice([0, 1, 10, 4000]))]
        with open(path, "w") as file:
            file.writelines(lines)


def relative_files(folder):
    for root, _, names in os.walk(folder):
        for name in names:
            yield os.path.relpath(os.path.join(root, name), folder)


def zips(folder, out):
    methods = {"stored": zipfile.ZIP_STORED, "deflated": zipfile.ZIP_DEFLATED, "bzip2": zipfile.ZIP_BZIP2}
    for name, method in methods.items():
        for streamed in (False, True):
            path = os.path.join(out, f"{name}{'-streamed' if streamed else ''}.zip")
            to = Unseekable(path) if streamed else path
            with zipfile.ZipFile(to, "w", method) as archive:
                for file in relative_files(folder):
                    with archive.open(file, "w", force_zip64=len(file) % 2 == 0) as member, open(os.path.join(folder, file), "rb") as content:
                        shutil.copyfileobj(content, member)
                archive.comment = b"a comment with PK\x05\x06 in it"
            if streamed:
                to.close()
            yield path


def tars(folder, out):
    formats = {"ustar": tarfile.USTAR_FORMAT, "gnu": tarfile.GNU_FORMAT, "pax": tarfile.PAX_FORMAT}
    for name, form in formats.items():
        for mode in ("", "gz", "bz2", "xz"):
            path = os.path.join(out, f"{name}.tar{'.' + mode if mode else ''}")
            try:
                with tarfile.open(path, f"w:{mode}", format=form) as archive:
                    archive.add(folder, ".")
            except ValueError:
                # ustar has no names of more than 100 bytes.
                continue
            yield path
    if shutil.which("tar"):
        for form in ("v7", "oldgnu", "gnu", "ustar", "posix"):
            path = os.path.join(out, f"system-{form}.tar")
            made = subprocess.run(["tar", f"--format={form}", "--sparse", "-cf", path, "-C", folder, "."], capture_output=True)
            # The oldest formats have no long names.
            if made.returncode == 0:
                yield path


def lines(urlgrep, args, strip, **options):
    done = subprocess.run([urlgrep, *OPTIONS, *args], capture_output=True, **options)
    found = done.stdout.decode("utf-8", "replace").splitlines()
    if done.returncode not in (0, 1):
        sys.exit(f"{args}: {done.stderr.decode()[:500]}")
    return sorted(line.removeprefix(strip).removeprefix("./") for line in found)


def compare(urlgrep, folder, path):
    want = lines(urlgrep, ["."], "./", cwd=folder)
    got = lines(urlgrep, [path], path + "!")
    with open(path, "rb") as file:
        streamed = lines(urlgrep, ["-"], "<stdin>!", stdin=file)
    for what, found in (("", got), (" on standard input", streamed)):
        if found != want:
            missing, added = sorted(set(want) - set(found))[:3], sorted(set(found) - set(want))[:3]
            sys.exit(f"{path}{what}: missing {missing}, added {added}")
    return len(want)


def main():
    urlgrep, named = os.path.abspath(sys.argv[1]), sys.argv[2:]
    urls = archives = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder, out = os.path.join(temporary, "in"), os.path.join(temporary, "out")
        os.makedirs(out)
        make_files(folder, random.Random(1738))
        made = [*zips(folder, out), *tars(folder, out)]
        for path in made:
            urls += compare(urlgrep, folder, path)
        for i, path in enumerate(named):
            folder = os.path.join(temporary, str(i))
            if zipfile.is_zipfile(path):
                zipfile.ZipFile(path).extractall(folder)
            else:
                tarfile.open(path).extractall(folder, filter="tar")
            urls += compare(urlgrep, folder, os.path.abspath(path))
            shutil.rmtree(folder)
        archives = len(made) + len(named)
    if urls < 100_000:
        sys.exit(f"only {urls} URLs")
    print(f"{archives} archives, {urls} URLs: as their files")


main()
