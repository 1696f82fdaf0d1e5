#!/usr/bin/env python3
"""How exact is urlgrep, and how exact are other extractors, on the project's own cases?

    cargo build --release && python3 tests/exact/compare.py target/release/urlgrep

prints the tables of docs/accuracy.md. The cases are those of tests/spec that need no option, and the texts of corpora/ that have
a list; of messages the bodies, since no peer knows what a header is. They were written for this project, by its rules, so they
favour it: where a peer's authors decided otherwise, it counts as wrong here (tests/spec/decisions.md).

The peers are built in a folder of their own (target/exact, or --build FOLDER) and need cargo, npm, go (and the network), perl with
URI::Find. A peer that can't be had is left out, with a line that says so. --failures NAME lists what NAME got wrong.

    python3 tests/exact/compare.py target/release/urlgrep --rfcs FOLDER

takes the texts of RFCs beside their sources in XML instead, both found in FOLDER and below it: Debian's doc-rfc-* packages, or what the
RFC Editor offers as bulk download. The sources have each URL of a reference or link in an attribute, the texts have it as the RFC Editor
sets it, often over two lines. Whatever else a tool finds there is not counted.

What is counted, for each URL that should be found: `found` is exact, from the first byte to the last; `wrong end` is cut short or
too long; `missed` is not there at all. `invented` is what was found and is no URL by the cases.
"""

import argparse
import collections
import datetime
import gzip
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "tests" / "exact"
# Words after ```text that change nothing for a tool that is given the text as it stands.
HARMLESS = {"raw", "eof", "lf-only", "bare-only"}
WEB = ("http:", "https:", "ftp:")


class Case:
    def __init__(self, place, text, urls, plain):
        self.place, self.text, self.urls = place, text, urls
        # What every peer looks for: the web's schemes, each URL in one piece.
        self.plain = plain and all(u.lower().startswith(WEB) for u in urls)


# The cases of tests/spec.

ESCAPE = re.compile(r"\\(?:x([0-9a-f]{2})|u\{([0-9a-f]+)\}|\*\{(\d+):([^}]*)\}|(.))", re.S)


def unescape(text):
    """The text of a `raw` case as bytes."""

    def octets(m):
        if m[1]:
            return bytes([int(m[1], 16)])
        if m[2]:
            return chr(int(m[2], 16)).encode()
        if m[3]:
            return m[4].encode() * int(m[3])
        return {"t": b"\t", "r": b"\r", "n": b"\n", "\\": b"\\"}[m[5]]

    out, at = b"", 0
    for m in ESCAPE.finditer(text):
        out += text[at : m.start()].encode() + octets(m)
        at = m.end()
    return out + text[at:].encode()


