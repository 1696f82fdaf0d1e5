#!/usr/bin/env python3
"""The playground in a real browser: tests/deep/playground.py PAGE [--pictures FOLDER | --picture FILE]

PAGE is the file that `bindings/wasm/build` writes. Opens it from the disk in headless Chromium without a network, types, chooses examples and
options, and drops files, as a user would. Without Chromium nothing is tested, and it says so.

With --pictures, also writes pictures at the width of a phone and of a screen, light and dark. With --picture, writes the one of
docs/playground.md; tools/playground_picture calls it.
"""

import gzip
import json
import pathlib
import sys
import tarfile
import tempfile
import time

from browser import Browser, find_chromium

READY = "document.documentElement?.dataset.ready === 'yes'"
# In bytes: as it is, and compressed.
MOST = 1_000_000
MOST_COMPRESSED = 700_000


def check(what, found, wanted):
    if found != wanted:
        sys.exit(f"playground: {what}: found {str(found)[:300]!r}, wanted {str(wanted)[:300]!r}")


def urls(browser):
    return browser.run("[...document.querySelectorAll('#matches .url')].map((e) => e.textContent)")


def facts(browser, number):
    """The names and values of a match, in order."""
    pairs = "[...document.querySelectorAll('#matches li')[%d].querySelectorAll('dt')].map((e) => [e.textContent, e.nextElementSibling.textContent.trim()])"
    return [tuple(pair) for pair in browser.run(pairs % number)]


def marks(browser):
    return browser.run("[...document.querySelectorAll('#back mark')].map((e) => e.textContent)")


def type_text(browser, text):
    """Replaces the text by what the keyboard writes."""
    browser.run("(() => { const e = document.getElementById('text'); e.focus(); e.select(); })()")
    if text:
        browser.call("Input.insertText", text=text)
    else:
        browser.run("document.execCommand('delete')")


def choose_example(browser, name):
    browser.run("""(() => { const e = document.getElementById('example');
      e.selectedIndex = [...e.options].findIndex((option) => option.text.startsWith(%s)); e.dispatchEvent(new Event('change')); })()""" % json.dumps(name))


def set_option(browser, name, value):
    browser.run("""(() => { const e = document.querySelector('#controls [name=%s]');
      if (e.type === 'checkbox') e.checked = %s; else e.value = %s;
      e.dispatchEvent(new Event('change', { bubbles: true })); })()""" % (name, json.dumps(value), json.dumps(value)))


def drop(browser, path):
    """Drops a file on the page."""
    document = browser.call("DOM.getDocument")
    node = browser.call("DOM.querySelector", nodeId=document["root"]["nodeId"], selector="#file")["nodeId"]
    browser.call("DOM.setFileInputFiles", nodeId=node, files=[str(path)])


def drag(browser, path):
    """The same with the mouse."""
    data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
    for kind in ["dragEnter", "dragOver", "drop"]:
        browser.call("Input.dispatchDragEvent", type=kind, x=200, y=400, data=data)


