"""A small log in two nights, and what a run may leave behind: shared by the tests of faults."""

import gzip
import hashlib
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess

# Not compared: when a run happened, and what is remembered only after it has published.
CLOCKS = {"run": {"started_ms"}, "published_report": {"made_ms"},
          "input_state": {"inode", "changed_ns"}}
AFTERWARDS = {"alert_state", "alert_extent", "alert_told", "alert_told_by", "alert_message",
              "published_report", "published_figure", "restatement"}
ERRORS = {65, 66, 70, 73, 74}
DAYS = ("2026-02-20", "2026-03-01")


def life(number):
    """The lines of one customer of January and February 2026."""
    random_source = random.Random(number)
    day = random_source.randrange(1, 25)
    product = random_source.choice(["month", "month", "year"])
    story = [(day, "app_installed", {}), (day, "paywall_shown", {"paywall_id": "p1"}),
             (day, "purchase_started", {}), (day, "receipt_validated", {"ok": True})]
    if number % 3:
        story.append((day, "trial_started", {}))
        day += 14
    for payment in range(random_source.randrange(4)):
        kind = "renewed" if payment else "purchased"
        story.append((day, kind, {"transaction_id": f"t{number}-{payment}"}))
        if random_source.random() < 0.2:
            story.append((day + 3, "refunded", {"transaction_id": f"t{number}-{payment}"}))
        day += 31
    story.append((day - 2, random_source.choice(
        ["cancelled", "billing_failed", "grace_period_entered", "app_session"]), {}))
    for at, (day, event, more) in enumerate(story):
        time = f"2026-{1 + (day - 1) // 31:02}-{min(28, 1 + (day - 1) % 31):02}T10:{at:02}:00Z"
        yield json.dumps({
            "event": event, "timestamp": time, "event_id": f"e{at}", "user_id": f"u{number}",
            "product_id": product, "country": ["DE", "US", "FR"][number % 3], **more,
        }).encode() + b"\n"


class World:
    """A folder with the log of two nights; commands run in it with fixed days and one thread."""

    def __init__(self, program, folder, customers=60):
        self.program = os.path.abspath(program)
        self.folder = folder
        self.digests = {}
        lines = [line for number in range(customers) for line in life(number)]
        random.Random(6).shuffle(lines)
        half = len(lines) // 2
        # The first file grows in the second night, which also brings an archive and bad lines.
        self.write("first/log.ndjson", b"".join(lines[:half]))
        self.write("second/log.ndjson", b"".join(lines[: half + 40]))
        self.write("second/more.ndjson.gz", gzip.compress(b"".join(lines[half:]), mtime=0))
        self.write("second/bad.ndjson", b'{"event":"purchased"}\nnot a line\n' + lines[3])
        self.write("runrate.json5", b"""{ products: {
            month: { tier: "solo", group: "a", period: "P1M", price: 7.99 },
            year: { tier: "family", group: "a", period: "P1Y", price: 59.99 } } }""")

    def write(self, name, content):
        path = f"{self.folder}/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)


