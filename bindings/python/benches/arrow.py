"""`extract_arrow` on the messages of a mailbox, on one core: `python benches/arrow.py MAILBOX [ROUNDS] [PROGRAM]`.

PROGRAM is `examples/strings.rs`, which searches the same strings with the Rust library. Its rounds and those here take turns, and the
medians of both are compared, since other work on the machine disturbs them alike.
"""

import re
import statistics
import subprocess
import sys
import time

import pyarrow as pa
import urlgrep


def column(mailbox: str) -> pa.Array:
    """The messages, in chunks of 4096."""
    with open(mailbox, "rb") as file:
        data = file.read()
    cuts = [0, *(found.start() + 1 for found in re.finditer(rb"\nFrom ", data)), len(data)]
    whole = pa.LargeBinaryArray.from_buffers(pa.large_binary(), len(cuts) - 1, [None, pa.array(cuts, pa.int64()).buffers()[1], pa.py_buffer(data)])
    return pa.chunked_array([whole[at : at + 4096] for at in range(0, len(whole), 4096)])


def main(mailbox: str, rounds: int = 5, program: str | None = None) -> None:
    texts = column(mailbox)
    size = sum(chunk.buffers()[2].size for chunk in texts.chunks[:1])
    speeds: dict[str, list[float]] = {"rows": [], "lists": [], "rows of url, start, end": []}
    for _ in range(rounds):
        for name in list(speeds)[:3]:
            begun = time.perf_counter()
            columns = ["url", "start", "end"] if name.endswith("end") else None
            found = urlgrep.extract_arrow(texts, aligned=name == "lists", columns=columns)
            if name == "lists":
                count = len(pa.chunked_array(found))
            else:
                count = sum(batch.num_rows for batch in pa.RecordBatchReader.from_stream(found))
            speeds[name].append(size / (time.perf_counter() - begun) / (1 << 20))
            assert count > 0
        if program:
            said = subprocess.check_output([program, mailbox, "1"], text=True)
            for name, speed in zip(("library", "library, with the columns"), re.findall(r"(\d+) MiB/s", said)):
                speeds.setdefault(name, []).append(float(speed))
    print(f"{len(texts)} strings, {size / (1 << 20):.0f} MiB")
    for name, all in speeds.items():
        print(f"{name:<28} {statistics.median(all):6.0f} MiB/s   {min(all):.0f} to {max(all):.0f}")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]), *sys.argv[3:4])