def spec():
    fence = re.compile(r"^```text([^\n]*)\n(.*?)^```\n(?:```urls\n(.*?)^```$)?", re.S | re.M)
    for path in sorted((ROOT / "tests" / "spec").glob("*.md")):
        page = path.read_text()
        if path.name == "README.md":
            continue
        for m in fence.finditer(page):
            words, text, urls = set(m[1].split()), m[2], m[3]
            if words - HARMLESS:
                continue
            if "eof" in words:
                text = text.rstrip("\n")
            raw = unescape(text) if "raw" in words else text.encode()
            try:
                marked = raw.decode()
            except UnicodeDecodeError:
                # The peers read UTF-8 only.
                continue
            spans = re.findall("⟦(.*?)⟧", marked, re.S)
            decoded = lambda url: unescape(url).decode("utf-8", "replace") if "raw" in words else url
            listed = [decoded(line.split(" | ")[0].strip()) for line in (urls or "").splitlines() if line.strip()]
            # A text in a wrapper without a scheme is no URL by itself.
            wanted = [u for u in (listed or spans) if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", u)]
            place = f"{path.name}:{page.count(chr(10), 0, m.start()) + 1}"
            yield Case(place, re.sub("[⟦⟧]", "", marked), wanted, len(wanted) == len(spans) and spans == wanted)


# The corpora.


def bodies(name, text):
    """Ranges of `text` without header fields."""
    if not name.startswith(("mail/", "news/")):
        return [(0, len(text))]
    if name.endswith("pipermail.txt"):
        return []
    out, starts = [], [m.start() for m in re.finditer(rb"(?:\A|(?<=\n\n))From \S+ [A-Z][a-z]{2} ", text)] or [0]
    for start, end in zip(starts, starts[1:] + [len(text)]):
        head = text.find(b"\n\n", start, end)
        if head >= 0:
            out.append((head + 2, end))
    return out


def corpora():
    for path in sorted((ROOT / "corpora").rglob("*.expected")):
        name = path.relative_to(ROOT / "corpora").as_posix()[: -len(".expected")]
        if "/mmdf" in name or "/babyl" in name or "/mboxcl" in name:
            continue
        text = path.with_suffix("").read_bytes() if path.suffix == ".expected" else b""
        rows = []
        for line in path.read_text().splitlines():
            m = re.match(r"\d+:\d+ (\d+)-(\d+) (\S+)", line)
            if m:
                rows.append((int(m[1]), int(m[2]), m[3]))
        for start, end in bodies(name, text):
            body = text[start:end]
            try:
                shown = body.decode()
            except UnicodeDecodeError:
                continue
            inside = [r for r in rows if start <= r[0] < end]
            wanted = [u for _, _, u in inside if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", u)]
            plain = all(text[a:z].decode("utf-8", "replace") == u for a, z, u in inside)
            yield Case(f"corpora/{name}@{start}", shown, wanted, plain)


# RFCs, each as text and as XML.


def rfcs(folder):
    kinds = {".txt": {}, ".xml": {}}
    for path in pathlib.Path(folder).rglob("rfc*"):
        m = re.fullmatch(r"rfc(\d+)(\.txt|\.xml)(\.gz)?", path.name)
        if m and path.stat().st_size > 1000:
            kinds[m[2]][int(m[1])] = path
    read = lambda path: (gzip.open if path.suffix == ".gz" else open)(path, "rb").read().decode("utf-8", "replace")
    for number in sorted(kinds[".xml"].keys() & kinds[".txt"].keys()):
        source = xml.etree.ElementTree.fromstring(read(kinds[".xml"][number]).encode())
        links = {e.get("target", "").strip() for e in source.iter() if e.tag in ("eref", "reference")}
        text = read(kinds[".txt"][number])
        urls = list(where_set(text, {u for u in links if u.startswith(WEB)}))
        for whole in (True, False):
            yield Case(f"RFC {number}", text, [u for u in urls if (u in text) == whole], whole)


def where_set(text, links):
    """Each place of `text` where one of `links` stands, perhaps over several lines: the link, once for each place."""
    places = [i for i, c in enumerate(text) if not c.isspace()]
    packed = "".join(text[i] for i in places)
    starts = {}
    for link in links:
        for m in re.finditer(re.escape(link), packed):
            starts[m.start()] = max(starts.get(m.start(), ""), link, key=len)
    covered = 0
    for start, link in sorted(starts.items()):
        end = places[start + len(link) - 1] + 1
        if start < covered:
            continue
        covered = start + len(link)
        # A part of a longer URL is another one.
        if re.match(r"[>\s)\]\"',;]|[.:]*(\s|$)", text[end : end + 3]) and not text[places[start] - 1].isalnum():
            yield link


# The tools: each takes texts and gives lists of URLs; a URL is a list of the forms in which it may be right.


def urlgrep(binary):
    def find(texts):
        with tempfile.TemporaryDirectory() as folder:
            for i, text in enumerate(texts):
                (pathlib.Path(folder) / f"{i:06}.txt").write_bytes(text.encode())
            out = subprocess.run([binary, "--json", "--as", "text", "-a", folder], stdout=subprocess.PIPE).stdout
        found = [[] for _ in texts]
        for line in out.decode("utf-8", "replace").splitlines():
            m = json.loads(line)
            # What it assumes after a missing scheme, no peer is asked for.
            if "assumed" not in m:
                found[int(pathlib.Path(m["path"]).stem)].append([m["url"]])
        return found

    version = subprocess.run([binary, "--version"], stdout=subprocess.PIPE, text=True).stdout.split()[1]
    return version, find


def driver(command, cwd):
    def find(texts):
        out = subprocess.run(command, cwd=cwd, input=json.dumps(texts).encode(), stdout=subprocess.PIPE, check=True).stdout
        return json.loads(out)

    return find


def run(*command, cwd):
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["no reason given"])[-1])
    return done.stdout


def linkify(folder):
    run("cargo", "build", "--release", "-q", "--target-dir", "target", cwd=folder)
    lock = (folder / "Cargo.lock").read_text()
    version = re.search(r'name = "linkify"\nversion = "([^"]+)"', lock)[1]
    return version, driver(["target/release/exact-linkify"], folder)


def linkify_it(folder):
    run("npm", "install", "--silent", "--no-audit", "--no-fund", cwd=folder)
    package = json.loads((folder / "node_modules/linkify-it/package.json").read_text())
    return package["version"], driver(["node", "find.js"], folder)


