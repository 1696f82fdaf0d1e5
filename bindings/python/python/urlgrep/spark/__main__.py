"""`python -m urlgrep.spark PATH... -o OUT`, also with `spark-submit`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from .tasks import RANGE_SIZE


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m urlgrep.spark",
        description="Finds the URLs of mailboxes, messages, texts and WARC files, and writes them as Parquet, partitioned by month.",
        epilog="A job that was killed goes on where it was, if it is started again with the same arguments.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="file, folder or glob, at the same place on all workers, or a path of Hadoop (s3a://...)")
    parser.add_argument("-o", "--out", required=True, metavar="OUT", help="folder for the tables, in any file system of Spark")
    parser.add_argument("--range-size", type=_mebibytes, default=RANGE_SIZE, metavar="MIB", help="size of a task [default: 128]")
    parser.add_argument("--batch-size", type=_positive, default=256, metavar="N", help="tasks written at a time [default: 256]")
    parser.add_argument("--profile", choices=["default", "rfc3986", "rfc1738"], default="default", help="what counts as a URL")
    parser.add_argument("--hyphen", choices=["resolve", "keep", "drop", "both"], default="resolve", help="a hyphen at a line break")
    parser.add_argument("--join", choices=["never", "sure", "plausible"], default="sure", help="bare URLs broken at a line end")
    for name, text in [
        ("any-scheme", "any scheme before ://"),
        ("schemeless", "host names without a scheme"),
        ("email", "addresses without mailto:"),
        ("refang", "hxxp://, [.] and the like"),
        ("all", "also what the profile refuses"),
        ("hidden", "also hidden files of folders"),
        ("no-ignore", "also files that .gitignore and the like exclude"),
        ("follow", "follow symbolic links"),
        ("headers", "also the header fields of messages"),
    ]:
        parser.add_argument(f"--{name}", action="store_true", help=text)
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _mebibytes(text: str) -> int:
    try:
        size = int(float(text) * (1 << 20))
    except (ValueError, OverflowError) as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of MiB") from error
    if size < 1:
        raise argparse.ArgumentTypeError("must be more than 0")
    return size


def main(arguments: Sequence[str] | None = None) -> int:
    given = vars(parser().parse_args(arguments))
    if "PYSPARK_GATEWAY_PORT" not in os.environ:
        # Not started by spark-submit: the workers are of this Python too.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from pyspark.sql import SparkSession

    from .job import run

    spark = SparkSession.builder.appName("urlgrep").getOrCreate()
    try:
        result = run(spark, given.pop("paths"), given.pop("out"), **given)
    except ValueError as error:
        print(f"urlgrep.spark: {error}", file=sys.stderr)
        return 2
    print(f"{result.urls} URLs, {result.errors} error{'' if result.errors == 1 else 's'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
