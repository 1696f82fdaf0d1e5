#!/usr/bin/env python3
"""Holds what `urlgrep --json` finds in mail of many charsets against what it finds in the same text in UTF-8.

    charsets.py URLGREP [SEED]

Python's codecs encode each text character by character, so the place of every character is known: of its bytes, and of these in
quoted-printable, base64 or encoded words. A URL must be that of the text in UTF-8 and stand where its characters do.
"""

import base64
import codecs
import json
import os
import random
import subprocess
import sys
import tempfile

MESSAGES = 6_000

WORDS = {
    "ja": "これは 日本語 の メール 表示 ソース 能力 十分 ヴァージョン 「例」 ｱｲｳ です。 、 （株）",
    "zh": "这是 中文 邮件 请看 链接 谢谢 公司 网站 陆路 。 ， 《信》",
    "tw": "這是 中文 功能 許可 蓋子 餐廳 育 擺 。 ， 「信」",
    "ko": "이것은 한국어 메일 입니다 회사 제품 주소",
    "ru": "Это русский текст сервер новости юг яблоко «адрес»",
    "de": "Grüße für Straße Öl Ärger über",
    "fr": "été voilà garçon naïve",
    "pl": "żółć gęślą jaźń łódź święto",
    "tr": "Türkçe güneş çiçek",
    "el": "Αυτό είναι μήνυμα ψωμί ώρα",
    "he": "זו הודעה בעברית שלום",
    "ar": "هذه رسالة مرحبا موقع",
    "th": "นี่คือ ข้อความ ภาษาไทย",
    "lv": "Šis ķīmija ģimene ņemt",
}

# Names, Python's codec, languages.
CHARSETS = [
    line.split("|")
    for line in """
iso-2022-jp csISO2022JP|iso2022_jp|ja
iso-2022-jp-2|iso2022_jp_2|ja zh ko el
iso-2022-jp-3|iso2022_jp_3|ja
shift_jis Shift-JIS x-sjis|shift_jis|ja
windows-31j cp932 ms932|cp932|ja
euc-jp x-euc-jp EUC_JP ujis|euc_jp|ja
gb2312 GB_2312-80 euc-cn EUC_CN eucgb2312_cn x-gbk|gb2312|zh
gbk cp936|gbk|zh tw
gb18030 GB-18030|gb18030|zh tw ja ko ar th
hz-gb-2312|hz|zh
big5 BIG-5 cn-big5 big5-eten big5_tw x-big5|big5|tw
Big5-HKSCS|big5hkscs|tw
euc-kr EUC_KR ksc5601|euc_kr|ko
ks_c_5601-1987 cp949 uhc windows-949|cp949|ko
iso-2022-kr|iso2022_kr|ko
koi8-r koi8r KOI8_R|koi8_r|ru
koi8-u|koi8_u|ru
windows-1251 cp1251 cp-1251 win-1251 Windows1251|cp1251|ru
iso-8859-5 ISO8859_5|iso8859_5|ru
x-mac-cyrillic|mac_cyrillic|ru
iso-8859-1 latin1 8859_1 ISO8859-1|latin_1|de fr
windows-1252 Cp1252|cp1252|de fr
iso-8859-15|iso8859_15|de fr
macintosh x-mac-roman|mac_roman|de fr
iso-8859-2|iso8859_2|pl
windows-1250|cp1250|pl
iso-8859-16|iso8859_16|pl
iso-8859-9|iso8859_9|tr
windows-1254|cp1254|tr
iso-8859-7|iso8859_7|el
windows-1253|cp1253|el
iso-8859-8 iso-8859-8-i|iso8859_8|he
windows-1255|cp1255|he
iso-8859-6|iso8859_6|ar
windows-1256|cp1256|ar
tis-620 TIS620|tis_620|th
windows-874 cp874|cp874|th
iso-8859-4|iso8859_4|lv
iso-8859-13|iso8859_13|lv pl
windows-1257|cp1257|lv
utf-8 UTF8 utf_8|utf-8|ja zh ko ru ar he th
utf-16|utf_16|ja ru de
utf-16le|utf_16_le|ja zh
utf-16be ucs-2|utf_16_be|ru ko
utf-32|utf_32|ja de
""".split("\n")
    if line
]


def encode(text, codec):
    """The text in the codec, and where the bytes of each character stand, without an escape sequence or a byte order mark."""
    encoder, octets, places = codecs.getincrementalencoder(codec)(), bytearray(), []
    for character in text:
        new = encoder.encode(character)
        after = new
        if codec.startswith("iso2022"):
            while after[:1] == b"\x1b":
                after = after[4 if after[1:3] in (b"$(", b"$)") else 3 :]
            after = after.lstrip(b"\x0e\x0f")
        elif codec == "hz" and after[:2] in (b"~{", b"~}"):
            after = after[2:]
        elif codec in ("utf_16", "utf_32") and not octets:
            after = after[len("".encode(codec)) :]
        octets += new
        places.append(range(len(octets) - len(after), len(octets)))
    return bytes(octets + encoder.encode("", True)), places


