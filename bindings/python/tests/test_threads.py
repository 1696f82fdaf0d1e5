"""Threads: those of Python run while a text is searched, and `threads` is limited."""

import os
import subprocess
import sys
import threading
import time

import pytest
import urlgrep

LONG = "x: " * 5_000_000
ESCAPED = "\udce9" + LONG
DEFANGED = "x[.] " * 300_000
WORK = {
    "extract": lambda: urlgrep.extract(LONG),
    "extract with a surrogate": lambda: urlgrep.extract(ESCAPED),
    "finditer": lambda: next(urlgrep.finditer(LONG), None),
    "finditer with a surrogate": lambda: urlgrep.finditer(ESCAPED),
    "refang": lambda: urlgrep.refang(DEFANGED),
}


def pause(work):
    """The longest pause of another thread while `work` is done, as a part of its time."""
    longest, done = 0.0, threading.Event()

    def watch():
        nonlocal longest
        last = time.monotonic()
        while not done.is_set():
            time.sleep(0.0001)
            now = time.monotonic()
            longest, last = max(longest, now - last), now

    other = threading.Thread(target=watch)
    other.start()
    try:
        begin = time.monotonic()
        work()
        took = time.monotonic() - begin
    finally:
        done.set()
        other.join()
    return longest / took


@pytest.mark.parametrize("name", WORK)
def test_other_threads_run_meanwhile(name):
    # On a busy machine a thread may also wait for a processor.
    assert any(pause(WORK[name]) < 0.8 for _ in range(10))


def test_finditer_gives_long_texts_as_extract_does():
    # Many URLs together, and places without one that are longer than a piece that is searched at once.
    near, far = f"é http://a.org/{'x' * 200} " * 10_000, "漢 " * 400_000
    for text in (near + far + near + far, far + "http://b.org/" + far + near):
        for given in (text, text.encode(), "\udce9" + text):
            assert list(urlgrep.finditer(given)) == urlgrep.extract(given, hyphen="keep")


def test_threads_can_share_an_iterator():
    text = "http://a.org/ " * 200_000
    found, seen = urlgrep.finditer(text), [[], []]
    threads = [threading.Thread(target=each.extend, args=(found,)) for each in seen]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(m.start for m in seen[0] + seen[1]) == list(range(0, len(text), 14))
    assert next(found, None) is None


def test_a_busy_thread_does_not_stop_finditer():
    # It holds the lock of the interpreter for 5 ms at a time.
    done = threading.Event()

    def work():
        while not done.is_set():
            pass

    other = threading.Thread(target=work)
    other.start()
    try:
        begin = time.monotonic()
        assert len(list(urlgrep.finditer("http://a.org/ " * 10_000))) == 10_000
    finally:
        done.set()
        other.join()
    assert time.monotonic() - begin < 10


@pytest.mark.skipif(sys.platform != "linux", reason="/proc lists threads")
def test_threads_are_limited(tmp_path):
    for number in range(2000):
        (tmp_path / str(number)).write_text("http://a.org/")
    most, done = 0, threading.Event()

    def watch():
        nonlocal most
        while not done.is_set():
            most = max(most, len(os.listdir("/proc/self/task")))

    before = len(os.listdir("/proc/self/task"))
    other = threading.Thread(target=watch)
    other.start()
    try:
        assert len(list(urlgrep.files(tmp_path, threads=20_000))) == 2000
    finally:
        done.set()
        other.join()
    assert most <= before + max(64, 4 * (os.cpu_count() or 1))


@pytest.mark.skipif(sys.platform != "linux", reason="threads are limited as on Linux")
def test_more_threads_than_the_system_allows():
    # The limit is not one of root.
    program = """
import os, resource, urlgrep
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
if os.geteuid() == 0:
    os.setuid(65534)
assert len(list(urlgrep.mail(b"http://a.org/", threads=8))) == 1
"""
    subprocess.run([sys.executable, "-c", program], check=True)
