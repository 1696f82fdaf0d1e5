#!/usr/bin/env python3
"""The report in a real browser: tests/deep/report.py PROGRAM [--pictures FOLDER PATH... | --picture FILE PATH...]

Makes a mailbox, writes its report, opens it in headless Chromium without a network, and searches, sorts, filters and downloads as a user
would. The results are compared with what was put into the mailbox. Without Chromium nothing is tested, and it says so.

With --pictures, also writes a picture at the width of a phone, of a screen (light and dark), and of paper, of the report of PATH. With --picture, writes one of its beginning; tools/picture makes that of docs/report.md.
"""

import base64
import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from browser import Browser, find_chromium

SCHEMES = ["http", "https", "ftp", "gopher"]
MESSAGES = 600
HOSTILE = '</script><img src=x onerror="document.title=1">\u202egpj.exe'


def mailbox(path):
    """Writes messages with one URL each, and returns what the report should say of each."""
    wanted = []
    with open(path, "w", encoding="utf-8", newline="\n") as out:
        for i in range(MESSAGES):
            scheme = SCHEMES[i * i % len(SCHEMES) if i % 3 else i % len(SCHEMES)]
            host = f"h{i % 37}.example.org"
            url = f"{scheme}://{host}/page{i}"
            year, month = 1994 + i // 60, i % 12 + 1
            sender = f"writer{i % 11}@example.net"
            subject = HOSTILE if i == 7 else f"=cmd|{i}" if i == 8 else f"Subject {i}"
            out.write(f"From {sender} Mon Jan  1 00:00:00 {year}\nFrom: Writer {i % 11} <{sender}>\nSubject: {subject}\n"
                      f"Date: 15 {'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split()[month - 1]} {year} 12:00:00 +0000\n"
                      f"Message-ID: <{i}@example.net>\nReferences: <{i - i % 5}@example.net> <{i - 1}@example.net>\n\nBefore {i} <b>\nsee {url} now\nafter\n\n")
            wanted.append({"url": url, "scheme": scheme, "host": host, "from": f"Writer {i % 11} <{sender}>",
                           "subject": subject, "date": f"{year}-{month:02}-15T12:00:00Z", "message": i + 1, "line": 9 + i * 11,
                           "id": f"{i}@example.net", "thread": f"{i - i % 5}@example.net"})
    return wanted


def check(what, found, wanted):
    if found != wanted:
        sys.exit(f"report: {what}: found {str(found)[:300]!r}, wanted {str(wanted)[:300]!r}")


TYPE = """(() => {{ const e = document.querySelector({0}); e.value = {1};
  e.dispatchEvent(new Event("input")); e.dispatchEvent(new Event("change")); }})()"""
# The names and the content of downloads, which are not written.
CATCH = """(() => { window.saved = []; const of = URL.createObjectURL;
  URL.createObjectURL = (blob) => { saved.push(blob.text()); return of(blob); };
  HTMLAnchorElement.prototype.click = function () {}; })()"""


def count(browser):
    return int(browser.run("document.querySelector('.count').textContent").split(" ")[0].replace(",", ""))


def type_in(browser, selector, text):
    browser.run(TYPE.format(json.dumps(selector), json.dumps(text)))
    time.sleep(0.3)


def saved(browser, name):
    browser.run(f"document.getElementById('save-{name}').click()")
    return browser.run("saved.pop()")