def test(browser, page, folder):
    size = len(gzip.compress(page.read_bytes(), 9))
    print(f"playground: {page.stat().st_size} bytes, {size} compressed")
    check("size", page.stat().st_size < MOST and size < MOST_COMPRESSED, True)

    browser.width(1280)
    browser.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    browser.open(page, READY)
    check("title", browser.run("document.title"), "urlgrep: playground")
    # The first example: folded and quoted.
    check("folded", urls(browser)[:2], ["https://plans.example.net/coldness/tower/ground-floor/sheet_2.pdf",
                                        "ftp://ftp.example.org/pub/optics/coldness/INDEX;type=a"])
    check("segments", marks(browser)[:2], ["https://plans.example.net/coldness/tower/", "ground-floor/sheet_2.pdf"])
    check("count", browser.run("document.getElementById('count').textContent").split(",")[0], "4 URLs")
    check("the rule", ("starts", "after <URL: (RFC 1738, appendix)") in facts(browser, 1), True)

    # As one types.
    type_text(browser, "(see http://a.example/x.)")
    check("typed", urls(browser), ["http://a.example/x"])
    check("rules", facts(browser, 0), [("starts", "at a known scheme"), ("ends", "before .: closing punctuation")])
    browser.run("document.getElementById('text').setSelectionRange(23, 23)")
    browser.call("Input.insertText", text="/\u00e9\U0001f600")
    check("typed on", urls(browser), ["http://a.example/x/\u00e9\U0001f600"])
    type_text(browser, "\U0001f600 <URL:http://bat-\nman.example/> \U0001f600 http://b.example/~c")
    check("behind emoji", marks(browser), ["http://bat-", "man.example/", "http://b.example/~c"])
    check("a hyphen", facts(browser, 0)[0], ("segments", "http://bat- man.example/"))
    check("an alternative", ("alternative", "http://batman.example/ (hyphen)") in facts(browser, 0), True)
    check("a flaw", any(name == "flaw" and "hyphen-at-break" in value for name, value in facts(browser, 0)), True)
    set_option(browser, "hyphen", "drop")
    check("option hyphen", urls(browser)[0], "http://batman.example/")
    check("options that are set", browser.run("document.getElementById('chosen').textContent"), " (1)")
    set_option(browser, "hyphen", "auto")

    type_text(browser, "www.example.org joe@example.org hxxp://evil[.]example/")
    check("nothing without options", urls(browser), [])
    for name, wanted in [("schemeless", "http://www.example.org"), ("email", "mailto:joe@example.org"), ("refang", "http://evil.example/")]:
        set_option(browser, name, True)
        check(f"option {name}", urls(browser), [wanted])
        set_option(browser, name, False)
    type_text(browser, "foo://b.example/")
    set_option(browser, "anyScheme", True)
    check("option anyScheme", urls(browser), ["foo://b.example/"])
    set_option(browser, "anyScheme", False)

    type_text(browser, "")
    check("empty", (urls(browser), marks(browser)), ([], []))
    hostile = '<img src=x onerror="document.title=1"> http://a.example/</pre><script>document.title=2</script>\u202ehttp://b.example/'
    type_text(browser, hostile)
    check("hostile text", browser.run("document.getElementById('back').textContent"), hostile + "\n")
    check("its script", browser.run("document.title"), "urlgrep: playground")
    check("its elements", browser.run("document.querySelectorAll('img, a, iframe, link').length"), 0)

    # Each example finds something, apart from the empty one.
    names = browser.run("[...document.getElementById('example').options].map((e) => e.text)")
    for name in names:
        choose_example(browser, name)
        check(f"example {name}", len(urls(browser)) > 0, name != "Empty")
    choose_example(browser, "Mail in quoted")
    check("quoted-printable", urls(browser), ["https://archive.example.net/logs?station=17&year=1871&page=4", "https://example.org/caf\u00e9"])
    choose_example(browser, "A hyphen")
    check("evidence", urls(browser)[1:], ["http://batman.example.com/", "http://batman.example.com/"])
    check("its rule", ("hyphen", "left out: other URLs or lines of the text decide") in facts(browser, 1), True)

    # A choice in the list selects the URL in the text; the cursor in the text chooses in the list.
    choose_example(browser, "<URL:")
    browser.run("document.querySelectorAll('#matches .url')[1].click()")
    selected = "(() => { const e = document.getElementById('text'); return e.value.slice(e.selectionStart, e.selectionEnd); })()"
    check("selected", browser.run(selected), "ftp://ds.in\nternic.net/rfc")
    check("marked", browser.run("[...document.querySelectorAll('mark.now')].map((e) => e.textContent)"), ["ftp://ds.in", "ternic.net/rfc"])
    browser.run("(() => { const e = document.getElementById('text'); e.focus(); e.setSelectionRange(35, 35); })()")
    browser.until("document.querySelector('li.now')?.dataset.number === '0'")

    # The marks lie exactly under the text.
    same = """(() => { const [a, b] = ['text', 'back'].map((id) => document.getElementById(id));
      return a.clientWidth === b.clientWidth && a.scrollHeight === b.scrollHeight; })()"""
    for width in [390, 1280]:
        browser.width(width)
        time.sleep(0.3)
        for text in ["word http://a.example/" + "x" * 300 + " word\n" * 60, "a\tb http://b.example/ \u65e5\u672c\n\n"]:
            type_text(browser, text)
            check(f"marks under the text, {width}", browser.run(same), True)
        check(f"width {width}", browser.run("document.documentElement.scrollWidth"), width)

    files(browser, folder)

    # With the keyboard alone.
    choose_example(browser, "Folded")
    reached = set()
    browser.run("document.activeElement.blur()")
    for _ in range(20):
        browser.key("Tab")
        reached.add(browser.run("document.activeElement.id || document.activeElement.className || document.activeElement.tagName"))
    check("keyboard", {"example", "open", "SUMMARY", "text", "url"} - reached, set())
    names = browser.call("Accessibility.getFullAXTree")["nodes"]
    unnamed = [node["role"]["value"] for node in names if not node.get("ignored") and node["role"]["value"] in ("button", "combobox", "textbox", "checkbox")
               and not node.get("name", {}).get("value")]
    check("names for a screen reader", unnamed, [])

    policy = "(async () => { try { await fetch('data:,x'); return 'loaded'; } catch { return 'refused'; } })()"
    check("policy", browser.run(policy), "refused")
    loaded = [event["params"]["request"]["url"][:50] for event in browser.events if event["method"] == "Network.requestWillBeSent"]
    check("requests", [url for url in loaded if not url.startswith(("file:", "data:,x", "about:", "blob:"))], [])
    check("errors", [event["params"] for event in browser.events if event["method"] == "Runtime.exceptionThrown"], [])


