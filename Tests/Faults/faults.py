#!/usr/bin/env python3
"""Kills and fails a run at every system call that changes something, and at random moments.

usage: faults.py PROGRAM [--every N] [--offset N] [--kills N] [--seed N] [--jobs N] [--only SCENARIO]

strace stands between the program and the kernel: at the n-th call of a kind it kills the program
(SIGKILL, before the call is made) or lets the call fail (EIO, ENOSPC), for each n that an
undisturbed run has. Afterwards:

- the database is whole and holds what was there before or what an undisturbed run leaves;
- each published folder is the whole old one or the whole new one, and `latest` leads to one;
- an answer of success means that both are the new ones; an error says something;
- the next, undisturbed, run gives the same bytes as if nothing had happened, the database's rows
  and all reports with the workbook, and leaves no rubbish.

A log that cannot be read is refused whole, the others go in (Definitions, "The log"): there the next run ends with
the same figures, while what tells of the runs says that there were two.

Many faults leave the same: rows, published bytes, and names of unfinished files, which a next run
throws away. Then what comes of it is known, and the next run is not made again; it always is after
a random kill.

--every N tries one point of N, for a short run, and --offset which of the N: all offsets are all
points. Failures are printed, and the exit code is 1.
"""

import argparse
import collections
import concurrent.futures
import os
import queue
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

from world import DAYS, ERRORS, Place, World

WRITING = (
    "write writev pwrite64 pwritev fsync fdatasync rename renameat renameat2 unlink unlinkat rmdir "
    "mkdir mkdirat openat ftruncate fallocate symlink symlinkat chmod fchmod flock").split()
# A full disk can refuse these.
FILLING = set(WRITING) - {"unlink", "unlinkat", "rmdir", "chmod", "fchmod", "flock"}
# What a shell, a service manager, a closed terminal and a lost pipe send.
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE)
READING = ["read", "pread64"]
# What is read first; before that is the loader's work.
SETTINGS = "runrate.json5"
OPENS_TO_WRITE = re.compile(r"O_(WRONLY|RDWR|CREAT|TRUNC)")
OLD_DAY, NEW_DAY = DAYS
worker = threading.local()


def take_processor(processors):
    worker.processor = processors.get()


def strace(log):
    """On one processor the program writes its reports one after the other: calls have fixed numbers."""
    processor = getattr(worker, "processor", max(os.sched_getaffinity(0)))
    return ["taskset", "-c", str(processor), "strace", "-f", "-qq", "-o", log]


