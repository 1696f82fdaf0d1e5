"""The job of `urlgrep.spark` on a mailbox and on 2, 4 and 8 copies of it, against the command: `python benches/job.py MAILBOX URLGREP [COPIES...]`.

The copies are hard links. The rows of one copy are compared with those of `URLGREP --json`, in the columns below: in `local[2]`; in
`local-cluster[2,1,1024]`, where an executor is killed in the middle; and with the job killed and started again.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import pyarrow.dataset

COLUMNS = ["path", "message", "message_id", "line", "start", "end", "url", "form", "scheme", "host"]


def of_command(binary: str, folder: pathlib.Path) -> list[tuple[object, ...]]:
    rows = []
    with subprocess.Popen([binary, "--json", str(folder)], stdout=subprocess.PIPE) as command:
        assert command.stdout
        for line in command.stdout:
            row = json.loads(line)
            message = row.pop("message", {})
            row |= {"message": message.get("number"), "message_id": message.get("id")}
            rows.append(tuple(row.get(name) for name in COLUMNS))
    return sorted(rows, key=repr)


def of_spark(out: pathlib.Path) -> list[tuple[object, ...]]:
    table = pyarrow.dataset.dataset(out / "urls", partitioning="hive").to_table(columns=COLUMNS)
    return sorted(zip(*(table[name].to_pylist() for name in COLUMNS)), key=repr)


def environment(master: str) -> dict[str, str]:
    settings = "--driver-memory 4g --conf spark.ui.enabled=false --conf spark.ui.showConsoleProgress=false"
    return os.environ | {"PYSPARK_SUBMIT_ARGS": f"--master {master} {settings} pyspark-shell", "PYSPARK_PYTHON": sys.executable}


def start(folder: pathlib.Path, out: pathlib.Path, master: str, *more: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "urlgrep.spark", str(folder), "-o", str(out), *more]
    log = open(f"{out}.log", "w")
    return subprocess.Popen(command, env=environment(master), stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True)


def end(job: "subprocess.Popen[str]") -> str:
    said, _ = job.communicate()
    assert job.returncode == 0, job.args
    return said.strip()


def executors(job: "subprocess.Popen[str]") -> list[int]:
    """The processes of the job's executors."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            line = pathlib.Path("/proc", name, "cmdline").read_bytes()
        except OSError:
            continue
        if b"CoarseGrainedExecutorBackend" in line and os.getsid(int(name)) == job.pid:
            found.append(int(name))
    return found


def growth(mailbox: str, place: pathlib.Path, copies: list[int]) -> pathlib.Path:
    for count in copies:
        folder = place / f"mail-{count}"
        folder.mkdir()
        for i in range(count):
            os.link(mailbox, folder / f"{i}.mbox")
        begun = time.perf_counter()
        said = end(start(folder, place / f"out-{count}", "local[2]"))
        seconds = time.perf_counter() - begun
        size = count * os.path.getsize(mailbox) / (1 << 30)
        print(f"{size:5.1f} GiB  {seconds:6.0f} s  {1024 * size / seconds:5.0f} MiB/s  {said}", flush=True)
    return place / f"mail-{copies[0]}"


def main(mailbox: str, binary: str, *copies: str) -> None:
    with tempfile.TemporaryDirectory(dir=os.path.dirname(mailbox)) as name:
        place = pathlib.Path(name)
        counts = [int(count) for count in copies or ("1", "2", "4", "8")]
        folder = growth(mailbox, place, counts)
        want = of_command(binary, folder)
        assert of_spark(place / f"out-{counts[0]}") == want and len(want) > 1000
        print(f"local[2]: {len(want)} rows, equal", flush=True)

        out = place / "cluster"
        job = start(folder, out, "local-cluster[2,1,1024]", "--range-size", "16", "--batch-size", "16")
        while not (out / "work" / "0" / "_SUCCESS").exists() and job.poll() is None:
            time.sleep(0.1)
        victims = executors(job)
        os.kill(victims[0], signal.SIGKILL)
        said = end(job)
        assert of_spark(out) == want
        print(f"local-cluster[2,1,1024], one of {len(victims)} executors killed: {said}, equal", flush=True)

        out = place / "killed"
        job = start(folder, out, "local[2]", "--range-size", "16", "--batch-size", "16")
        while not (out / "work" / "1" / "_SUCCESS").exists() and job.poll() is None:
            time.sleep(0.1)
        os.killpg(job.pid, signal.SIGKILL)
        job.wait()
        assert not (out / "_SUCCESS").exists()
        said = end(start(folder, out, "local[2]", "--range-size", "16", "--batch-size", "16"))
        assert of_spark(out) == want
        print(f"killed and started again: {said}, equal", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
