#!/usr/bin/env python3
"""Compares what urlgrep finds in files of a format with what programs for that format find.

    oracles.py URLGREP FORMAT FOLDER [LIMIT]

FORMAT is one of html, xml, csv, json, yaml, toml, ini, po, calendar, python, markdown, rst, asciidoc, man. Python's own modules read
HTML, XML, CSV, JSON, TOML, INI and Python. The others need PyYAML, polib, icalendar, markdown-it-py, docutils, groff, or node with
@asciidoctor/core (NODE_PATH); where these are missing, the format is skipped.
LIMIT bounds the number of files. For every URL that the oracle gives, urlgrep must give the same in that file. The exit
status is 1 if fewer agree than FORMATS says.
"""

import ast
import collections
import configparser
import csv
import gzip
import html.parser
import importlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import xml.etree.ElementTree
from pathlib import Path

SCHEME = re.compile(r"(?i)^(https?|ftp)://[a-z0-9]")


def text(data):
    return data.decode("utf-8", "replace")


def html_value(value):
    """A value as the WHATWG URL standard reads it; None if it is no absolute URL."""
    value = value.strip(" \t\r\n\f\v")
    value = re.sub(r"[ \f]*[\t\r\n][ \t\r\n\f]*", "", value)
    if not re.match(r"(?i)(https?:[/\\]|ftp:[/\\]|[/\\]{2}[a-z0-9])", value) or len(value) > 4096:
        return None
    if re.search(r"\s[a-z]+://", value) or any(ord(c) < 0x20 for c in value):
        return None
    front, mark, query = re.match(r"(?s)([^?#]*)([?#]?)(.*)", value).groups()
    front = front.replace("\\", "/")
    front = re.sub(r"(?i)^(https?:|ftp:|)/+", r"\1//", front)
    scheme, slashes, rest = front.partition("//")
    host, slash, path = rest.partition("/")
    front = scheme + slashes + host.replace(" ", "") + slash + path
    return (front + mark + query).replace(" ", "%20")


class Attributes(html.parser.HTMLParser):
    SINGLE = set("action background cite data formaction href longdesc poster src xlink:href".split())

    def __init__(self):
        super().__init__()
        self.values = []

    def handle_starttag(self, _, attributes):
        for name, value in attributes:
            if name in self.SINGLE and value:
                self.values.append(value)


def of_html(data):
    parser = Attributes()
    parser.feed(text(data))
    urls = filter(None, map(html_value, parser.values))
    return (url for url in urls if not url.endswith("//"))


def of_csv(data):
    csv.field_size_limit(1 << 24)
    lines = text(data)
    first = lines.split("\n", 1)[0]
    separator = max("\t,;", key=first.count)
    for row in csv.reader(io.StringIO(lines, newline=""), delimiter=separator):
        yield from words(" ".join(row))


def words(value):
    """The words of a value that are surely a URL, and no template."""
    for word in re.split(r"[\s<>\"'`|]+", value or ""):
        url = word.strip("()[].,:;!?*")
        if re.match(r"(?:https?|ftp|hdfs|spark)://[a-z0-9]", url) and not re.search(r"[\\(){}\[\]^$]", url):
            yield url


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from strings(item)


def of_xml(data):
    if b"<!ENTITY" in data:
        # Entities of the file's own are not expanded.
        return
    for element in xml.etree.ElementTree.fromstring(data).iter():
        # Names of name spaces are left out on purpose.
        values = [value for name, value in element.items() if not name.lower().endswith(("schemalocation", "namespaceuri"))]
        for value in (*values, element.text, element.tail):
            # HTML in it is read too.
            if value and not re.search("[<&]", value):
                yield from words(value)


def of_yaml(data):
    import yaml

    for token in yaml.scan(text(data), Loader=yaml.SafeLoader):
        if isinstance(token, yaml.ScalarToken):
            yield from words(token.value)


def of_toml(data):
    for string in strings(tomllib.loads(text(data))):
        yield from words(string)


def of_ini(data):
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True, delimiters="=")
    parser.read_string(text(data))
    for section in parser.sections():
        for _, value in parser.items(section):
            yield from words(value)


def of_po(data):
    import polib

    for entry in polib.pofile(text(data)):
        for value in (entry.msgid, entry.msgid_plural, entry.msgstr, *entry.msgstr_plural.values(), entry.tcomment, entry.comment):
            yield from words(value)


