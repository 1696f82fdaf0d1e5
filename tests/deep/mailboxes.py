#!/usr/bin/env python3
"""Builds mailboxes with Python's `email` and `mailbox` and holds what `urlgrep --json` says against what was put in.

    mailboxes.py URLGREP [SEED [FOLDER]]

FOLDER, which must not be there yet, keeps the mailboxes.

A writer's text is made byte by byte, so the place of every character of every URL in it is known. From there the truth follows
the bytes: through the transfer encoding that `email` chose (each byte's place is found by walking over the encoded body, which
must decode to the text again), through `>From `, to where that body lies in the file, with LF or CRLF. Nothing that urlgrep
says is used for it. Of each match message, Message-ID, part, line, column, start, end and segments must be right, and what the
segments hold must spell the URL once it is decoded. Everything else in the mailboxes holds URLs that nobody should be shown.
"""

import base64
import binascii
import bz2
import gzip
import html
import json
import lzma
import mailbox
import os
import quopri
import random
import re
import struct
import subprocess
import sys
import tempfile
import warnings
from bisect import bisect_left
from email.header import Header
from email.message import EmailMessage
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.policy import SMTP, default
from urllib.parse import quote

URLS = 20_000

DIGITS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
WORDS = """and the of a=3D =20 equals= 100% From one, two; three: thé naïve // http: mailto: :// www <b@ >x news: C:\\dir 12:30
    -- == ~ --b --=_b end.""".split()


class Text:
    """What a writer wrote: bytes, and of each URL in them where its characters stand."""

    def __init__(self, charset="utf-8"):
        self.bytes = bytearray()
        self.charset = charset
        self.urls = []

    def put(self, text):
        start = len(self.bytes)
        self.bytes += text.encode(self.charset, "replace")
        return start, len(self.bytes)

    def url(self, url, write=None, before=lambda i: ""):
        """Writes a URL; `write` gives how a character is written, `before` what is put in before one."""
        places = []
        for i, character in enumerate(url):
            self.put(before(i))
            places.append(self.put(write(character) if write else character))
        self.urls.append((url, places))


class Leaf:
    """A body that lies in a file as it is: its bytes, and of each URL the runs of bytes that it comes from.

    A character is whole, from the first byte that encodes it to the last. A run ends where the text or the file has something
    between two characters; in base64 what is left out may take no digit for itself.
    """

    def __init__(self, kind, encoding, number, text, payload, octet_of, place_of):
        self.kind, self.encoding, self.number = kind, encoding, number
        self.payload = payload
        # Of each URL: itself, its runs, and which octet of the body each begins with.
        self.urls = []
        for url, characters in text.urls:
            runs, octets, before = [], [], None
            for start, end in characters:
                first, last = place_of(octet_of(start))[0], place_of(octet_of(end - 1))[1]
                if before == start and first <= runs[-1][1]:
                    runs[-1][1] = last
                else:
                    runs.append([first, last])
                    octets.append(octet_of(start))
                before = end
            self.urls.append((url, runs, octets))

    def replace(self, old, new, keep):
        """Every `old` becomes `new`, whose last `keep` bytes are the old ones."""
        at = [m.start() for m in re.finditer(old, self.payload)]
        grows = len(new) - keep

        def moved(place):
            return place + grows * bisect_left(at, place + 1)

        self.payload = re.sub(old, lambda _: new, self.payload)
        self.urls = [(url, [[moved(a), moved(b - 1) + 1] for a, b in runs], octets) for url, runs, octets in self.urls]


def quoted_printable_places(payload, octets):
    places, at = [], 0
    while at < len(payload):
        if payload[at : at + 2] == b"=\n":
            at += 2
            continue
        size = 3 if payload[at : at + 1] == b"=" else 1
        places.append((at, at + size))
        at += size
    assert len(places) == len(octets), "as many characters as octets"
    return lambda i: places[i]


