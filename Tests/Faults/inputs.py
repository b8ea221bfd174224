#!/usr/bin/env python3
"""Gives a run logs that are meant to overwhelm it, and measures the memory that it takes.

usage: inputs.py PROGRAM [--share N] [--only WORDS]

Each log is taken in and reported on by a process of its own. It has to end with the code that is
expected, to say what it did, and to stay below a bound of memory that does not depend on the log.
--share N makes the logs N times smaller, for a short run; --only tries the logs whose names
contain the words.
"""

import argparse
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile

LIMIT = 1024
GOOD = {"event": "purchased", "timestamp": "2026-01-10T10:00:00Z", "user_id": "u",
        "product_id": "pro", "price": 9.99, "currency": "USD"}


def line(number, **more):
    return json.dumps({**GOOD, "event_id": f"e{number}", "user_id": f"u{number % 50_000}",
                       **more}).encode() + b"\n"


def bomb(path, count):
    """An archive of some kilobytes for each megabyte that comes out."""
    with gzip.open(path + ".gz", "wb", 9) as file:
        file.write(line(0))
        for _ in range(count // 1000):
            file.write(b" " * 1_000_000)
        file.write(b"\n" + line(1))


def block(kind, content, size=None, last=False):
    """A block of a Zstandard frame (RFC 8878): 0 holds its bytes, 1 one byte that is repeated."""
    head = int(last) | kind << 1 | (len(content) if size is None else size) << 3
    return head.to_bytes(3, "little") + content


# No checksum, no size; the window is 2 to the power of 10 and of the upper five bits of the next byte.
ZSTANDARD = b"\x28\xb5\x2f\xfd\x00"


def zstd_bomb(path, count):
    """Four bytes of the archive are 128 KiB of blanks."""
    with open(path + ".zst", "wb") as file:
        file.write(ZSTANDARD + bytes([7 << 3]) + block(0, line(0)))
        for _ in range(count // 128):
            file.write(block(1, b" ", 1 << 17))
        file.write(block(0, b"\n" + line(1), last=True))


def zstd_window(path, count):
    """An archive that wants 2 GB to be held for it."""
    with open(path + ".zst", "wb") as file:
        file.write(ZSTANDARD + bytes([21 << 3]) + block(0, line(0) + line(1), last=True))


def blank_lines(path, count):
    with gzip.open(path + ".gz", "wb", 1) as file:
        for _ in range(count // 1000):
            file.write(b"\n" * 1_000_000)
        file.write(line(0) + line(1))


def long_line(path, count):
    with open(path, "wb") as file:
        file.write(line(0) + b'{"event":"purchased","x":"' + b"y" * (100 * count) + b'"}\n' + line(1))


def unended_line(path, count):
    with open(path, "wb") as file:
        file.write(line(0) + line(1) + b'{"event":"purchased","x":"' + b"y" * (100 * count))


def deep(path, count):
    with open(path, "wb") as file:
        file.write(line(0) + b"[" * 900_000 + b"\n" + b'{"a":' * 150_000 + b"\n" + line(1))


def distinct(**fields):
    """Lines that each bring a value of their own."""
    def write(path, count):
        with open(path, "wb") as file:
            for number in range(count):
                file.write(line(number, **{k: v.format(number) for k, v in fields.items()}))
    return write


def one_customer(path, count):
    """All events of the log are one person's."""
    with open(path, "wb") as file:
        for number in range(count // 5):
            file.write(line(number, user_id="u", event="app_session"))


def noise(path, count):
    with open(path, "wb") as file:
        file.write(line(0) + line(1) + random.Random(1).randbytes(20 * count))


def of_payers(**fields):
    """The same of customers who have all paid before."""
    def write(path, count):
        distinct(**fields)(path, count)
        with open(path, "ab") as file:
            for number in range(min(count, 50_000)):
                file.write(line(number, event_id=f"paid{number}", period="P1M",
                                timestamp="2026-01-10T09:00:00Z"))
    return write


# The fields that say something of a free choice, each with an event that carries it: one million
# values of each in turn. A value without "{}" is the same in all lines.
FIELDS = {
    "platforms": {"event": "app_session", "platform": "f{}"},
    "versions": {"event": "app_session", "app_version": "1.{}"},
    "paywalls": {"event": "paywall_shown", "paywall_id": "w{}"},
    "triggers": {"event": "paywall_shown", "paywall_id": "w", "trigger": "t{}"},
    "variants of a paywall": {"event": "paywall_shown", "paywall_id": "w", "variant": "v{}"},
    "experiments": {"event": "experiment_exposed", "experiment": "x{}", "variant": "a"},
    "variants of an experiment": {
        "event": "experiment_exposed", "experiment": "x", "variant": "v{}"},
    "features": {"event": "feature_used", "feature": "f{}"},
    "reasons": {"event": "cancelled", "reason": "r{}"},
    "offers": {"event": "offer_redeemed", "offer_id": "o{}"},
    "offer codes": {"event": "offer_redeemed", "offer_id": "o", "offer_code": "c{}"},
    "tiers": {"tier": "t{}"},
    "groups": {"group": "g{}"},
    "prices": {"price": "{}.99"},
    "transactions": {"transaction_id": "t{}"},
    "original transactions": {"original_transaction_id": "t{}"},
    "referrers": {"event": "referral_recorded", "referrer_id": "v{}"},
    "errors": {"event": "purchase_failed", "error": "e{}"},
}

# What is written, the expected exit code, and the lines that it accepts of `count`.
CASES = {
    "archive that grows a thousandfold": (bomb, (0, 1, 2, 3), lambda n: 2),
    "archive that grows thirtythousandfold": (zstd_bomb, (0, 1, 2, 3), lambda n: 2),
    "archive that wants a window of 2 GB": (zstd_window, (66,), lambda n: 0),
    "archive of blank lines": (blank_lines, (0, 1, 2, 3), lambda n: 2),
    "line of 100 MB": (long_line, (0, 1, 2, 3), lambda n: 2),
    "line of 100 MB that does not end": (unended_line, (0, 1, 2, 3), lambda n: 2),
    "nesting without end": (deep, (0, 1, 2, 3), lambda n: 2),
    "random bytes": (noise, (65,), lambda n: 2),
    "a million event names": (distinct(event="name {}"), (66,), lambda n: 0),
    "a million products": (distinct(product_id="p{}"), (0, 1, 2, 3), lambda n: n),
    "a million countries": (distinct(country="c{}"), (0, 1, 2, 3), lambda n: n),
    "a million channels and campaigns": (
        distinct(channel="c{}", campaign="d{}"), (0, 1, 2, 3), lambda n: n),
    "a million customers": (distinct(user_id="v{}"), (0, 1, 2, 3), lambda n: n),
    "a customer of 200,000 events": (one_customer, (0, 1, 2, 3), lambda n: n // 5),
} | {
    f"a million {name}": (of_payers(**fields), (0, 1, 2, 3), lambda n: n + min(n, 50_000))
    for name, fields in FIELDS.items()
}


def measure(program, folder, write, count):
    write(folder + "/log.ndjson", count)
    log = max((folder + "/" + name for name in os.listdir(folder)), key=os.path.getsize)
    process = subprocess.Popen(
        [program, "run", log, "--as-of", "2026-01-31", "--database", folder + "/runrate.db",
         "--reports", folder + "/reports"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, said, usage.ru_maxrss // 1024, usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    count, failed = 1_000_000 // options.share, 0
    cases = {name: case for name, case in CASES.items() if options.only in name}
    for name, (write, codes, accepted) in cases.items():
        with tempfile.TemporaryDirectory(prefix="runrate-inputs-") as folder:
            code, said, memory, seconds = measure(
                os.path.abspath(options.program), folder, write, count)
            size = os.path.getsize(max(
                (folder + "/" + n for n in os.listdir(folder) if "log" in n), key=os.path.getsize))
        expected = f"{accepted(count):,} accepted"
        fault = code not in codes or memory > LIMIT or expected not in said
        failed += fault
        print(f"{name:34} {size / 1e6:7.1f} MB log, {memory:5} MB memory, {seconds:6.1f} s CPU"
              + (f"  FAILED: exit {code}, {said.strip()[:300]}" if fault else ""), flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
