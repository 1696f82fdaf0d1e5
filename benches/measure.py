"""What the scripts of this folder share: runs of commands side by side, the machine, and the parts of READMEs that they write."""

import datetime
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
MIB = 1 << 20
# What is printed goes to memory, so that no disk is measured; GNU grep would stop at the first match if it went to /dev/null.
SCRATCH = "/dev/shm" if os.path.isdir("/dev/shm") else None
# What surely ends a URL; and how ripgrep prints what it finds, and nothing else, with one thread. It is faster without Unicode's rules
# for case.
END = '[^[:space:]<>"]+'
WEB = "https?://" + END
RG = ["--no-config", "-j1", "-a", "-o", "-I", "-N", "--no-unicode"]
ENVIRONMENT = os.environ | {"LC_ALL": "C"}


class Command:
    """A command to be run again and again: all `times` of it at once."""

    def __init__(self, name, args, times=1):
        self.name, self.args, self.times = name, [str(arg) for arg in args], times
        self.count = None
        self.seconds = []

    def run(self, wrap=()):
        """Seconds until all have ended; every run must print as many lines as the first one."""
        outs = [tempfile.TemporaryFile(dir=SCRATCH) for _ in range(self.times)]
        with tempfile.TemporaryFile() as errors:
            start = time.perf_counter()
            given = dict(stdin=subprocess.DEVNULL, stderr=errors, env=ENVIRONMENT)
            children = [subprocess.Popen([*wrap, *self.args], stdout=out, **given) for out in outs]
            statuses = [child.wait() for child in children]
            seconds = time.perf_counter() - start
            if max(statuses) > 1 or min(statuses) < 0:
                errors.seek(0)
                raise SystemExit(f"{self.name}: status {statuses}: {errors.read().decode()}")
        for out in outs:
            count = lines(out)
            if self.count not in (None, count):
                raise SystemExit(f"{self.name}: {count} lines, and {self.count} before")
            self.count = count
        return seconds

    def peak(self):
        """Bytes of memory at most, as GNU time tells; none if it is not here. The seconds are not counted."""
        gnu = shutil.which("time")
        if gnu is None or self.times > 1:
            self.run()
            return None
        with tempfile.NamedTemporaryFile("r") as told:
            # The child begins as a copy of this script, so its own figure would be the script's.
            self.run([gnu, "-f", "%M", "-o", told.name])
            return int(told.read().split()[-1]) * 1024

    @property
    def median(self):
        return statistics.median(self.seconds)

    def ratio(self, other):
        """The median of the paired ratios of its time to another's."""
        return statistics.median(own / its for own, its in zip(self.seconds, other.seconds))


def lines(out):
    out.seek(0)
    count = 0
    while block := out.read(MIB):
        count += block.count(b"\n")
    out.close()
    return count


def alternate(commands, rounds):
    """Each command once a round, so that what else the machine does hits all of them."""
    for _ in range(rounds):
        for command in commands:
            command.seconds.append(command.run())


def first_line(*args):
    return subprocess.run(args, stdout=subprocess.PIPE, text=True).stdout.split("\n")[0]


def version(program):
    """`ripgrep 13.0.0`: the first line of --version, without what stands after the number."""
    line = first_line(program, "--version")
    found = re.match(r".*?\d+(\.\d+)+", line)
    return found[0].replace("(GNU grep) ", "") if found else line


def day():
    today = datetime.date.today()
    return f"{today.day} {today:%B %Y}"


def machine():
    model = ""
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as info:
            model = next((line.split(": ")[1].strip() for line in info if line.startswith("model name")), "")
    system = os.uname()
    here = f"{os.cpu_count()} × {model or system.machine}, {system.sysname} {re.match(r'[0-9.]*[0-9]', system.release)[0]}"
    load = os.getloadavg()[0]
    return here + (f", others at work too (load {load:.1f})" if load > 0.5 else "")


def rewrite(page, script, text):
    """Puts `text` between the marks of a script in a page of the repository."""
    path = ROOT / page
    begin, end = f"<!-- made by benches/{script} -->\n", "<!-- end -->\n"
    old = path.read_text()
    before, made, rest = old.partition(begin)
    if not made or end not in rest:
        raise SystemExit(f"{page} has no {begin.strip()} … {end.strip()}")
    path.write_text(before + begin + text.strip("\n") + "\n" + end + rest.partition(end)[2])