MESSAGE = "From a@example.org Mon Mar  4 10:00:00 2024\nFrom: a@example.org\nDate: Mon, 4 Mar 2024 10:00:00 +0000\n\n<http://h{i}.example/\n x>\n\n"


def files(browser, folder):
    small = folder / "small.mbox"
    small.write_text(MESSAGE.format(i=1) + MESSAGE.format(i=2))
    drop(browser, small)
    browser.until("document.getElementById('text').value.startsWith('From a@')")
    check("a small mailbox", urls(browser), ["http://h1.example/x", "http://h2.example/x"])
    check("its count", browser.run("document.getElementById('count').textContent").split(",")[0], "2 URLs in 2 messages")
    binary = folder / "latin.txt"
    binary.write_bytes(b"caf\xe9 http://a.example/\xe9 http://b.example/\n")
    drop(browser, binary)
    browser.until("!document.getElementById('dropped').hidden")
    check("a file in another charset", len(urls(browser)), 2)
    packed = folder / "packed.gz"
    packed.write_bytes(gzip.compress(b"http://a.example/"))
    drop(browser, packed)
    browser.until("document.getElementById('count').textContent.startsWith('not read')")
    check("a compressed file", browser.run("document.getElementById('count').textContent"), "not read (gzip file): decompress it")
    archive = folder / "m.tar"
    with tarfile.open(archive, "w") as tar:
        tar.add(binary, "latin.txt")
    drop(browser, archive)
    browser.until("document.getElementById('count').textContent.startsWith('not read (tar')")
    check("a tar archive", urls(browser), [])
    apple = folder / "Inbox.mbox"
    apple.mkdir()
    browser.run("document.getElementById('close').click()")
    type_text(browser, "http://mine.example/")
    drag(browser, apple)
    browser.until("document.getElementById('count').textContent.startsWith('Inbox.mbox cannot be read')")
    check("a folder", (urls(browser), browser.run("document.getElementById('text').value")), ([], "http://mine.example/"))
    page = folder / "page.html"
    page.write_text("<a href='http://c.example/?x&amp;y'>label</a>")
    drag(browser, page)
    browser.until("document.getElementById('text').value.startsWith('<a')")
    check("a dragged page", (urls(browser), facts(browser, 0)[0]), (["http://c.example/?x&y"], ("label", "label")))
    large = folder / "large.mbox"
    large.write_text("".join(MESSAGE.format(i=i) for i in range(15_000)))
    drop(browser, large)
    browser.until("document.getElementById('name').textContent.startsWith('large.mbox')")
    check("a large mailbox", browser.run("document.getElementById('count').textContent").rsplit(",", 1)[0], "15,000 URLs in 15,000 messages")
    browser.run("document.getElementById('rest').click()")
    check("more rows", len(urls(browser)), 400)
    browser.run("document.getElementById('close').click()")
    check("closed", (urls(browser), browser.run("document.activeElement.id")), ([], "text"))