def test(browser, urlgrep, folder):
    wanted = mailbox(folder / "box.mbox")
    report = folder / "report.html"
    subprocess.run([urlgrep, "report", "-o", report, folder / "box.mbox"], check=True)
    browser.width(1280)
    browser.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    browser.open(report)
    browser.run(CATCH)

    check("title", browser.run("document.title"), "URLs in box.mbox")
    check("images", browser.run("document.querySelectorAll('img, a, iframe, link').length"), 0)
    check("all rows", count(browser), MESSAGES)
    check("rows on the page", browser.run("document.querySelectorAll('.rows tbody tr').length") < 60, True)
    tile = "[...document.querySelectorAll('.tiles div')].map((e) => e.querySelector('dd').firstChild.data)"
    check("sums", browser.run(tile), [str(n) for n in [MESSAGES, 37, MESSAGES, 11, 1]])

    def keys(row):
        return {key: row[key] for key in wanted[0]}

    check("JSON", [keys(row) for row in json.loads(saved(browser, "json"))], wanted)
    lines = list(csv.DictReader(io.StringIO(saved(browser, "csv"))))
    check("CSV", [(line["url"], line["line"]) for line in lines], [(row["url"], str(row["line"])) for row in wanted])
    check("a formula in CSV", lines[8]["subject"], "'=cmd|8")
    check("a hostile subject in CSV", lines[7]["subject"], HOSTILE)
    check("context", json.loads(saved(browser, "json"))[3]["text"], f"Before 3 <b>\nsee {wanted[3]['url']} now\nafter")

    type_in(browser, "#search", "host:h5.example.org writer4@")
    some = [row for row in wanted if row["host"] == "h5.example.org" and "writer4@" in row["from"]]
    check("search", [keys(row) for row in json.loads(saved(browser, "json"))], some)
    type_in(browser, "#search", "PAGE59")
    check("search in any case", count(browser), sum("page59" in row["url"] for row in wanted))
    type_in(browser, "#search", "nothing-has-this")
    check("nothing found", count(browser), 0)
    check("JSON of nothing", json.loads(saved(browser, "json")), [])
    type_in(browser, "#search", "")

    type_in(browser, "#choose-scheme", "gopher")
    type_in(browser, "#choose-date", "1995")
    some = [row for row in wanted if row["scheme"] == "gopher" and row["date"].startswith("1995")]
    check("filters", [row["url"] for row in json.loads(saved(browser, "json"))], [row["url"] for row in some])
    type_in(browser, "#choose-scheme", "")
    type_in(browser, "#choose-date", "")

    sort = "document.querySelector('.rows th.col-{} button').click()"
    aria = "document.querySelector('.rows th.col-url').getAttribute('aria-sort')"
    for direction, order in [("ascending", False), ("descending", True)]:
        browser.run(sort.format("url"))
        check("aria-sort", browser.run(aria), direction)
        found = [row["url"] for row in json.loads(saved(browser, "json"))]
        check(f"sorted {direction}", found, sorted((row["url"] for row in wanted), reverse=order))
    browser.run(sort.format("url"))
    check("aria-sort", browser.run(aria), "none")
    check("the first order again", json.loads(saved(browser, "json"))[0]["url"], wanted[0]["url"])

    browser.run("document.querySelector('.rows button[data-at]').focus()")
    for _ in range(100):
        browser.key("ArrowDown")
    browser.until("document.activeElement.dataset.at === '100'")
    check("the row of the keyboard", browser.run("document.activeElement.textContent"), wanted[100]["url"])
    browser.key("Enter")
    browser.until("document.querySelector('dialog').open")
    detail = browser.run("document.querySelector('dialog').textContent")
    for part in [wanted[100]["url"], f"box.mbox:{wanted[100]['line']}:5, message 101", "Subject 100", "100@example.net", "Before 100 <b>"]:
        check(f"detail with {part}", part in detail, True)
    check("the URL in its text", browser.run("document.querySelector('dialog mark').textContent"), wanted[100]["url"])
    browser.run("document.querySelector('dialog').close()")
    browser.until("document.activeElement.dataset.at === '100'")

    type_in(browser, "#search", "onerror")
    shown = browser.run("document.querySelector('.rows td.col-subject').textContent")
    check("a hostile subject", shown, HOSTILE.replace("\u202e", "\\u202e"))
    check("its script", browser.run("document.title"), "URLs in box.mbox")
    type_in(browser, "#search", "")
    browser.run("[...document.querySelectorAll('#domains button.link')].find((e) => e.textContent === 'example.org').click()")
    check("a domain's rows", count(browser), MESSAGES)

    browser.run("[...document.querySelectorAll('#schemes button.link')].find((e) => e.textContent === 'http').click()")
    check("a scheme's rows", count(browser), sum(row["scheme"] == "http" for row in wanted))

    policy = "(async () => { try { await fetch('data:,x'); return 'loaded'; } catch { return 'refused'; } })()"
    check("policy", browser.run(policy), "refused")
    browser.run("document.body.append(Object.assign(document.createElement('script'), { textContent: 'document.title = 1' }))")
    check("a script that is added", browser.run("document.title"), "URLs in box.mbox")
    wrong = [event["params"] for event in browser.events if event["method"] in ("Runtime.exceptionThrown",)]
    check("errors", wrong, [])
    for width in [390, 1280]:
        browser.width(width)
        time.sleep(0.2)
        check(f"width {width}", browser.run("document.documentElement.scrollWidth"), width)