def base_64(octets, width=76):
    digits = base64.b64encode(octets)
    place = lambda digit: digit + digit // width
    lines = [digits[i : i + width] for i in range(0, len(digits), width)]
    return b"\n".join(lines), [(place(i * 8 // 6), place((i * 8 + 7) // 6) + 1) for i in range(len(octets))]


def quoted(octets, word=False):
    body, places, column = bytearray(), [], 0
    for octet in octets:
        plain = octet != 10 and chr(octet).isalnum() and octet < 128
        if not word:
            plain = plain or octet in b"\n!#$%&'()*+,-./:;<>?@[]^_{|}~\\\""
        escaped = bytes([octet]) if plain else b"=%02X" % octet
        if not word and column + len(escaped) > 75:
            body, column = body + b"=\n", 0
        places.append((len(body), len(body) + len(escaped)))
        body += escaped
        column = 0 if octet == 10 else column + len(escaped)
    return bytes(body), places


def as_they_are(octets):
    return octets, [(i, i + 1) for i in range(len(octets))]


def body(dice, name, codec, text, kind):
    """A message with this body, and where each character of it stands."""
    encodings = {"base64": base_64, "quoted-printable": quoted, "8bit": as_they_are}
    how = dice.choice(list(encodings))
    octets, characters = encode(text, codec)
    encoded, places = encodings[how](octets)
    charset = "" if "<meta" in text else f"; charset={name}"
    head = f"From: a@b\nContent-Type: text/{kind}{charset}\nContent-Transfer-Encoding: {how}\n\n".encode()
    places = [(a + len(head), b + len(head)) for a, b in places]
    return head + encoded + b"\n", [[places[i] for i in c] for c in characters]


def subject(dice, name, codec, text):
    """The same with the text as encoded words."""
    head, characters = bytearray(b"From: a@b\nSubject:"), []
    while text:
        how = dice.choice("BQ")
        words, text = text[: (n := dice.randint(3, 20))], text[n:]
        octets, each = encode(words, codec)
        encoded, places = base_64(octets, 10_000) if how == "B" else quoted(octets, word=True)
        head += f" =?{name}?{how}?".encode()
        characters += [[(a + len(head), b + len(head)) for a, b in (places[i] for i in c)] for c in each]
        head += encoded + b"?=\n"
    return bytes(head + b"\nx\n"), characters


def text_of(dice, language):
    words, pieces = WORDS[language].split(), []
    for _ in range(dice.randint(1, 3)):
        pieces += [dice.choice(words) + dice.choice(["", " ", " "]) for _ in range(dice.randint(0, 6))]
        url = "http://" + dice.choice(["a.example.com", "www.example.org"])
        url += dice.choice(["", "/", "/~joe/", "/p/%E3%81%82", "/q?a=1+b", "/x#top", f"/{dice.choice(words)}/"])
        left, right = dice.choice([("", " "), (" ", "\n"), ("<", ">"), ('"', '"'), ("", dice.choice(words))])
        pieces.append(left + url + right)
    return "".join(pieces)


def found(urlgrep, files):
    command = [urlgrep, "--json", "--headers", "--as", "message", "--join", "never", *files]
    lines = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if lines.returncode != 0 or lines.stderr:
        sys.exit(lines.stderr.decode())
    urls = {}
    for match in map(json.loads, lines.stdout.splitlines()):
        urls.setdefault(match["path"], []).append((match["url"], match["start"], match["end"]))
    return urls


def make(dice):
    """A message in some charset, one with the same text in UTF-8, where the text of that begins, and where each character stands."""
    names, codec, languages = dice.choice(CHARSETS)
    is_wide = codec.startswith("utf_")
    name, shape = dice.choice(names.split()), dice.choice(["plain", "html", "plain" if is_wide else "subject"])
    language = dice.choice(languages.split())
    text = text_of(dice, language)
    if shape == "subject":
        text = text.replace("\n", " ")
        head = "From: a@b\nSubject: "
        message, places = subject(dice, name, codec, text)
    else:
        if shape == "html":
            meta = "<p>" if codec.startswith("utf") else f'<meta charset="{name}">'
            # So long that it is no UTF-8 by chance.
            text = meta + WORDS[language] + text.replace("<http", '<a href="http').replace(">", '">')
        head = f"From: a@b\nContent-Type: text/{shape}; charset=utf-8\n\n"
        message, places = body(dice, name, codec, text, shape)
    return name, message, (head + text + "\n\nx\n").encode(), len(head), places


def main():
    urlgrep, dice = sys.argv[1], random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1738)
    made, urls = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(MESSAGES):
            try:
                name, message, same, start, places = make(dice)
            except UnicodeEncodeError:
                continue
            paths = [os.path.join(folder, f"{number}.{kind}") for kind in ("mail", "utf8")]
            for path, content in zip(paths, (message, same)):
                with open(path, "wb") as file:
                    file.write(content)
            made[number] = (name, paths, message, same, start, places)
        got = found(urlgrep, [paths[0] for _, paths, *_ in made.values()])
        utf8 = found(urlgrep, [paths[1] for _, paths, *_ in made.values()])
    for name, paths, message, same, start, places in made.values():
        want = []
        for url, first, end in utf8.get(paths[1], []):
            first, end = (len(same[start:at].decode()) for at in (first, end))
            want.append((url, places[first][0][0], places[end - 1][-1][1]))
        if got.get(paths[0], []) != want:
            sys.exit(f"{name}: {got.get(paths[0])} and not {want} in\n{message!r}")
        urls += len(want)
    if urls < MESSAGES:
        sys.exit(f"only {urls} URLs")
    print(f"{len(made)} messages in {len(CHARSETS)} charsets, {urls} URLs: as in UTF-8")


main()