def xurls(folder):
    debian = pathlib.Path("/usr/share/gocode/src/mvdan.cc/xurls")
    if debian.exists():
        # Debian's golang-mvdan-xurls-dev, which needs no network: its sources without their tests, which need more.
        local = folder / "xurls"
        local.mkdir(exist_ok=True)
        for source in debian.glob("*.go"):
            if not source.stem.endswith("_test"):
                shutil.copy(source, local)
        (local / "go.mod").write_text("module mvdan.cc/xurls/v2\n")
        replaced = "\nrequire mvdan.cc/xurls/v2 v2.0.0\nreplace mvdan.cc/xurls/v2 => ./xurls\n"
        (folder / "go.mod").write_text((HERE / "xurls/go.mod").read_text() + replaced)
        run("go", "build", "-o", "find", ".", cwd=folder)
        package = run("dpkg-query", "-W", "-f", "${Version}", "golang-mvdan-xurls-dev", cwd=folder)
        return package.split("-")[0], driver(["./find"], folder)
    run("go", "get", "mvdan.cc/xurls/v2@" + ARGS.xurls, cwd=folder)
    run("go", "build", "-o", "find", ".", cwd=folder)
    return re.search(r"xurls/v2 v(\S+)", (folder / "go.mod").read_text())[1], driver(["./find"], folder)


def uri_find(folder):
    version = run("perl", "-MURI::Find", "-e", "print $URI::Find::VERSION", cwd=folder)
    return version, driver(["perl", "find.pl"], folder)


PEERS = {"linkify": linkify, "linkify-it": linkify_it, "xurls": xurls, "uri-find": uri_find}
SHOWN = {"uri-find": "URI::Find"}


def count(cases, found):
    """found, wrong end, missed, invented; and what went wrong."""
    total, wrong = collections.Counter(), []
    for case, got in zip(cases, found):
        left, missing = list(got), []
        for url in case.urls:
            same = next((g for g in left if url in g), None)
            if same is None:
                missing.append(url)
            else:
                left.remove(same)
                total["found"] += 1
        cut = []
        for url in list(missing):
            related = lambda g: any(f.startswith(url) or url.startswith(f) for f in g if len(f) > 6)
            near = min(filter(related, left), key=lambda g: abs(len(g[0]) - len(url)), default=None)
            if near is not None:
                left.remove(near)
                missing.remove(url)
                cut.append((url, near))
        total["wrong end"] += len(cut)
        total["missed"] += len(missing)
        total["invented"] += len(left)
        if cut or missing or left:
            wrong.append((case.place, cut, missing, left))
    return total, wrong


def main():
    global ARGS
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary")
    parser.add_argument("--build", default=str(ROOT / "target" / "exact"))
    parser.add_argument("--failures", metavar="NAME")
    parser.add_argument("--rfcs", metavar="FOLDER")
    parser.add_argument("--xurls", default="latest", help="the version to get; an old compiler needs an old one")
    ARGS = parser.parse_args()

    tools = [("urlgrep", *urlgrep(str(pathlib.Path(ARGS.binary).resolve())))]
    for name, make in PEERS.items():
        folder = pathlib.Path(ARGS.build) / name
        shutil.copytree(HERE / name, folder, dirs_exist_ok=True)
        try:
            tools.append((SHOWN.get(name, name), *make(folder)))
        except (OSError, RuntimeError, subprocess.CalledProcessError) as error:
            print(f"{SHOWN.get(name, name)} is left out: {error}", file=sys.stderr)

    columns = ["found", "wrong end", "missed", "invented"]
    if ARGS.rfcs:
        every = [c for c in rfcs(ARGS.rfcs) if c.urls]
        sets = [
            ("RFCs, URLs that stand in one line", [c for c in every if c.plain]),
            ("RFCs, URLs that are broken over lines wherever they stand", [c for c in every if not c.plain]),
        ]
        columns.remove("invented")
    else:
        every = list(spec()) + list(corpora())
        sets = [
            ("http, https, ftp in one piece", [c for c in every if c.plain]),
            ("folds, other schemes", [c for c in every if not c.plain]),
        ]
    print(f"{datetime.date.today()}, " + ", ".join(f"{name} {version}" for name, version, _ in tools))
    for title, cases in sets:
        print(f"\n| {title}: {len(cases)} texts, {sum(len(c.urls) for c in cases)} URLs | " + " | ".join(columns) + " |")
        print("|---|" + "---:|" * len(columns))
        for name, _, find in tools:
            try:
                total, wrong = count(cases, find([c.text for c in cases]))
            except subprocess.CalledProcessError as error:
                print(f"{name} is left out: {error}", file=sys.stderr)
                continue
            print(f"| {name} | " + " | ".join(str(total[k]) for k in columns) + " |")
            if name == ARGS.failures:
                for place, cut, missing, left in wrong:
                    left = left if "invented" in columns else []
                    if cut or missing or left:
                        print(f"  {place}: wrong end {cut}, missed {missing}, invented {left}", file=sys.stderr)


if __name__ == "__main__":
    main()