# Words, and how many rows of tests/cli/names.mbox have them.
HOSTS = {"host:example.org": 12, "host:=example.org": 7, "host:=www.Example.org": 2, "host:evil.com": 1, "host:co.uk": 3, "host:=co.uk": 1,
         "domain:=example.org": 11, "domain:=co.uk": 1, "rewriter:google.com": 2}
WORDS = {"url:=http://example.org/Q": 1, "url:=http://example.org/q": 2, "url:example.org/Q": 5, "sender:=j@x.example": 8, "from:j@x.example": 10,
         "flaws:=uppercase-scheme": 2, "http://example.org/q": 6}

BUTTONS = """(() => {
  document.querySelectorAll(".more").forEach((button) => button.click());
  return [...document.querySelectorAll(".list button.link")].map((button) => {
    button.click();
    const [section, row] = [button.closest("section").id, button.closest("tr")];
    return [section, button.textContent, row.querySelector(".number").textContent, document.querySelector(".count").textContent.split(" ")[0]];
  });
})()"""


def buttons(browser, urlgrep, folder):
    """Each name of each list shows as many rows as the list counts."""
    box = pathlib.Path(__file__).parent.parent / "cli/names.mbox"
    report = folder / "names.html"
    lists = {"domains", "hosts", "schemes", "forms", "flaws", "rewriters", "repeated", "senders", "threads"}
    for options in [], ["--defang"]:
        subprocess.run([urlgrep, "report", *options, "-o", report, box], check=True)
        browser.open(report)
        rows = count(browser)
        words = HOSTS | {word.replace(".", "[.]"): number for word, number in HOSTS.items()} if options else HOSTS | WORDS
        for word, number in words.items():
            type_in(browser, "#search", word)
            check(f"rows with {word} {options}", count(browser), number)
        found = browser.run(BUTTONS)
        check("lists with buttons", {section for section, *_ in found}, lists)
        check(f"buttons {options}", [each for each in found if each[2] != each[3]], [])
        check("the words after a click", browser.run("document.getElementById('search').value"), "")
        only = "document.querySelector('.only')"
        check("the name above the table", browser.run(f"{only}.textContent"), f"thread: {found[-1][1]} ✕")
        browser.run(f"{only}.click()")
        check("all rows again", (browser.run(f"{only}.hidden"), count(browser)), (True, rows))


def few_dates(browser, urlgrep, folder):
    """Messages of which only some have a date, and no host: no chart is empty. A long From field takes no time."""
    dates = ["15 Jan 2001", "", "15 Mar 1999", "", "15 Mar 2001"]
    urls = ["news:alt.x", "http://undated.org/a", "news:alt.y", "http://undated.org/b", "news:alt.z"]
    box = folder / "few"
    box.mkdir()
    for i, (date, url) in enumerate(zip(dates, urls)):
        name = "x" * 100_000 if i == 1 else "joe"
        field = f"Date: {date} 12:00:00 +0000\n" if date else ""
        (box / f"{i}.eml").write_text(f"From: {name} <joe{i}@x.org>\n{field}Subject: {i}\n\nbefore{i} ({url}) after\n")
    report = folder / "few.html"
    subprocess.run([urlgrep, "report", "-o", report, box], check=True)
    begin = time.monotonic()
    browser.open(report)
    browser.run("document.querySelector('.rows').textContent.length")
    check("a long From field in less than 5 s", time.monotonic() - begin < 5, True)
    browser.run(CATCH)

    def dated():
        return [row["date"][:7] if row["date"] else "" for row in json.loads(saved(browser, "json"))]

    sort = "document.querySelector('.rows th.col-date button').click()"
    browser.run(sort)
    check("sorted by date", dated(), ["1999-03", "2001-01", "2001-03", "", ""])
    browser.run(sort)
    check("sorted by date, descending", dated(), ["2001-03", "2001-01", "1999-03", "", ""])
    browser.run(sort)
    type_in(browser, "#search", "text:(http://undated.org/a)")
    check("a search in the text around a URL", [row["url"] for row in json.loads(saved(browser, "json"))], [urls[1]])
    type_in(browser, "#search", "")
    check("charts without a number", browser.run("document.querySelectorAll('svg').length > 3 && document.body.innerHTML.includes('NaN')"), False)
    check("charts", browser.run("[...document.querySelectorAll('#time figcaption')].map((e) => e.textContent)"), ["URLs", "Messages with URLs"])
    check("lines of 0", browser.run("[...document.querySelectorAll('.spark title')].filter((e) => e.textContent.endsWith(': 0')).length"), 0)
    check("lines over time", browser.run("document.querySelectorAll('#schemes .spark').length"), 1)
    titles = browser.run("[...document.querySelectorAll('#time rect title')].map((e) => e.textContent)")
    check("titles of bars", [title for title in titles if "1" in title.split(": ")[1]], ["1999-03: 1", "2001-01: 1", "2001-03: 1"] * 2)


