#!/usr/bin/env python3
"""Writes the playground as one HTML file: build.py FOLDER-OF-THE-NPM-PACKAGE > FILE. `bindings/wasm/build` calls it."""

import base64
import gzip
import hashlib
import pathlib
import re
import sys

here = pathlib.Path(__file__).parent
package = pathlib.Path(sys.argv[1])


def module(path):
    """A module without its imports: all modules of the page share one scope."""
    return re.sub(r"^import .*;\n", "", path.read_text("utf-8"), flags=re.M)


def policy_hash(text):
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


style = (here / "playground.css").read_text("utf-8")
paths = [package / "urlgrep.js", package / "core.js", here / "examples.js", here / "playground.js"]
script = "".join(map(module, paths)).replace("</script", "<\\/script")
data = base64.b64encode(gzip.compress((package / "urlgrep_bg.wasm").read_bytes(), 9, mtime=0)).decode()
page = (here / "page.html").read_text("utf-8")
values = {"style-hash": policy_hash(style), "script-hash": policy_hash(script), "style": style, "data": data, "script": script}
sys.stdout.reconfigure(encoding="utf-8", newline="\n")
sys.stdout.write(re.sub(r"\{([a-z-]+)\}", lambda name: values[name[1]], page))