def base64_places(payload):
    digits = [i for i, byte in enumerate(payload) if byte in DIGITS]

    def places(i):
        # Six bits a digit: an octet lies in two. Between them may stand a line break, never within a run of ours.
        first, last = digits[8 * i // 6], digits[(8 * i + 7) // 6]
        assert last == first + 1
        return first, last + 1

    return places


def uuencoded(octets, dice):
    """With blanks or backquotes for zeros; some programs drop the blanks at the end of a line."""
    backtick = dice.random() < 0.5
    lines = [binascii.b2a_uu(octets[i : i + 45], backtick=backtick).decode() for i in range(0, len(octets), 45)]
    if dice.random() < 0.5:
        lines = [line.rstrip(" \n") + "\n" for line in lines]
    return "begin 644 a text.txt\n" + "".join(lines) + "`\nend\n"


def uuencode_places(payload, octets):
    places, start = [], payload.index(b"\n") + 1
    for line in payload[start:].splitlines(keepends=True)[:-2]:
        # After the length, each digit has six bits. A byte of which a digit was dropped ends with the other one.
        end = start + len(line) - 1
        for i in range((line[0] - 32) & 63):
            places.append((start + 1 + 8 * i // 6, min(start + 2 + (8 * i + 7) // 6, end)))
        start += len(line)
    assert len(places) == len(octets), "as many places as octets"
    return lambda i: places[i]


class Builder:
    """Messages, and the leaves of the one that is being built, in the order in which they will lie in the file."""

    def __init__(self, dice, urls):
        self.dice, self.left = dice, urls
        self.total = 0
        self.leaves = []

    def chance(self, of):
        return self.dice.random() < of

    def word(self, low, high):
        return "".join(self.dice.choices(LETTERS, k=self.dice.randint(low, high)))

    # URLs

    def new_url(self):
        self.left -= 1
        self.total += 1
        dice = self.dice
        scheme = dice.choice(["http", "http", "https", "ftp"])
        url = f"{scheme}://{self.word(1, 8).lower()}{self.total}.example.{dice.choice(['org', 'com', 'net'])}"
        if self.chance(0.1):
            url += f":{dice.randint(1, 65535)}"
        url += "/"
        wanted = dice.choice([0, 10, 30, 60, 90, 200, 400])
        while len(url) < wanted:
            url += self.word(1, 20) + dice.choice(["/", "/~", "-", "_", ".", "+", "%20", "%C3%A9", ",", ";v=", "/@"])
        url += self.word(1, 5)
        if scheme != "ftp" and self.chance(0.4):
            pairs = [f"{self.word(1, 6)}={self.word(1, 12)}" for _ in range(dice.randint(1, 4))]
            url += "?" + "&".join(pairs)
            if self.chance(0.3):
                url += "#" + self.word(1, 9)
        return url

    def prose(self, charset="utf-8"):
        """A few words on a line that begins no URL's, nor ends one."""
        words = self.dice.choices(WORDS, k=self.dice.randint(0, 9))
        text = " ".join(["and", *words, "so"])
        return text.encode(charset, "replace").decode(charset)

    def plain(self, prefix="", charset="utf-8"):
        text = Text(charset)
        text.put(f"{prefix}leaf {self.word(20, 20)}\n")
        for _ in range(min(self.left, self.dice.randint(0, 7))):
            kind = self.dice.randint(0, 5)
            if self.chance(0.2):
                text.put(f"{prefix}From {self.prose(charset)}\n")
            text.put(prefix + self.prose(charset))
            url = self.new_url()
            if kind == 0:
                # Broken over lines, as the appendix has it. A `-` there has two readings, a `=` in its column is a soft break.
                breaks = {i for i in range(12, len(url)) if url[i - 1] not in "-=" and self.chance(0.02)}
                breaks = sorted(breaks)[:6]
                text.put(self.dice.choice([" <URL:", " <URL: ", f" <URL:\n{prefix}"]))
                text.url(url, before=lambda i: f"\n{prefix}" if i in breaks else "")
                text.put("> and\n")
            else:
                open, close = [(" ", " "), (" <", ">"), (" <URL:", ">"), (" (", ") "), (' "', '" ')][kind - 1]
                text.put(open)
                text.url(url)
                text.put(f"{close}{self.prose(charset)}\n")
            text.put(f"{prefix}\n" if self.chance(0.5) else "")
        text.put(f"{prefix}{self.prose(charset)}\n")
        return text

    def flowed(self):
        """RFC 3676 with DelSp=yes: soft breaks anywhere, also in URLs."""
        text = Text()
        prefix = self.dice.choice(["", "", "> ", ">> "])
        column = 0

        def soft(_):
            nonlocal column
            column += 1
            if column > 40 and self.chance(0.1):
                column = 0
                return f" \n{prefix}"
            return ""

        def words(some):
            for character in some:
                # A line that begins with one of these would need to be stuffed.
                if character not in " >F":
                    text.put(soft(0))
                text.put(character)

        text.put(f"{prefix}leaf {self.word(20, 20)}\n")
        for _ in range(min(self.left, self.dice.randint(1, 5))):
            column = 0
            text.put(prefix)
            words(self.prose() + " <")
            text.url(self.new_url(), before=soft)
            text.put(">")
            words(" " + self.prose())
            text.put(f"\n{prefix}\n")
        return text

    def reference(self, character):
        if character == "&" or self.chance(0.02):
            code = ord(character)
            forms = [f"&#{code};", f"&#x{code:x};", f"&#X{code:04X};"]
            return self.dice.choice(forms + ["&amp;"] * 9 if character == "&" else forms)
        return html.escape(character)

    def html(self):
        text = Text()
        text.put('<!DOCTYPE html PUBLIC "-//W3C//DTD" "http://no.example/dtd">\n<html xmlns="http://no.example/xmlns">\n')
        text.put(f"<p>leaf {self.word(20, 20)}<br>caf&eacute;\n")
        for _ in range(min(self.left, self.dice.randint(0, 6))):
            url = self.new_url()
            if self.chance(0.5):
                quote = self.dice.choice("'\"")
                broken = self.dice.randint(12, len(url)) if self.chance(0.2) else None
                text.put(f"<a class=x href={quote}")
                text.url(url, self.reference, lambda i: "\n   " if i == broken else "")
                text.put(f"{quote}>h&eacute;re</a>")
            else:
                text.put(self.dice.choice(["<p>", "or&nbsp;", "\n", "see "]))
                text.url(url, self.reference)
            text.put(self.dice.choice(["<br>", " so ", "&nbsp;or", "\n\n"]))
        text.put('<img src="cid:part1@example.org"></html>\n')
        return text

    # Parts

    def leaf(self, number):
        kind = self.dice.choices(["plain", "flowed", "html", "utf-16", "iso-2022-jp"], [10, 3, 5, 1, 1])[0]
        if kind == "utf-16":
            return self.wide(number)
        prefix = self.dice.choice(["", "", "> ", "> > ", ">> ", "| "])
        text = {
            "plain": lambda: self.plain(prefix),
            "flowed": self.flowed,
            "html": self.html,
            "iso-2022-jp": lambda: self.plain(prefix),
        }[kind]()
        content, charset = text.bytes.decode(), "utf-8"
        if kind == "iso-2022-jp":
            text, content = self.japanese(text, content)
            charset = kind
        elif all(ord(c) < 256 for c in content) and self.chance(0.3):
            text, content = self.latin(text, content)
            charset = "iso-8859-1"
        part = EmailMessage(
            policy=self.dice.choice([default, SMTP]).clone(max_line_length=self.dice.choice([78, 78, 64, 40, 30]))
        )
        ascii = all(byte < 128 for byte in text.bytes)
        encoding = self.dice.choice(["quoted-printable", "base64", "7bit" if ascii else "8bit"])
        parameters = {"format": "flowed", "delsp": "yes"} if kind == "flowed" else {}
        disposition = "attachment" if self.chance(0.1) else None
        part.set_content(
            content,
            subtype="html" if kind == "html" else "plain",
            charset=charset,
            cte=encoding,
            params=parameters,
            disposition=disposition,
            filename="a text.txt" if disposition else None,
        )
        if kind == "html" and charset == "utf-8" and self.chance(0.3):
            self.make_unnamed(part)
        if self.chance(0.1):
            encoding = "x-uuencode"
        octets, octet_of = bytes(text.bytes), lambda i: i
        if encoding in ("base64", "x-uuencode") and part.policy.linesep == "\r\n":
            lines = [i for i, byte in enumerate(octets) if byte == 10]
            octets, octet_of = octets.replace(b"\n", b"\r\n"), lambda i: i + bisect_left(lines, i)
        if encoding == "x-uuencode":
            part.replace_header("Content-Transfer-Encoding", encoding)
            part._payload = uuencoded(octets, self.dice)
        # Only what base64 and uuencode hide has line breaks of its own.
        part.policy = default
        return self.remember(part, kind, encoding, number, text, octets, octet_of)

    def make_unnamed(self, part):
        """Only the name of the file says what the part is: a word, or in RFC 2231's form, or encoded words in quotes."""
        begin, end = self.dice.choice(["", "Rechnung für ", "請求書"]), self.dice.choice([".html", ".HTM", " x.htm"])
        name = begin + self.word(1, 90) + end
        field, key = self.dice.choice([("Content-Type", "name"), ("Content-Disposition", "filename")])
        form = self.dice.randint(0, 2)
        if form == 0:
            message = EmailMessage()
            message.add_header("X", "x", **{key: name})
            parameters = message["X"].removeprefix("x")
        elif form == 1:
            pieces = [quote(name[i : i + 9], safe="") for i in range(0, len(name), 9)]
            sections = [f"{key}*{i}*={octets}" for i, octets in enumerate(pieces)]
            sections[0] = sections[0].replace("*=", "*=utf-8''", 1)
            self.dice.shuffle(sections)
            parameters = "".join(f";\n {section}" for section in sections)
        else:
            parameters = f';\n {key}="{Header(name, "utf-8", maxlinelen=40).encode()}"'
        del part["Content-Disposition"], part["Content-Type"]
        for name, value in [("Content-Type", "application/octet-stream"), ("Content-Disposition", "attachment")]:
            # `email` would write the parameters in its own form.
            part._headers.append((name, value + (parameters if name == field else "")))

    def japanese(self, text, content):
        """The same in ISO-2022-JP, its accents made two-byte characters."""
        content = content.replace("é", "日本").replace("ï", "語")
        other, done = Text("iso-2022-jp"), 0
        for url, places in text.urls:
            before = bytes(text.bytes[done : places[0][0]]).decode()
            other.put(before.replace("é", "日本").replace("ï", "語"))
            shift = len(other.bytes) - places[0][0]
            done = places[-1][1]
            other.bytes += text.bytes[places[0][0] : done]
            other.urls.append((url, [(a + shift, b + shift) for a, b in places]))
        other.put(bytes(text.bytes[done:]).decode().replace("é", "日本").replace("ï", "語"))
        assert bytes(other.bytes).decode("iso-2022-jp") == content
        return other, content

    def latin(self, text, content):
        """The same in ISO-8859-1."""
        other = Text("iso-8859-1")
        other.bytes += content.encode("iso-8859-1")
        for url, places in text.urls:
            shift = len(bytes(text.bytes[: places[0][0]]).decode()) - places[0][0]
            other.urls.append((url, [(a + shift, b + shift) for a, b in places]))
        return other, content

    def wide(self, number):
        text = self.plain(charset="utf-16-le")
        content = bytes(text.bytes).decode("utf-16-le")
        part = MIMEText(content, "plain", "utf-16")
        octets = content.encode("utf-16")
        assert octets[:2] == b"\xff\xfe"
        return self.remember(part, "utf-16", "base64", number, text, octets, lambda i: i + 2)

    def remember(self, part, kind, encoding, number, text, octets, octet_of):
        assert part.get_payload(decode=True) == octets, "what was written can be read"
        payload = part._payload.encode("ascii", "surrogateescape")
        if encoding == "quoted-printable":
            place_of = quoted_printable_places(payload, octets)
        elif encoding == "base64":
            place_of = base64_places(payload)
        elif encoding == "x-uuencode":
            place_of = uuencode_places(payload, octets)
        else:
            place_of = lambda i: (i, i + 1)
        leaf = Leaf(kind, encoding, number, text, payload, octet_of, place_of)
        self.leaves.append(leaf)
        return part

    def other(self):
        """What is no text."""
        part = EmailMessage()
        size = self.dice.choice([30, 3000, 3000, 1_500_000 if self.chance(0.02) else 10])
        content = b" http://no.example/picture " * (size // 27 + 1)
        part.set_content(content, maintype="image", subtype="png", filename="http://no.example/name.png")
        return part

    def entity(self, number, of_message, depth):
        """A part with this number, or the body of the message with this number."""
        own = number
        if of_message and number:
            own = f"{number}.1"
        kind = self.dice.choices(
            ["leaf", "alternative", "mixed", "related", "digest", "message"], [6, 2, 2, 1, 1, 1] if depth else [1, 0, 0, 0, 0, 0]
        )[0]
        if kind == "leaf":
            return self.leaf(own)
        if kind == "message":
            part = EmailMessage()
            part.set_content(self.message(own or "1", depth - 1))
            return part
        part = MIMEMultipart(kind, policy=default)
        # One boundary begins like the other.
        part.set_boundary("=_b" + "=_b" * (4 - depth) + self.dice.choice(["", "--x", " y", "'"]))
        beside = self.chance(0.3)
        if beside:
            part.preamble = self.beside("--\n", number)
        for child in range(1, self.dice.randint(1, 4) + 1):
            numbered = f"{number}.{child}" if number else str(child)
            if kind == "digest":
                inner = MIMEMessage(self.message(numbered, depth - 1))
                if self.chance(0.6):
                    del inner["Content-Type"]
                    inner.set_default_type("message/rfc822")
                part.attach(inner)
            elif self.chance(0.12):
                part.attach(self.other())
            else:
                part.attach(self.entity(numbered, False, depth - 1))
        if beside:
            part.epilogue = self.beside("--=_c\n", number)
        return part

    def beside(self, line, number):
        """Text before the first part of a multipart or after its last one."""
        text = self.plain()
        text.put(line)
        octets = bytes(text.bytes)
        self.leaves.append(Leaf("plain", "8bit", number, text, octets, lambda i: i, lambda i: (i, i + 1)))
        return octets.decode("ascii", "surrogateescape")

    def message(self, number="", depth=3):
        message = self.entity(number, True, depth)
        message["From"] = "joe@example.org"
        message["To"] = "jane@example.org"
        message["Subject"] = self.dice.choice(["hello", "see http://no.example/subject", "=?utf-8?q?na=C3=AFve?="])
        message["Date"] = "Mon, 03 Jan 1994 10:00:00 +0000"
        if self.chance(0.3):
            message["List-Unsubscribe"] = "<http://no.example/" + "unsubscribe/" * 9 + ">, <mailto:no@no.example>"
        if number or self.chance(0.95):
            message["Message-ID"] = f"<{self.word(5, 30)}.{self.total}@example.org>"
        return message


class Box:
    """A mailbox of a kind, with its files' truth."""

    def __init__(self, folder, kind, crlf, dice, urls):
        self.path = os.path.join(folder, f"{kind}-{'crlf' if crlf else 'lf'}")
        self.kind, self.crlf = kind, crlf
        self.truth = {}
        builder = Builder(dice, urls)
        box = {
            "mbox": mailbox.mbox,
            "mmdf": mailbox.MMDF,
            "babyl": mailbox.Babyl,
            "maildir": mailbox.Maildir,
            "mh": mailbox.MH,
        }[kind](self.path)
        messages = []
        while builder.left > 0:
            message = builder.message()
            leaves, builder.leaves = builder.leaves, []
            key = box.add(message)
            messages.append((key, message["Message-ID"], leaves))
        box.flush()
        if kind in ("maildir", "mh"):
            for key, id, leaves in messages:
                name = box._lookup(key) if kind == "maildir" else str(key)
                self.take(os.path.join(self.path, name), [(id, leaves)])
        else:
            self.take(self.path, [(id, leaves) for _, id, leaves in messages])
        box.close()

    def take(self, path, messages):
        """Remembers where in a file the URLs of these messages stand."""
        with open(path, "rb") as file:
            data = file.read()
        if self.crlf:
            data = data.replace(b"\n", b"\r\n")
            with open(path, "wb") as file:
                file.write(data)
        newlines = [m.start() for m in re.finditer(b"\n", data)]
        truth, at = [], 0
        for number, (id, leaves) in enumerate(messages, 1):
            for leaf in leaves:
                if self.kind in ("mbox", "mmdf") and leaf.kind != "utf-16":
                    leaf.replace(rb"(?m)^From ", b">From ", 5)
                if self.crlf:
                    leaf.replace(rb"\n", b"\r\n", 1)
                at = data.index(leaf.payload, at)
                for url, runs, octets in leaf.urls:
                    runs = [[at + a, at + b] for a, b in runs]
                    start = runs[0][0]
                    line = bisect_left(newlines, start)
                    column = start - (newlines[line - 1] if line else -1)
                    match = {
                        "message": {"number": number} | ({"id": id.strip("<>")} if id else {}),
                        "part": leaf.number,
                        "line": line + 1,
                        "column": column,
                        "start": start,
                        "end": runs[-1][1],
                        "url": url,
                        "segments": runs,
                    }
                    truth.append((match, leaf, octets))
                at += len(leaf.payload)
        truth.sort(key=lambda one: one[0]["start"])
        self.truth[path] = truth


def spelt(data, match, leaf, octets):
    """What a match's segments hold, decoded as its part is encoded."""
    raw = b""
    for (start, end), octet in zip(match["segments"], octets):
        run = data[start:end]
        if leaf.encoding == "quoted-printable":
            run = quopri.decodestring(run)
        elif leaf.encoding == "base64":
            run = octets_of((DIGITS.index(digit) for digit in run if digit in DIGITS), octet)
        elif leaf.encoding == "x-uuencode":
            run = octets_of(uuencode_digits(data, start, end), octet)
        raw += run
    if leaf.kind == "utf-16":
        return raw.decode("utf-16-le", "replace")
    text = raw.decode("latin-1")
    return html.unescape(text) if leaf.kind == "html" else text


def octets_of(digits, octet):
    """The octets in these digits, of which the first is the one with this index."""
    bits = "".join(f"{digit:06b}" for digit in digits)[8 * octet % 6 :]
    return bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits) - 7, 8))


def uuencode_digits(data, start, end):
    """The digits in this run, without those that say how long a line is, and with those that were dropped at its end."""
    while start < end:
        line = data.rindex(b"\n", 0, start) + 1
        stop = data.index(b"\n", start)
        start = max(start, line + 1)
        digits = data[start : min(end, stop)].rstrip(b"\r")
        if end > start + len(digits) or data[end : end + 1] in (b"\r", b"\n"):
            needed = (((data[line] - 32) & 63) * 4 + 2) // 3
            digits = digits.ljust(needed - (start - line - 1))
        yield from ((digit - 32) & 63 for digit in digits)
        start = stop + 1


def asked(urlgrep, paths, *options):
    ran = subprocess.run([urlgrep, "--json", *options, *paths], capture_output=True)
    if ran.stderr or ran.returncode not in (0, 1):
        sys.exit(f"urlgrep ended with {ran.returncode}: {ran.stderr.decode()}")
    return ran.stdout


def check(output, truth, data_of):
    """How many matches are right; prints the first that are not."""
    found = {path: [] for path in truth}
    for line in output.splitlines():
        match = json.loads(line)
        match.setdefault("segments", [[match["start"], match["end"]]])
        match.setdefault("part", "")
        found.setdefault(match["path"], []).append(match)
    right = wrong = 0
    for path, matches in found.items():
        want = {one["start"]: (one, leaf, octets) for one, leaf, octets in truth.get(path, [])}
        data = data_of(path)
        for match in matches:
            one, leaf, octets = want.pop(match["start"], (None, None, None))
            if one is None:
                problem = "invented"
            elif differs := {key: (match.get(key), value) for key, value in one.items() if match.get(key) != value}:
                problem = f"differs, found and wanted: {differs}"
            elif spelt(data, match, leaf, octets) != match["url"]:
                problem = f"its segments spell {spelt(data, match, leaf, octets)!r}"
            else:
                right += 1
                continue
            wrong += 1
            if wrong <= 10:
                about = f"{leaf.kind}, {leaf.encoding}" if leaf else ""
                print(f"{path}: {problem}\n  {match}\n  {about} {data[match['start'] - 60 : match['end'] + 60]!r}")
        for one, leaf, _ in want.values():
            wrong += 1
            if wrong <= 10:
                around = data[one["start"] - 60 : one["end"] + 60]
                print(f"{path}: not found\n  {one}\n  {leaf.kind}, {leaf.encoding} {around!r}")
    if wrong:
        sys.exit(f"{right} matches are right, {wrong} are wrong or missing")
    return right


def zstd(data):
    """RFC 8878 section 3.1.1: a frame for each MiB, of blocks as they are."""
    out = b""
    for start in range(0, len(data), 1 << 20):
        frame = data[start : start + (1 << 20)]
        # Magic number; a single segment with a size of four bytes.
        out += struct.pack("<IBI", 0xFD2FB528, 0xA0, len(frame))
        blocks = [frame[i : i + (100 << 10)] for i in range(0, len(frame), 100 << 10)]
        for i, block in enumerate(blocks):
            out += struct.pack("<I", len(block) << 3 | (i == len(blocks) - 1))[:3] + block
    return out


def gzip_members(data):
    """Three members, one of them empty."""
    half = len(data) // 2
    return gzip.compress(data[:half]) + gzip.compress(b"") + gzip.compress(data[half:])


CODECS = {"gzip": ("gz", gzip_members), "bzip2": ("bz2", bz2.compress), "xz": ("xz", lzma.compress), "zstd": ("zst", zstd)}


def compressed(urlgrep, folder, box):
    """The same mailbox once more, compressed: places count in the decompressed stream."""
    with open(box.path, "rb") as file:
        data = file.read()
    for name, (suffix, compress) in CODECS.items():
        path = f"{box.path}.{suffix}"
        with open(path, "wb") as file:
            file.write(compress(data))
        right = check(asked(urlgrep, [path]), {path: box.truth[box.path]}, lambda _: data)
        print(f"{os.path.basename(path)}: {right} URLs")


def main():
    urlgrep, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1738
    if len(sys.argv) > 3:
        os.makedirs(sys.argv[3])
        return run(urlgrep, seed, sys.argv[3])
    with tempfile.TemporaryDirectory(prefix="urlgrep-mailboxes-") as folder:
        run(urlgrep, seed, folder)


def run(urlgrep, seed, folder):
    # Old messages written in the new style make Python complain.
    warnings.simplefilter("ignore")
    dice = random.Random(seed)
    boxes = []
    for kind in ("mbox", "maildir", "mh", "mmdf", "babyl"):
        for crlf in (False, True):
            boxes.append(Box(folder, kind, crlf, dice, URLS // 10))

    def data_of(path):
        with open(path, "rb") as file:
            return file.read()

    total = 0
    for box in boxes:
        output = asked(urlgrep, [box.path])
        right = check(output, box.truth, data_of)
        if asked(urlgrep, [box.path], "-j1") != output:
            sys.exit(f"{box.path}: one thread finds something else")
        print(f"{os.path.basename(box.path)}: {right} URLs in {len(box.truth)} files")
        total += right
    if total != URLS:
        sys.exit(f"{total} URLs, not {URLS}")
    for box in boxes[:2]:
        compressed(urlgrep, folder, box)
    print(f"{total} URLs found where they were put (seed {seed})")


if __name__ == "__main__":
    main()