def of_calendar(data):
    import icalendar

    for component in icalendar.Calendar.from_ical(text(data), multiple=True):
        for _, value in component.property_items():
            if isinstance(value, str) and not re.search("[<&]", value):
                yield from words(value)


def of_json(data):
    try:
        document = json.loads(text(data))
    except ValueError:
        return
    for string in strings(document):
        if SCHEME.match(string) and not re.search(r"[\s<>\"|^`{}\\]|[.,:;!?*)\]]$", string):
            yield string


def of_python(data):
    """The words of strings, in which adjacent literals are one. A formatted string has holes."""
    tree = list(ast.walk(ast.parse(data)))
    parts = {id(part) for node in tree if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in tree:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            for match in re.finditer(r"\b(?:https?|ftp)://[a-z0-9][^\s<>\"'()\[\]{}|^`\\]*", node.value):
                url = match[0].rstrip(".,:;!?*_")
                # A pattern, a template, or a URL that goes on in the next line.
                if not node.value.startswith(tuple("'([{\\\n"), match.end()) and "%" not in url:
                    yield url


def of_markdown(data):
    from markdown_it import MarkdownIt

    def hrefs(tokens):
        for token in tokens:
            if token.type == "link_open":
                yield token.attrGet("href")
            if token.type == "image":
                yield token.attrGet("src")
            yield from hrefs(token.children or [])

    return (url for url in hrefs(MarkdownIt("commonmark").parse(text(data))) if SCHEME.match(url))


def of_rst(data):
    import docutils.core
    import docutils.nodes
    import docutils.utils

    settings = {"report_level": 5, "halt_level": 6, "file_insertion_enabled": False, "raw_enabled": False}
    document = docutils.core.publish_doctree(text(data), settings_overrides=settings)
    for node in document.findall(docutils.nodes.reference):
        url = node.get("refuri", "")
        # A role such as `:pep:` makes a URL that stands nowhere.
        if SCHEME.match(url) and not node.rawsource.startswith(":"):
            yield url


NODE = """
const module = require('@asciidoctor/core');
const asciidoctor = typeof module == 'function' ? module() : module;
const fs = require('fs');
(async () => {
  for (const path of fs.readFileSync(0, 'utf8').split('\\n').filter(Boolean)) {
    let html = '';
    try { html = await asciidoctor.convert(fs.readFileSync(path, 'utf8'), {safe: 'secure'}); } catch (e) {}
    process.stdout.write(JSON.stringify(html) + '\\n');
  }
})();
"""


def all_asciidoc(paths):
    run = subprocess.run(["node", "-e", NODE], input="\n".join(map(str, paths)), capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"node: {run.stderr[-500:]}")
    for line in run.stdout.splitlines():
        parser = Attributes()
        parser.feed(json.loads(line))
        yield [url for url in parser.values if SCHEME.match(url)]


def of_man(data):
    """The words of the rendered page, without the lines being broken."""
    command = ["groff", "-man", "-Tutf8", "-P-cbou", "-rLL=9000n", "-rHY=0", "-Wall"]
    page = text(subprocess.run(command, input=data, capture_output=True).stdout)
    for url in re.findall(r"(?i)\b(?:https?|ftp)://[a-z0-9][^\s<>\"⟨⟩“”‘’…|^`{}\\]*", page):
        url = re.sub(r"[.,:;!?*)\]']+$", "", url) if url.count("(") == 0 else ""
        if url:
            yield url


def missing(format):
    modules = {"yaml": "yaml", "po": "polib", "calendar": "icalendar", "markdown": "markdown_it", "rst": "docutils"}
    try:
        importlib.import_module(modules.get(format, "sys"))
    except ImportError as error:
        return str(error)
    if format == "man" and not shutil.which("groff"):
        return "no groff"
    if format == "asciidoc":
        run = subprocess.run(["node", "-e", "require('@asciidoctor/core')"], capture_output=True) if shutil.which("node") else None
        if run is None or run.returncode:
            return "no @asciidoctor/core"
    return None


# The oracle, the extensions of its files, and the share that must agree. What differs was read:
# html: a host with an empty label. python: HTML in a string, patterns, templates. markdown: a target that ends in `?`. rst: a host with
# a backquote, and three that docutils cuts. yaml: two that a writer folded after a hyphen. po: `。` after a URL. calendar: hosts with an
# empty label.
# asciidoc: templates (`http://host:port`), an ellipsis after a URL, a final `*`. man: templates, whose holes are in another font.
FORMATS = {
    "html": (of_html, (".html", ".htm"), 0.999),
    "xml": (of_xml, (".xml", ".svg", ".rss", ".atom", ".rdf", ".xsl", ".docbook", ".page"), 0.99),
    "csv": (of_csv, (".csv", ".tsv"), 0.999),
    "json": (of_json, (".json", ".ipynb"), 0.999),
    "yaml": (of_yaml, (".yaml", ".yml"), 0.99),
    "toml": (of_toml, (".toml",), 0.99),
    "ini": (of_ini, (".ini", ".cfg", ".desktop", ".service"), 0.99),
    "po": (of_po, (".po", ".pot"), 0.99),
    "calendar": (of_calendar, (".ics",), 0.99),
    "python": (of_python, (".py",), 0.99),
    "markdown": (of_markdown, (".md", ".markdown"), 0.99),
    "rst": (of_rst, (".rst",), 0.99),
    "asciidoc": (None, (".adoc", ".asciidoc"), 0.97),
    "man": (of_man, tuple(f".{n}" for n in range(1, 10)), 0.99),
}


def files(folder, extensions, limit):
    def matches(name):
        return name.removesuffix(".gz").endswith(extensions)

    found = (Path(at) / name for at, _, names in sorted(os.walk(folder)) for name in sorted(names) if matches(name))
    found = [path for path in found if path.is_file() and not path.is_symlink()]
    return found[:: max(1, len(found) // limit)] if limit else found


def normalized(url):
    """Converters escape and unescape; the case of escapes and what is escaped do not count."""
    from urllib.parse import unquote

    return unquote(url).rstrip("/")


def main():
    urlgrep, format, folder = sys.argv[1:4]
    limit = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    oracle, extensions, share = FORMATS[format]
    reason = missing(format)
    if reason:
        print(f"{format}: skipped, {reason}")
        return 0
    paths = files(folder, extensions, limit)
    copies = tempfile.mkdtemp()
    inputs = []
    for i, path in enumerate(paths):
        data = path.read_bytes()
        data = gzip.decompress(data) if path.suffix == ".gz" else data
        copy = Path(copies) / f"{i}-{path.name.removesuffix('.gz')}"
        copy.write_bytes(data)
        inputs.append(copy)
    found = collections.defaultdict(collections.Counter)
    for start in range(0, len(inputs), 5000):
        # Python is one of the languages of `--as source`: the extension says which.
        forced = [] if format == "python" else ["--as", format]
        command = [urlgrep, "--json", "-a", *forced, *map(str, inputs[start : start + 5000])]
        run = subprocess.run(command, capture_output=True)
        if run.returncode not in (0, 1) or b"panicked" in run.stderr:
            sys.exit(f"urlgrep: status {run.returncode}, {text(run.stderr)[-500:]}")
        for line in run.stdout.splitlines():
            match = json.loads(line)
            found[match["path"]][normalized(match["url"])] += 1
            # An oracle does not join what a line break cut.
            for other in match.get("alternatives", []):
                if other["why"] == "join":
                    found[match["path"]][normalized(other["url"])] += 1
    asciidoc = all_asciidoc(inputs) if format == "asciidoc" else None
    equal, differences = 0, []
    for path, copy in zip(paths, inputs):
        try:
            expected = next(asciidoc) if asciidoc else list(oracle(copy.read_bytes()))
        except Exception as error:  # An oracle that fails on a file says nothing about it.
            print(f"{path}: {type(error).__name__}", file=sys.stderr)
            continue
        have = found[str(copy)]
        for url in expected:
            if have[normalized(url)]:
                equal += 1
            else:
                differences.append((path, url))
    shutil.rmtree(copies)
    total = equal + len(differences)
    for path, url in differences:
        print(f"{path}\t{url}")
    print(f"{format}: {equal} of {total} URLs in {len(paths)} files", file=sys.stderr)
    return int(total == 0 or equal < share * total)


if __name__ == "__main__":
    sys.exit(main())
