#!/usr/bin/env python3
"""Puts single pages of a database back to an older state, as a disk does that loses a write.

usage: stale.py PROGRAM [--pages N] [--seed N]

Some nights are run, and the database is kept after each. Then, again and again, one page of the
newest database becomes what it was on an earlier night (its seal is valid), and the next night is
run: it has to be refused (65) with nothing published, or to publish the true bytes. Each eighth time
two pages are put back, and each eighth one bit of the header is changed. Failures are printed, and
the exit code is 1.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile

SIZE = 4096
NIGHTS = 6
DAYS = [f"2026-02-{day:02}" for day in range(20, 20 + NIGHTS)]


def logs(folder, program):
    """A log of each night, and what came before."""
    subprocess.run([program, "simulate", "--seed", "5", "--events", "20000", "--first-day",
                    "2025-11-01", "--days", "120", "--output", folder], check=True,
                   capture_output=True)
    return sorted(name for name in os.listdir(folder) if name.startswith("events-"))


class Nights:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.all = folder + "/all"
        self.names = logs(self.all, program)
        self.states = []
        os.makedirs(folder + "/log")
        for day in DAYS[:-1]:
            self.bring(day)
            assert self.run(folder, day) <= 3
            self.states.append(self.read())
        self.sums = open(self.database + "-sums", "rb").read()
        self.bring(DAYS[-1])
        self.truth = self.next_night(self.states[-1])
        assert self.truth[0] <= 3, self.truth

    @property
    def database(self):
        return self.folder + "/runrate.db"

    def bring(self, day):
        for name in self.names:
            if name[7:17] <= day:
                target = f"{self.folder}/log/{name}"
                os.path.exists(target) or shutil.copy(f"{self.all}/{name}", target)

    def read(self):
        with open(self.database, "rb") as file:
            return file.read()

    def run(self, folder, day):
        return subprocess.run(
            [self.program, "run", self.folder + "/log", "--config", self.all + "/runrate.json5",
             "--database", folder + "/runrate.db", "--reports", folder + "/reports", "--as-of", day,
             "--format", "csv", "--quiet"], capture_output=True).returncode

    def next_night(self, state):
        """The exit code of the last night after a state of the database, and what it published."""
        folder = self.folder + "/try"
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        with open(folder + "/runrate.db", "wb") as file:
            file.write(state)
        with open(folder + "/runrate.db-sums", "wb") as file:
            file.write(self.sums)
        code = self.run(folder, DAYS[-1])
        path = f"{folder}/reports/{DAYS[-1]}/csv"
        files = sorted(os.listdir(path)) if os.path.isdir(path) else []
        return code, {name: open(f"{path}/{name}", "rb").read() for name in files}

    def changed(self, older):
        old, new = self.states[older], self.states[-1]
        return [at for at in range(0, min(len(old), len(new)), SIZE)
                if old[at:at + SIZE] != new[at:at + SIZE]]


def damage(nights, number, pick):
    """A name for the damage, and the database with it."""
    state = bytearray(nights.states[-1])
    if number % 8 == 7:
        bit = pick.randrange(100 * 8)
        state[bit // 8] ^= 1 << bit % 8
        return f"bit {bit} of the header", bytes(state)
    older = pick.randrange(len(nights.states) - 1)
    pages = pick.sample(nights.changed(older), 2 if number % 8 == 3 else 1)
    for at in pages:
        state[at:at + SIZE] = nights.states[older][at:at + SIZE]
    return f"pages {[at // SIZE for at in pages]} of night {older}", bytes(state)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("--pages", type=int, default=300)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    pick = random.Random(options.seed)
    counts = {"refused": 0, "the truth": 0, "FAILED": 0}
    with tempfile.TemporaryDirectory() as folder:
        nights = Nights(os.path.abspath(options.program), folder)
        for number in range(options.pages):
            name, state = damage(nights, number, pick)
            code, files = nights.next_night(state)
            refused = code == 65 and not files
            end = "refused" if refused else "the truth" if (code, files) == nights.truth else "FAILED"
            counts[end] += 1
            if end == "FAILED":
                print(f"FAILED: {name}: exit {code}, {len(files)} files")
    print(f"{options.pages} states of pages: " + ", ".join(f"{n} {k}" for k, n in counts.items()))
    return 1 if counts["FAILED"] else 0


if __name__ == "__main__":
    sys.exit(main())
