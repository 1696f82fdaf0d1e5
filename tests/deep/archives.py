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

OPTIONS = ["-n", "-H", "-a", "--no-heading", "--hidden", "--no-ignore"]
HOLE = 4 << 20


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


def make_files(folder, rng, lengths):
    for i in range(60):
        path = os.path.join(folder, *(f"d{rng.randrange(4)}" for _ in range(rng.randrange(4))), "x" * rng.choice(lengths) + f"{i}.txt")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        lines = [f"line {n} http://a{i}.example.org/{rng.randrange(10**9)}\n\n" for n in range(rng.choice([0, 1, 10, 4000]))]
        with open(path, "w") as file:
            file.writelines(lines)


def make_hole(path):
    """A file with a hole between two URLs."""
    with open(path, "wb") as file:
        file.write(b"http://before.example.org/\n")
        file.seek(HOLE)
        file.write(b"\nhttp://after.example.org/\n")
    if os.stat(path).st_blocks * 512 >= HOLE:
        print("sparse archives are not tested: this file system has no holes")


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


def tars(folder, short, out):
    """The folder of the files, and an archive. The oldest formats have only short names."""
    formats = {"ustar": tarfile.USTAR_FORMAT, "gnu": tarfile.GNU_FORMAT, "pax": tarfile.PAX_FORMAT}
    for name, form in formats.items():
        files = short if name == "ustar" else folder
        for mode in ("", "gz", "bz2", "xz"):
            path = os.path.join(out, f"{name}.tar{'.' + mode if mode else ''}")
            with tarfile.open(path, f"w:{mode}", format=form) as archive:
                archive.add(files, ".")
            yield files, path
    if not has_gnu_tar():
        print("archives of the system's tar are not tested: GNU tar is missing")
        return
    for form in ("v7", "oldgnu", "gnu", "ustar", "posix"):
        path = os.path.join(out, f"system-{form}.tar")
        files, options = (short, []) if form in ("v7", "ustar") else (folder, ["--sparse"])
        subprocess.run(["tar", f"--format={form}", *options, "-cf", path, "-C", files, "."], check=True)
        yield files, path


def has_gnu_tar():
    return shutil.which("tar") is not None and b"GNU tar" in subprocess.run(["tar", "--version"], capture_output=True).stdout


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
        folder, short, out = (os.path.join(temporary, name) for name in ("in", "short", "out"))
        os.makedirs(out)
        make_files(folder, random.Random(1738), [1, 60, 200])
        make_files(short, random.Random(1738), [1, 60])
        make_hole(os.path.join(folder, "hole"))
        made = [*((folder, path) for path in zips(folder, out)), *tars(folder, short, out)]
        for files, path in made:
            urls += compare(urlgrep, files, path)
        for i, path in enumerate(named):
            folder = os.path.join(temporary, str(i))
            if zipfile.is_zipfile(path):
                zipfile.ZipFile(path).extractall(folder)
            else:
                tarfile.open(path).extractall(folder, filter="tar")
            urls += compare(urlgrep, folder, os.path.abspath(path))
            shutil.rmtree(folder)
        archives = len(made) + len(named)
    if len(made) != (23 if has_gnu_tar() else 18):
        sys.exit(f"{len(made)} archives are made")
    if urls < 100_000:
        sys.exit(f"only {urls} URLs")
    print(f"{archives} archives, {urls} URLs: as their files")


main()