class Place:
    """A database and reports of their own, copied from `template`."""

    def __init__(self, world, folder, template=None):
        self.world, self.folder = world, folder
        shutil.rmtree(folder, ignore_errors=True)
        if template:
            shutil.copytree(template.folder, folder, symlinks=True)
        os.makedirs(folder + "/tmp", exist_ok=True)
        self.database, self.reports = folder + "/runrate.db", folder + "/reports"

    def remove(self):
        shutil.rmtree(self.folder)

    def command(self, words):
        return [
            self.world.program, *words, "--threads", "1", "--config", "runrate.json5",
            "--database", self.database,
        ] + ([] if words[0] in ("ingest", "status") else ["--reports", self.reports])

    def run(self, words, before=(), **options):
        """Runs `words` of the program behind the words `before`, as strace and its options."""
        environment = {**os.environ, "TMPDIR": self.folder + "/tmp"}
        return subprocess.run(
            [*before, *self.command(words)], cwd=self.world.folder, env=environment,
            stdin=subprocess.DEVNULL, capture_output=True, **options)

    def left(self):
        """What a next run finds and reads: all rows, the published folders, also those put aside,
        and the names of what an unfinished run has left, whose bytes it throws away."""
        folders = [root for root, _, _ in os.walk(self.folder)]
        paths = [os.path.join(root, name) for root in folders for name in os.listdir(root)]
        names = [re.sub(r"(partial|latest)-\d+", r"\1", os.path.relpath(path, self.folder))
                 for path in paths]
        aside = [tree(folder) for folder in folders if folder.endswith("-old")]
        return self.digests()[1], *self.published().items(), *aside, *sorted(names)

    def rows(self):
        """Digest of all tables but the clock's columns; None without a database or a schema."""
        return self.digests()[0]

    def digests(self):
        """The same without what is remembered afterwards, and with it."""
        if not os.path.exists(self.database):
            return None, None
        with open(self.database, "rb") as file:
            content = hashlib.sha256(file.read()).digest()
        if os.path.exists(self.database + "-wal") or os.path.exists(self.database + "-journal"):
            return self.recovered()
        if content not in self.world.digests:
            self.world.digests[content] = self.recovered()
        return self.world.digests[content]

    def recovered(self):
        # In a copy, so that it is the program that has to recover the database itself.
        copy = self.folder + "/tmp/copy"
        shutil.copytree(self.folder, copy, ignore=lambda *_: ["reports", "tmp"])
        database = sqlite3.connect(copy + "/runrate.db")
        try:
            problem = database.execute("PRAGMA integrity_check").fetchone()[0]
            assert problem == "ok", problem
            return digests_of(database)
        finally:
            database.close()
            shutil.rmtree(copy)

    def published(self):
        """Digest of each day's folder, and where `latest` leads; not what is unfinished."""
        found = {}
        for name in sorted(os.listdir(self.reports)) if os.path.isdir(self.reports) else []:
            path = f"{self.reports}/{name}"
            if name.startswith("."):
                continue
            if os.path.islink(path):
                found[name] = os.readlink(path)
                assert os.path.exists(path) or self.is_aside(found[name]), f"{name} leads nowhere"
            else:
                found[name] = tree(path)
        return found

    def is_aside(self, day):
        """Without an exchange of names a day is gone for a moment, and kept under another name."""
        names = os.listdir(self.reports) if os.path.isdir(self.reports) else []
        return day not in names and any(
            name.startswith(f".{day}.partial-") and name.endswith("-old") for name in names)

    def figures(self, day):
        """The day's tables that do not tell of the runs themselves (Definitions, "The log")."""
        folder = f"{self.reports}/{day}/csv"
        names = os.listdir(folder) if os.path.isdir(folder) else []
        tellers = ("data_quality.csv", "alerts.csv", "restated.csv")
        return {n: open(f"{folder}/{n}").read() for n in names if n not in tellers}

    def leftovers(self):
        """What has no business here once a run has ended well."""
        expected = {"runrate.db", "runrate.db.lock", "runrate.db-sums", "reports", "tmp"}
        found = [name for name in os.listdir(self.folder) if name not in expected]
        found += os.listdir(self.folder + "/tmp")
        found += [n for n in os.listdir(self.reports) if n.startswith(".")]
        return found


def digests_of(database):
    before, all_of_it = hashlib.sha256(), hashlib.sha256()
    names = [row[0] for row in database.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    written = 0
    for name in names:
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
        kept = ", ".join(c for c in columns if c not in CLOCKS.get(name, ()))
        rows = sorted(map(repr, database.execute(f"SELECT {kept} FROM {name}")))
        for digest in [all_of_it] + ([] if name in AFTERWARDS else [before]):
            digest.update(f"{name} {rows}".encode())
        written += len(rows) if name not in AFTERWARDS else 0
    return (before.hexdigest(), all_of_it.hexdigest()) if written else (None, None)


def tree(folder):
    """Digest of names, kinds and bytes of all that is in a folder."""
    digest = hashlib.sha256()
    for root, folders, names in os.walk(folder):
        folders.sort()
        digest.update(f"{os.path.relpath(root, folder)}/\0".encode())
        for name in sorted(names):
            path = os.path.join(root, name)
            with open(path, "rb") as file:
                digest.update(f"{os.path.relpath(path, folder)}\0".encode() + file.read())
    return digest.hexdigest()