def latency(browser):
    """A key in texts of several sizes, until the page is drawn."""
    paragraph = "> see <URL:http://www.example.org/a/\n> b/c> and http://b.example/x (or not), with more words on this line.\n"
    for size in [1_000, 10_000, 100_000]:
        # Chromium's own insertion of many lines takes minutes.
        paste = "(() => { const e = document.getElementById('text'); e.value = %s; e.dispatchEvent(new Event('input')); })()"
        browser.run(paste % json.dumps(paragraph * (size // len(paragraph))))
        times = browser.run("""(async () => { const e = document.getElementById('text'); const times = [];
          for (let i = 0; i < 15; i++) {
            const begin = performance.now();
            e.setRangeText('x', 50, 50, 'end'); e.dispatchEvent(new Event('input'));
            document.body.getBoundingClientRect();
            times.push(performance.now() - begin);
            await new Promise((done) => setTimeout(done, 10));
          }
          return times.sort((a, b) => a - b); })()""")
        print(f"playground: a key in {size} characters: {times[len(times) // 2]:.1f} ms, at least {times[0]:.1f} ms")
        check(f"a key in {size} characters in less than a second", times[0] < 1000, True)


def scheme(browser, name):
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])


def pictures(browser, page, out):
    out.mkdir(parents=True, exist_ok=True)
    for name in ["light", "dark"]:
        for width in [390, 1280]:
            scheme(browser, name)
            browser.width(width)
            browser.open(page, READY)
            browser.picture(out / f"playground-{width}-{name}.png")
            browser.run("document.getElementById('more').open = true")
            choose_example(browser, "A hyphen")
            browser.run("document.querySelector('#matches .url').click()")
            browser.picture(out / f"playground-{width}-{name}-options.png")


def picture(browser, page, out):
    scheme(browser, "light")
    browser.width(1100, 800)
    browser.open(page, READY)
    choose_example(browser, "A hyphen")
    browser.run("document.querySelector('#matches .url').click()")
    browser.run("document.activeElement.blur()")
    browser.picture(out, {"x": 0, "y": 0, "width": 1100, "height": 780})


def main():
    page = pathlib.Path(sys.argv[1]).resolve()
    chromium = find_chromium()
    if chromium is None:
        print("the playground is not tested in a browser: Chromium is missing")
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        folder = pathlib.Path(folder)
        browser = Browser(chromium, folder)
        try:
            if "--pictures" in sys.argv:
                pictures(browser, page, pathlib.Path(sys.argv[sys.argv.index("--pictures") + 1]))
            elif "--picture" in sys.argv:
                picture(browser, page, pathlib.Path(sys.argv[sys.argv.index("--picture") + 1]))
            else:
                test(browser, page, folder)
                latency(browser)
                print("playground: typing, options, files, keyboard and policy in Chromium")
        finally:
            browser.close()


main()
