"""What `extract` costs beside a job that copies its rows: `python benches/spark.py MAILBOX [ROUNDS]`, in `local[2]`.

The messages of the mailbox are the rows. Nothing is written, so that only reading and Python are measured. Each round runs all jobs; of
the ratios to the identity job of the same round the median counts, since other work on the machine disturbs a round as a whole.
"""

import os
import re
import statistics
import sys
import tempfile
import time

import pyarrow as pa
import pyarrow.parquet as pq

os.environ["PYSPARK_PYTHON"] = sys.executable

from pyspark.sql import SparkSession  # noqa: E402
from urlgrep.spark import extract  # noqa: E402

COPIES = 2
FILES = 4


def rows(mailbox: str, folder: str) -> tuple[int, int]:
    """Writes the messages as Parquet; their number and bytes."""
    with open(mailbox, "rb") as file:
        data = file.read()
    cuts = [0, *(found.start() + 1 for found in re.finditer(rb"\nFrom ", data)), len(data)]
    messages = [data[start:end].decode("latin-1") for start, end in zip(cuts, cuts[1:])]
    share = len(messages) // FILES + 1
    for at in range(0, len(messages), share):
        part = messages[at : at + share]
        table = pa.table({"id": range(at, at + len(part)), "body": pa.array(part)})
        for copy in range(COPIES):
            pq.write_table(table, f"{folder}/{at}-{copy}.parquet", use_dictionary=False, row_group_size=5000)
    return COPIES * len(messages), COPIES * sum(len(message.encode()) for message in messages)


def identity(batches):
    yield from batches


def main(mailbox: str, rounds: int = 5) -> None:
    with tempfile.TemporaryDirectory() as folder:
        count, size = rows(mailbox, folder)
        session = SparkSession.builder.master("local[2]").config("spark.driver.memory", "4g").config("spark.ui.enabled", "false")
        spark = session.config("spark.ui.showConsoleProgress", "false").getOrCreate()
        df = spark.read.parquet(folder)
        jobs = {
            "identity": df.mapInArrow(identity, df.schema),
            "identity and list of URLs": extract(df, "body", aligned=True),
            "rows of URLs": extract(df, "body"),
        }
        found = jobs["identity and list of URLs"].selectExpr("sum(size(urls))").first()
        assert df.count() == count and jobs["rows of URLs"].count() == found[0] > 0
        taken: dict[str, list[float]] = {name: [] for name in jobs}
        for _ in range(rounds):
            for name, job in jobs.items():
                begun = time.perf_counter()
                job.write.format("noop").mode("overwrite").save()
                taken[name].append(time.perf_counter() - begun)
        print(f"{count} messages, {size / (1 << 30):.2f} GiB")
        for name, all in taken.items():
            ratios = [100 * seconds / base for seconds, base in zip(all, taken["identity"])]
            print(f"{name:<28} {min(all):6.2f} s  {statistics.median(ratios):4.0f} %")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
