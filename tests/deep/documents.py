"""Downloads the documents of some projects from PyPI and npm, and unpacks them into a folder: what the linter is tested on.

Usage: documents.py FOLDER [PROJECT...]. A project is `pypi:NAME` or `npm:NAME`; without projects, those below. The folder is not changed if
it exists. Names what cannot be had."""

import io
import json
import pathlib
import sys
import tarfile
import urllib.request

# zstandard has C, wtforms PO files, pydantic-core Rust.
PROJECTS = """pypi:flask pypi:pydantic pypi:sqlalchemy pypi:scrapy pypi:tornado pypi:networkx pypi:pytest pypi:buildbot pypi:twisted
pypi:aiohttp pypi:ipython pypi:pyramid pypi:zstandard pypi:wtforms pypi:pydantic-core npm:rxjs npm:svelte npm:typedoc npm:yup
npm:mocha npm:express""".split()

KINDS = {".md", ".mdx", ".rst", ".txt", ".adoc", ".html", ".tex", ".texi", ".po", ".org", ".json", ".yml", ".yaml", ".toml", ".py", ".c", ".rs", ".1", ".5", ".7", ".8"}
LARGEST = 2 << 20


def get(url):
    request = urllib.request.Request(url, headers={"Accept": "application/vnd.pypi.simple.v1+json, application/json, */*"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read()


def source_of(project):
    registry, _, name = project.partition(":")
    if registry == "npm":
        return json.loads(get(f"https://registry.npmjs.org/{name}/latest"))["dist"]["tarball"]
    files = json.loads(get(f"https://pypi.org/simple/{name}/"))["files"]
    return [file["url"] for file in files if file["filename"].endswith(".tar.gz")][-1]


def unpack(archive, folder):
    with tarfile.open(fileobj=io.BytesIO(archive)) as members:
        for member in members:
            path = pathlib.PurePosixPath(member.name)
            is_document = member.isfile() and path.suffix.lower() in KINDS and member.size <= LARGEST
            if not is_document or path.is_absolute() or ".." in path.parts:
                continue
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(members.extractfile(member).read())


def main():
    folder, projects = pathlib.Path(sys.argv[1]), sys.argv[2:] or PROJECTS
    if folder.exists():
        return
    for project in projects:
        try:
            unpack(get(source_of(project)), folder / project.replace(":", "-"))
        except (OSError, KeyError, IndexError, ValueError, tarfile.TarError) as why:
            print(f"{project} is left out: {why}")


main()
