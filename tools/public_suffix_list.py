#!/usr/bin/env python3
"""Updates the public suffix list: the crate `psl` in Cargo.lock, and its day in src/url/domain.rs, which `urlgrep --version` prints.

    python3 tools/public_suffix_list.py
"""

import json
import pathlib
import re
import subprocess
import urllib.request

ROOT = pathlib.Path(__file__).parents[1]
FILE = ROOT / "src" / "url" / "domain.rs"
INDEX = "https://index.crates.io/3/p/psl"

subprocess.run(["cargo", "update", "-p", "psl"], cwd=ROOT, check=True)
lock = (ROOT / "Cargo.lock").read_text()
version = re.search(r'name = "psl"\nversion = "([^"]+)"', lock)[1]
with urllib.request.urlopen(INDEX, timeout=60) as rows:
    releases = {row["vers"]: row["pubtime"] for row in map(json.loads, rows)}
day = releases[version][:10]
code = FILE.read_text()
for name, value in ("RELEASE", version), ("PUBLIC_SUFFIX_LIST", day):
    code, count = re.subn(rf'({name}: &str = )"[^"]*"', rf'\1"{value}"', code)
    assert count == 1, name
FILE.write_text(code)
print(f"psl {version} of {day}")
