#!/usr/bin/env python3
"""Gives a run disks that are full, read-only, limited or damaged, and databases that are not well.

usage: storage.py PROGRAM [--every N]

Whatever the disk does, the run ends with an exit code of its own and a message, or with success
and everything in its place; database and reports are whole, the old or the new ones; and when the
disk is well again, the next run ends in the same bytes as if nothing had happened. Of damage that
a database has taken, figures never tell anything but the truth: the run notices, or nothing that
is read was hit. Full and read-only disks are small ones in memory, which only root can mount.
"""

import argparse
import contextlib
import fcntl
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

from faults import NEW_DAY, Scenario, scenarios, tell
from world import Place, World

PAGE = 4096


@contextlib.contextmanager
def disk(folder, options):
    """A disk of its own in place of `folder`, with the same content."""
    content = folder + ".content"
    os.rename(folder, content)
    os.mkdir(folder)
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)
    try:
        shutil.copytree(content, folder, symlinks=True, dirs_exist_ok=True)
        yield
        well = folder + ".well"
        shutil.copytree(folder, well, symlinks=True)
    finally:
        subprocess.run(["umount", folder], check=True)
    shutil.rmtree(content)
    os.rmdir(folder)
    os.rename(well, folder)


def used(folder):
    sizes = [os.path.getsize(os.path.join(r, n)) for r, _, names in os.walk(folder) for n in names]
    return sum(-(-size // PAGE) * PAGE for size in sizes) + PAGE * 8


def full_disk(scenario, part, spare):
    """`part` of the place ("" for all of it) has only `spare` bytes left."""
    place = scenario.place(f"full-{part}-{spare}")
    folder = f"{place.folder}/{part}".rstrip("/")
    os.makedirs(folder, exist_ok=True)
    with disk(folder, f"size={used(folder) + spare}"):
        answer = place.run(scenario.words)
    return scenario.judged(place, answer, f"{spare} bytes left in {part or 'database and reports'}")


def read_only(scenario, part):
    place = scenario.place(f"read-only-{part}")
    folder = f"{place.folder}/{part}".rstrip("/")
    os.makedirs(folder, exist_ok=True)
    with disk(folder, "size=64m"):
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        answer = place.run(scenario.words)
        subprocess.run(["mount", "-o", "remount,rw", folder], check=True)
    if answer.returncode not in (73, 74):
        return f"read-only {part or 'database'}: exit {answer.returncode}"
    return scenario.judged(place, answer, f"read-only {part or 'database'}")


def limited(scenario, size):
    """No file may become larger than `size` bytes (ulimit -f)."""
    place = scenario.place(f"limit-{size}")
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    answer = place.run(scenario.words, preexec_fn=limit)
    return scenario.judged(place, answer, f"files limited to {size} bytes")


def damaged(scenario, what, damage):
    """After `damage` to the database's bytes a report is refused, or tells the truth."""
    place = scenario.place("damaged-" + what.replace(" ", "-"))
    with open(place.database, "rb") as file:
        content = bytearray(file.read())
    with open(place.database, "wb") as file:
        file.write(damage(content))
    before = place.published()
    answer = place.run(scenario.words)
    published = place.published()
    place.remove()
    if answer.returncode <= 3:
        return None if published == scenario.new[1] else f"{what}: wrong figures were published"
    if answer.returncode not in (65, 66, 70, 74) or not answer.stderr:
        return f"{what}: exit {answer.returncode} {answer.stderr.decode()}"
    return None if published == before else f"{what}: an error, but reports have changed"


def flip(seed, size):
    """Another value in one random byte, anywhere but in the header of the file."""
    random_source = random.Random(seed)
    offset, mask = random_source.randrange(100, size), random_source.randrange(1, 256)

    def damage(content):
        content[offset] ^= mask
        return content

    return f"byte {offset} changed by {mask}", damage


def garbage(seed, size):
    """Other values in a few bytes one after the other."""
    random_source = random.Random(seed)
    offset = random_source.randrange(100, size - 8)
    values = random_source.randbytes(8)

    def damage(content):
        content[offset : offset + 8] = values
        return content

    return f"garbage at {offset}", damage


def locked(scenario):
    """Somebody else's transaction: 74 when the patience is over."""
    place = scenario.place("locked")
    other = sqlite3.connect(place.database, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    answer = place.run([*scenario.words, "--wait", "2"])
    other.close()
    if answer.returncode != 74:
        return f"a database in somebody else's transaction: exit {answer.returncode}"
    place.remove()
    return None


def second_run(scenario):
    """While a run holds the lock, another answers 75 within a second and touches nothing."""
    place = scenario.place("second")
    with open(place.database + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        begun = time.monotonic()
        answer = place.run(scenario.words)
        seconds = time.monotonic() - begun
    if answer.returncode != 75 or seconds > 1:
        return f"a second run: exit {answer.returncode} after {seconds:.2f} s"
    if (place.rows(), place.published()) != scenario.old:
        return "a second run changed something"
    place.remove()
    return None


def together(scenario):
    """Two runs at once: one works, the other answers 75, and all is as after one."""
    place = scenario.place("together")
    runs = [subprocess.Popen(place.command(scenario.words), cwd=scenario.world.folder,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for _ in range(2)]
    codes = sorted(run.wait() for run in runs)
    if codes[0] > 3 or codes[1] not in (75, codes[0]):
        return f"two runs at once: exits {codes}"
    end = scenario.finished(place)
    place.remove()
    return None if end in scenario.ends else "two runs at once end otherwise"


def mounts_work(folder):
    os.makedirs(folder)
    if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], capture_output=True).returncode:
        return False
    return subprocess.run(["umount", folder]).returncode == 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    failed = 0

    def group(name, work, cases):
        nonlocal failed
        cases = list(cases)[:: options.every]
        failed += tell(name, len(cases), [c for c in (work(*case) for case in cases) if c])

    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory, prefix="runrate-storage-") as folder:
        world = World(options.program, folder + "/world")
        night = {s.name: s for s in scenarios(world)}["same day again"]
        if mounts_work(folder + "/mount"):
            spares = [PAGE * pages for pages in (0, 1, 2, 4, 8, 16, 32, 64, 96, 128, 192, 256, 512)]
            for part, name in (("", "disk full"), ("reports", "disk of reports full"),
                               ("tmp", "temporary disk full")):
                group(name, full_disk, ((night, part, spare) for spare in spares))
            group("read-only disk", read_only, [(night, ""), (night, "reports")])
        else:
            print("full and read-only disks: not tried, only root can mount them")
        group("file size limit", limited, ((night, 1 << bits) for bits in range(0, 22)))
        # Where a database grows: each of its pages in turn is the first that has no room.
        named = {s.name: s for s in scenarios(world)}
        for name in ("first run", "next night"):
            scenario = named[name]
            start = os.path.getsize(scenario.template.database) if name == "next night" else PAGE
            end = start + 120 * PAGE
            group(f"file size limit, {name}", limited, (
                (scenario, size) for size in range(start, end, PAGE)))
        report = Scenario(world, "report", ["report", "--as-of", NEW_DAY], night.template)
        size = os.path.getsize(report.template.database)
        group("one byte changed", damaged, ((report, *flip(n, size)) for n in range(400)))
        group("eight bytes changed", damaged, ((report, *garbage(n, size)) for n in range(400)))
        group("cut short", damaged, (
            (report, f"cut at {at}", lambda content, at=at: content[:at])
            for at in [1, 99, 100, 512, *range(PAGE, size, 16 * PAGE), size - 1]))
        group("not a database", damaged, (
            (report, f"{n} other bytes", lambda _, n=n: random.Random(n).randbytes(n))
            for n in (16, 100, PAGE, 100_000)))
        group("somebody's transaction", locked, [(night,)])
        group("lock held", second_run, [(night,)] * 5)
        group("two runs at once", together, [(night,)] * 20)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
