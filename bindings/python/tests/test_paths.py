"""The paths of matches: names that are not UTF-8."""

import json
import os
import pickle
import subprocess
import sys

import pytest
import urlgrep

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names of other systems are Unicode")

NAMES = [b"\xc3\xa9.txt", b"\xfe.txt", b"\xff.txt"]


@pytest.fixture
def folder(tmp_path):
    for name in NAMES:
        with open(os.path.join(os.fsencode(tmp_path), name), "wb") as file:
            file.write(b"http://a.org/")
    return tmp_path


def test_paths_name_their_files(folder):
    found = list(urlgrep.files(folder))
    assert [os.path.basename(os.fsencode(m.path)) for m in found] == NAMES
    for m in found:
        with open(m.path) as file:
            assert file.read() == m.url
        assert list(urlgrep.files(m.path)) == [m]
        assert f"path={m.path!r}, line=1" in repr(m)
    # Only the paths differ.
    assert len(set(found)) == 3 and found[1] != found[2]
    again = pickle.loads(pickle.dumps(found))
    assert again == found and [m.path for m in again] == [m.path for m in found]


def test_tables_have_paths_in_utf8(folder):
    pa = pytest.importorskip("pyarrow")
    want = [f"{folder}/é.txt", f"{folder}/\ufffd.txt", f"{folder}/\ufffd.txt"]
    rows = [m.to_dict() for m in urlgrep.files(folder)]
    assert [row["path"] for row in json.loads(json.dumps(rows, ensure_ascii=False).encode())] == want
    files = urlgrep.files(folder)
    batches = [pa.record_batch(batch) for batch in iter(files.read_batch, None)]
    assert pa.Table.from_batches(batches).column("path").to_pylist() == want


def test_paths_are_those_of_the_locale(folder):
    program = """
import os, pickle, sys, urlgrep
assert sys.getfilesystemencoding() == "ascii"
found = list(urlgrep.files("."))
assert [os.path.basename(os.fsencode(m.path)) for m in found] == sorted(os.listdir(b"."))
assert all(open(m.path).read() == m.url for m in pickle.loads(pickle.dumps(found)))
"""
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    subprocess.run([sys.executable, "-c", program], check=True, cwd=folder, env={**os.environ, **locale})