class Scenario:
    """A command on a template, and what undisturbed runs of it come to."""

    def __init__(self, world, name, words, template, inject=(), begin="openat"):
        self.world, self.name, self.words, self.template = world, name, words, template
        self.always, self.begin, self.known = list(inject), begin, set()
        place = self.place("reference")
        self.old = (place.rows(), place.published())
        self.calls = self.traced(place)
        self.new = (place.rows(), place.published())
        self.ends = [self.finished(place)]
        self.figures = place.figures(NEW_DAY)
        # An undisturbed run may come after one that had stored all but not yet published.
        place.run(self.words)
        self.ends.append(self.finished(place))

    def place(self, label):
        return Place(self.world, f"{self.world.folder}/{self.name}-{label}", self.template)

    def finished(self, place):
        """The whole end: a plain `ingest` shows its worth in the report after it."""
        if self.words[0] == "ingest":
            place.run(["report", "--as-of", NEW_DAY])
        return place.rows(), place.published()

    def traced(self, place):
        """The calls of an undisturbed run: (name, n) of those that matter."""
        log = place.folder + "/tmp/trace"
        answer = place.run(
            self.words, [*strace(log), "-e", "trace=" + ",".join(WRITING + READING), *self.always])
        assert answer.returncode <= 3, answer
        lines = open(log).read().splitlines()
        os.remove(log)
        # strace counts the calls of each thread; with one thread, files are the first one's.
        first = lines[0].split()[0]
        seen, calls, begun = collections.Counter(), [], False
        for line in lines:
            match = re.match(rf"{first} +(\w+)\(", line)
            if match:
                name = match[1]
                seen[name] += 1
                begun = begun or name == self.begin and (name != "openat" or SETTINGS in line)
                if begun and (name != "openat" or OPENS_TO_WRITE.search(line)):
                    calls.append((name, seen[name]))
        return calls

    def disturb(self, point):
        """Tries one point; None, or what is wrong afterwards."""
        call, n, fault = point
        place = self.place(f"{call}-{n}-{fault}")
        # With --seccomp-bpf, which is faster, strace 6.1 injects no signals.
        how = "signal=KILL" if fault == "KILL" else f"error={fault}"
        log = place.folder + "/tmp/trace"
        answer = place.run(self.words, [
            *strace(log), *self.always, "-e", f"trace={call},renameat2", "-e",
            f"inject={call}:{how}:when={n}", *([] if fault == "KILL" else ["--seccomp-bpf"])])
        killed = answer.returncode == -signal.SIGKILL
        if not killed and (fault == "KILL" or "(INJECTED)" not in open(log).read()):
            return f"{self.name} {call} {n} {fault}: the fault did not happen"
        os.remove(log)
        return self.judged(place, answer, f"{self.name} {call} {n} {fault}")

    def judged(self, place, answer, what, always=False):
        try:
            refused = answer.returncode in (65, 66) and b"refused whole" in answer.stderr
            if not refused:
                self.demand_whole(place, answer)
            left = place.left()
            if left in self.known and not always:
                return None
            again = place.run(self.words)
            assert again.returncode <= 3, f"next run: {again.returncode} {again.stderr}"
            end = self.finished(place)
            if refused:
                assert place.figures(NEW_DAY) == self.figures, "the next run has other figures"
            else:
                assert end in self.ends, "the next run ends so: " + difference(end, self.ends)
            assert not place.leftovers(), f"left behind: {place.leftovers()}"
            self.known.add(left)
        except AssertionError as error:
            return f"{what}: {error} (exit {answer.returncode}: {answer.stderr.decode().strip()})"
        finally:
            place.remove()
        return None

    def demand_whole(self, place, answer):
        code = answer.returncode
        rows, published = place.rows(), place.published()
        assert rows in (self.old[0], self.new[0]), "the database is neither old nor new"
        for day in set(self.old[1]) | set(self.new[1]) | set(published):
            if not place.is_aside(day):
                found = published.get(day)
                assert found in (self.old[1].get(day), self.new[1].get(day)), f"{day} is half done"
        killed = code == 128 + signal.SIGKILL or -code in (signal.SIGKILL, *STOPPING)
        assert killed or code <= 3 or code in ERRORS, f"unknown exit code {code}"
        if not killed and code <= 3:
            assert (rows, published) == self.new, f"{code} was answered, but the new is not there"
        if code in ERRORS:
            assert answer.stderr, "an error without a word"

    def points(self, every, offset=0):
        return [(c, n, f) for c, n in self.calls for f in self.faults(c)][offset::every]

    def faults(self, call):
        if call in READING:
            return ["EIO"]
        return ["KILL", "EIO", "ENOSPC"] if call in FILLING else ["KILL", "EIO"]

    def kill_at(self, seed):
        """One run that is killed, or every fourth time asked to stop, at a random moment of its
        usual time."""
        pick = random.Random(seed)
        place = self.place(f"kill-{seed}")
        process = subprocess.Popen(
            place.command(self.words), cwd=self.world.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        wait = pick.uniform(0, self.seconds)
        sent = signal.SIGKILL if seed % 4 else pick.choice(STOPPING)
        try:
            stderr = process.communicate(timeout=wait)[1]
        except subprocess.TimeoutExpired:
            process.send_signal(sent)
            stderr = process.communicate()[1]
        answer = subprocess.CompletedProcess([], process.returncode, b"", stderr)
        return self.judged(place, answer, f"{self.name} {sent.name} after {wait:.4f} s", True)

    def measure(self):
        place = self.place("clock")
        begun = time.monotonic()
        place.run(self.words)
        self.seconds = 1.1 * (time.monotonic() - begun)
        place.remove()


def difference(end, ends):
    if all(end[0] != other[0] for other in ends):
        return "the database's rows differ"
    return ", ".join(day for day in end[1] if end[1][day] != ends[0][1].get(day))


def scenarios(world):
    empty = Place(world, world.folder + "/empty")
    night = Place(world, world.folder + "/night")
    night.run(["run", "first", "--as-of", OLD_DAY])
    published = Place(world, world.folder + "/published", night)
    published.run(["report", "--as-of", NEW_DAY])
    second = ["run", "second", "--as-of", NEW_DAY]
    # Up to there it does what it did above. (mkdir is the unfinished folder's.)
    no_exchange = ["-e", "inject=renameat2:error=EINVAL"]
    return [
        Scenario(world, "first run", ["run", "first", "--as-of", OLD_DAY], empty),
        Scenario(world, "ingest", ["ingest", "second"], night),
        Scenario(world, "next night", second, night),
        Scenario(world, "same day again", second, published, begin="mkdir"),
        # File systems without an exchange of names take another way.
        Scenario(world, "without exchange", second, published, no_exchange, "renameat2"),
        Scenario(world, "report of a past day", ["report", "--as-of", "2026-02-10"], published),
        # Few events are later than that: only their customers are folded back.
        Scenario(world, "the day before", ["report", "--as-of", "2026-02-28"], published),
    ]


def tell(name, tried, complaints):
    print(f"{name:22} {tried:6} tried, {len(complaints)} failed", flush=True)
    for complaint in complaints:
        print("  " + complaint, flush=True)
    return len(complaints)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="scenarios whose names contain this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    failed = 0
    processors = queue.Queue()
    for job in range(options.jobs):
        processors.put(sorted(os.sched_getaffinity(0))[job % len(os.sched_getaffinity(0))])
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory, prefix="runrate-faults-") as folder, \
            concurrent.futures.ThreadPoolExecutor(
                options.jobs, initializer=take_processor, initargs=[processors]) as pool:
        all_scenarios = scenarios(World(options.program, folder + "/world"))
        for scenario in (s for s in all_scenarios if options.only in s.name):
            points = scenario.points(options.every, options.offset)
            failed += tell(scenario.name, len(points), list(filter(None, pool.map(
                scenario.disturb, points))))
        for scenario in all_scenarios:
            scenario.measure()
        seeds = range(options.seed, options.seed + options.kills)
        failed += tell("killed at random", len(seeds), list(filter(None, pool.map(
            lambda seed: all_scenarios[seed % len(all_scenarios)].kill_at(seed), seeds))))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