def many_rows(browser, urlgrep, folder):
    """200,000 rows: a search, a sort and a step of the scroll bar take less than two seconds each."""
    box = folder / "many.txt"
    box.write_text("".join(f"see http://h{i % 5000}.example.org/a/b/{i * 7919 % 200000} and more text\n" for i in range(200000)))
    report = folder / "many.html"
    subprocess.run([urlgrep, "report", "-o", report, box], check=True)
    begin = time.monotonic()
    browser.open(report)
    print(f"200,000 rows: {report.stat().st_size / 1e6:.1f} MB, open after {time.monotonic() - begin:.1f} s", end="")
    measure = "(() => {{ const begin = performance.now(); {}; return performance.now() - begin; }})()"
    for what, step in [("search", "document.getElementById('search').value = 'b/1999'; document.getElementById('choose-scheme')?.dispatchEvent(new Event('change')); document.querySelector('.col-url button').click()"),
                       ("sort", "document.getElementById('search').value = ''; document.querySelector('.col-url button').click()"),
                       ("scroll", "const v = document.querySelector('.view'); v.scrollTop = 3e6; v.dispatchEvent(new Event('scroll')); v.getBoundingClientRect()")]:
        seconds = browser.run(measure.format(step)) / 1000
        print(f", {what} {seconds:.2f} s", end="")
        check(f"{what} in less than 2 s", seconds < 2, True)
    print()
    browser.until("Number(document.querySelector('.rows tr[data-at]').dataset.at) > 90000")


def pictures(browser, urlgrep, folder, paths, out):
    report = folder / "pictures.html"
    subprocess.run([urlgrep, "report", "-o", report, *paths], check=True)
    for name, width, scheme in [("390", 390, "light"), ("1280", 1280, "light"), ("1280-dark", 1280, "dark")]:
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        browser.width(width)
        browser.open(report)
        browser.picture(out / f"report-{name}.png")
    browser.call("Emulation.setEmulatedMedia", features=[])
    page = browser.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, printBackground=True)
    (out / "report.pdf").write_bytes(base64.b64decode(page["data"]))


def picture(browser, urlgrep, folder, out, paths):
    report = folder / "report.html"
    subprocess.run([urlgrep, "report", "-o", report, *paths], check=True)
    browser.width(1100)
    browser.open(report)
    browser.picture(out, {"x": 0, "y": 0, "width": 1100, "height": 1770})


def main():
    urlgrep = str(pathlib.Path(sys.argv[1]).resolve())
    chromium = find_chromium()
    if chromium is None:
        print("the report is not tested in a browser: Chromium is missing")
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        folder = pathlib.Path(folder)
        browser = Browser(chromium, folder)
        try:
            if "--pictures" in sys.argv:
                at = sys.argv.index("--pictures")
                out = pathlib.Path(sys.argv[at + 1])
                out.mkdir(parents=True, exist_ok=True)
                pictures(browser, urlgrep, folder, sys.argv[at + 2:], out)
                return
            if "--picture" in sys.argv:
                at = sys.argv.index("--picture")
                picture(browser, urlgrep, folder, pathlib.Path(sys.argv[at + 1]), sys.argv[at + 2:])
                return
            test(browser, urlgrep, folder)
            buttons(browser, urlgrep, folder)
            few_dates(browser, urlgrep, folder)
            many_rows(browser, urlgrep, folder)
        finally:
            browser.close()
    print("report: search, buttons, filters, sort, keyboard, downloads and policy in Chromium")


main()
