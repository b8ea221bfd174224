#!/usr/bin/env python3
"""Kills and fails a run at every system call that changes something, and at random moments.

usage: faults.py PROGRAM [--every N] [--kills N] [--seed N] [--jobs N] [--only SCENARIO]

strace stands between the program and the kernel: at the n-th call of a kind it kills the program
(SIGKILL, before the call is made) or lets the call fail (EIO, ENOSPC), for each n that an
undisturbed run has. Afterwards:

- the database is whole and holds what was there before or what an undisturbed run leaves;
- each published folder is the whole old one or the whole new one, and `latest` leads to one;
- an answer of success means that both are the new ones; an error says something;
- the next, undisturbed, run gives the same bytes as if nothing had happened, the database's rows
  and all reports with the workbook, and leaves no rubbish.

A log that cannot be read is refused whole, the others go in (SPEC 1): there the next run ends with
the same figures, while what tells of the runs says that there were two.

--every N tries one call of N, for a short run. Failures are printed, and the exit code is 1.
"""

import argparse
import collections
import concurrent.futures
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

from world import DAYS, ERRORS, Place, World

WRITING = (
    "write writev pwrite64 pwritev fsync fdatasync rename renameat renameat2 unlink unlinkat rmdir "
    "mkdir mkdirat openat ftruncate fallocate symlink symlinkat chmod fchmod flock").split()
# A full disk can refuse these.
FILLING = set(WRITING) - {"unlink", "unlinkat", "rmdir", "chmod", "fchmod", "flock"}
READING = ["read", "pread64"]
OPENS_TO_WRITE = re.compile(r"O_(WRONLY|RDWR|CREAT|TRUNC)")
# On one processor the program writes its reports one after the other: calls have fixed numbers.
STRACE = ["taskset", "-c", str(max(os.sched_getaffinity(0))),
          "strace", "-f", "-qq", "-o"]
OLD_DAY, NEW_DAY = DAYS


class Scenario:
    """A command on a template, and what undisturbed runs of it come to."""

    def __init__(self, world, name, words, template, inject=()):
        self.world, self.name, self.words, self.template = world, name, words, template
        self.always = list(inject)
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
            self.words, [*STRACE, log, "-e", "trace=" + ",".join(WRITING + READING), *self.always])
        assert answer.returncode <= 3, answer
        lines = open(log).read().splitlines()
        os.remove(log)
        begun = next(i for i, line in enumerate(lines) if "runrate.json5" in line)
        seen, calls = collections.Counter(), []
        for i, line in enumerate(lines):
            match = re.match(r"\d+ +(\w+)\(", line)
            if not match:
                continue
            name = match[1]
            seen[name] += 1
            if i >= begun and (name != "openat" or OPENS_TO_WRITE.search(line)):
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
            *STRACE, log, *self.always, "-e", f"trace={call},renameat2", "-e",
            f"inject={call}:{how}:when={n}", *([] if fault == "KILL" else ["--seccomp-bpf"])])
        killed = answer.returncode == -signal.SIGKILL
        if not killed and (fault == "KILL" or "(INJECTED)" not in open(log).read()):
            return f"{self.name} {call} {n} {fault}: the fault did not happen"
        os.remove(log)
        return self.judged(place, answer, f"{self.name} {call} {n} {fault}")

    def judged(self, place, answer, what):
        try:
            refused = answer.returncode == 65 and b"refused whole" in answer.stderr
            if not refused:
                self.demand_whole(place, answer)
            again = place.run(self.words)
            assert again.returncode <= 3, f"next run: {again.returncode} {again.stderr}"
            end = self.finished(place)
            if refused:
                assert place.figures(NEW_DAY) == self.figures, "the next run has other figures"
            else:
                assert end in self.ends, "the next run ends so: " + difference(end, self.ends)
            assert not place.leftovers(), f"left behind: {place.leftovers()}"
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
        killed = code in (-signal.SIGKILL, 128 + signal.SIGKILL)
        assert killed or code <= 3 or code in ERRORS, f"unknown exit code {code}"
        if not killed and code <= 3:
            assert (rows, published) == self.new, f"{code} was answered, but the new is not there"
        if code in ERRORS:
            assert answer.stderr, "an error without a word"

    def points(self, every):
        faults = [(c, n, f) for c, n in self.calls for f in self.faults(c)]
        return faults[::every]

    def faults(self, call):
        if call in READING:
            return ["EIO"]
        return ["KILL", "EIO", "ENOSPC"] if call in FILLING else ["KILL", "EIO"]

    def kill_at(self, seed):
        """One run that is killed at a random moment of its usual time."""
        place = self.place(f"kill-{seed}")
        process = subprocess.Popen(
            place.command(self.words), cwd=self.world.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        wait = random.Random(seed).uniform(0, self.seconds)
        try:
            stderr = process.communicate(timeout=wait)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            stderr = process.communicate()[1]
        answer = subprocess.CompletedProcess([], process.returncode, b"", stderr)
        return self.judged(place, answer, f"{self.name} killed after {wait:.4f} s")

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
    # File systems without an exchange of names take another way.
    no_exchange = ["-e", "inject=renameat2:error=EINVAL"]
    return [
        Scenario(world, "first run", ["run", "first", "--as-of", OLD_DAY], empty),
        Scenario(world, "ingest", ["ingest", "second"], night),
        Scenario(world, "next night", second, night),
        Scenario(world, "same day again", second, published),
        Scenario(world, "without exchange", second, published, no_exchange),
        Scenario(world, "report of a past day", ["report", "--as-of", "2026-02-10"], published),
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
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="scenarios whose names contain this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    failed = 0
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory, prefix="runrate-faults-") as folder, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        all_scenarios = scenarios(World(options.program, folder + "/world"))
        for scenario in (s for s in all_scenarios if options.only in s.name):
            points = scenario.points(options.every)
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
