"""The same report from a cluster: Spark reads, shuffles and adds up; runrate does the rest.

    logs --runrate read--> counts and links --components--> owners
    logs --runrate read--> lines by part --shuffle--> runrate fold --in groups--> runrate merge

Every step depends on its input alone, so that Spark may repeat any. A part is a database; what is merged
of some is a part again. The guide "When one machine is not enough" says more.
"""

import argparse
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import pyarrow as pa
import pyarrow.csv
from pyspark import SparkFiles
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as f

Runrate = Callable[..., None]
Inputs = dict[str, tuple[int, str]]  # number and path to show, by the plain path
Batches = Iterator[pa.RecordBatch]
Task = Callable[[Batches], Batches]

BYTES = 3 << 30  # of logs, for a part
CHUNK = 4 << 20  # bytes of a row that is shuffled
CONTEXT = "runrate-read"  # what Spark hands to all machines: what was found in all logs together
CROWD = 100  # users of one transaction from whom on it pays to look closer
GROUP = 16  # databases that one task adds up
DRIVER_EDGES = 5_000_000  # more links than these are joined by Spark, not on the driver
ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
LINKS = pa.schema([(c, "int64" if c == "time" else "string") for c in "kind one other time identity".split()])
COUNTED = LINKS.append(pa.field("bytes", pa.binary()))
DEALT = pa.schema([("part", "int32"), ("input", "int64"), ("place", "int32"), ("bytes", "binary")])
PARTS = pa.schema([("part", "int32"), ("place", "int32"), ("bytes", "binary")])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("logs", nargs="+", help="files or folders: local, s3a://, hdfs://")
    parser.add_argument("--database", default="runrate.db", help="what is merged into, on the driver")
    parser.add_argument("--config", help="the configuration, at the same path on every machine")
    parser.add_argument("--as-of", default="yesterday", help="YYYY-MM-DD, yesterday or newest")
    parser.add_argument("--now", required=True, help="what counts as now: 2026-07-01T02:00:00Z")
    parser.add_argument("--parts", type=int, help="how many parts (default: one for 3 GB of logs)")
    parser.add_argument("--runrate", default="runrate", help="the program, on every machine")
    return parser.parse_args()


def program(options: argparse.Namespace) -> Runrate:
    """Runs a command of runrate; where it fails, what it said is told with `what` it was about. The key
    of hashed ids stands in the environment or in a file, never on a command line."""
    # Tasks share a machine's memory, of which one run alone would take a quarter.
    common = ["--memory", "512", "--now", options.now] + (["--config", options.config] if options.config else [])

    def run(what: str, *words: object) -> None:
        command = [options.runrate, *map(str, words), *common]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if done.returncode != 0:
            raise RuntimeError(f"{what}: runrate {words[0]} ended with {done.returncode}\n{done.stderr}")

    return run


def plain(path: str) -> str:
    """A path as a single machine has it; of other storage its address."""
    address = urlparse(path)
    local = unquote(address.path) if address.scheme == "file" else path
    return path.rstrip("/") if address.scheme not in ("", "file") else os.path.abspath(local)


def files(spark: SparkSession, logs: list[str]) -> DataFrame:
    """The logs with path and length, and with their content where machines cannot open them."""
    found = spark.read.format("binaryFile").option("recursiveFileLookup", True).load(logs)
    named = found.where(f.lower("path").rlike(r"\.(ndjson|jsonl|json)(\.gz|\.zst)?$"))
    content = f.lit(None).cast("binary") if all(plain(log).startswith("/") for log in logs) else f.col("content")
    return named.select("path", "length", content.alias("content"))


def numbered(paths: Iterable[str], logs: list[str]) -> Inputs:
    """Each log with its number, in the order in which a single machine reads them."""
    roots = [(place, log.rstrip("/"), plain(log)) for place, log in enumerate(logs)]
    shown: Inputs = {}
    for path in map(plain, paths):
        place, log, root = next(r for r in roots if path == r[2] or path.startswith(r[2] + "/"))
        shown[path] = (place, log + path[len(root) :])
    order = sorted(shown, key=lambda path: (shown[path][0], shown[path][1].encode().split(b"/")))
    return {path: (number, shown[path][1]) for number, path in enumerate(order)}


def on_logs(inputs: Inputs, work: Callable[[Path, Path], Batches]) -> Task:
    """Calls `work` with a list of a task's logs for `runrate read`, and a folder to write into."""

    def run(batches: Batches) -> Batches:
        with tempfile.TemporaryDirectory() as name:
            folder, lines = Path(name), []
            for row in (row for batch in batches for row in batch.to_pylist()):
                (number, shown), place = inputs[plain(row["path"])], plain(row["path"])
                if row["content"] is not None:
                    place = str(folder / f"{number}")
                    Path(place).write_bytes(row["content"])
                lines.append(f"{number}\t{shown.translate(ESCAPES)}\t{place.translate(ESCAPES)}\n")
            (folder / "list").write_text("".join(lines))
            if lines:
                yield from work(folder / "list", folder)

    return run


def tab_separated(path: Path, columns: pa.Schema) -> Batches:
    if path.stat().st_size == 0:
        return
    reading = pyarrow.csv.ReadOptions(column_names=columns.names, block_size=8 << 20)
    parsing = pyarrow.csv.ParseOptions(delimiter="\t", quote_char=False)
    types = pyarrow.csv.ConvertOptions(column_types=columns, null_values=[""], strings_can_be_null=True)
    yield from pyarrow.csv.open_csv(path, reading, parsing, types)


def chunks(path: Path, columns: pa.Schema, **row: int) -> Batches:
    """The bytes of a file, some megabytes in a row."""
    with path.open("rb") as file:
        for place, chunk in enumerate(iter(lambda: file.read(CHUNK), b"")):
            yield pa.RecordBatch.from_pylist([row | {"place": place, "bytes": chunk}], columns)


def counting(runrate: Runrate, inputs: Inputs) -> Task:
    """Counts lines, as a database in a row of the kind `part`, and finds links between keys."""

    def work(logs: Path, folder: Path) -> Batches:
        runrate("reading", "read", "--list", logs, "--output", folder)
        for batch in tab_separated(folder / "links.tsv", LINKS):
            yield batch.append_column("bytes", pa.nulls(len(batch), pa.binary()))
        row = {"kind": "part", "bytes": (folder / "part.db").read_bytes()}
        yield pa.RecordBatch.from_pylist([row], COUNTED)

    return on_logs(inputs, work)


def edges(counted: DataFrame, logs: DataFrame, runrate: Runrate, inputs: Inputs) -> DataFrame:
    """Keys that are one customer: aliases, transactions of lines without a user id with who names them, payments."""
    named = counted.where("kind = 'unclaimed'").select("one").distinct()
    claims = counted.where("kind = 'claim'").join(f.broadcast(named), "one", "left_semi")
    first = claims.groupBy("one", "other").agg(f.min(f.struct("time", "identity")).alias("claim"))
    crowded = first.groupBy("one").count().where(f.col("count") > CROWD).select("one").persist()
    if not crowded.isEmpty():
        first = without_late(first, crowded, logs, runrate, inputs)
    paid = counted.where("kind = 'payment'").select("one", "other").distinct()
    several = paid.groupBy("one").count().where("count > 1").select("one").union(named).distinct()
    shared = paid.join(several, "one", "left_semi")
    joined = counted.where("kind = 'alias'").select("one", "other").union(first.select("one", "other"))
    return joined.union(shared).distinct()


def without_late(first: DataFrame, crowded: DataFrame, logs: DataFrame, runrate: Runrate, inputs: Inputs) -> DataFrame:
    """Leaves out who named a transaction after somebody whose line alone has its identity, and stands."""
    claims = first.join(crowded, "one").select("one", "other", "claim.time", "claim.identity").persist()
    wanted = [row.identity for row in claims.select("identity").distinct().collect()]

    def work(paths: Path, folder: Path) -> Batches:
        (folder / "identities").write_text("".join(f"{identity}\n" for identity in wanted))
        runrate("reading", "read", "--list", paths, "--identities", folder / "identities", "--output", folder)
        yield from tab_separated(folder / "contents.tsv", pa.schema([("identity", "string"), ("line", "string")]))

    lines = logs.mapInArrow(on_logs(inputs, work), "identity string, line string").distinct()
    conflicted = lines.groupBy("identity").count().where("count > 1").select("identity")
    certain = claims.join(conflicted, "identity", "left_anti").groupBy("one").agg(f.min("time").alias("certain"))
    late = claims.join(certain, "one").where("time > certain").select("one", "other")
    return first.join(late, ["one", "other"], "left_anti")


def owners(pairs: DataFrame) -> Iterator[tuple[str, str]]:
    """Each key of a customer with several, and the smallest of them, which stands for all."""
    pairs = pairs.persist()
    return map(tuple, stars(pairs).toLocalIterator()) if pairs.count() > DRIVER_EDGES else united(pairs.toArrow())


def united(pairs: pa.Table) -> Iterator[tuple[str, str]]:
    parent: dict[str, str] = {}

    def root(key: str) -> str:
        while parent.setdefault(key, key) != key:
            parent[key] = key = parent[parent[key]]
        return key

    for one, other in zip(pairs["one"].to_pylist(), pairs["other"].to_pylist()):
        low, high = sorted((root(one), root(other)))
        parent[high] = low
    return ((key, root(key)) for key in list(parent))


def stars(pairs: DataFrame) -> DataFrame:
    """Connected components by large and small stars (Kiveris and others, SoCC 2014)."""
    known = pairs.select(f.greatest("one", "other").alias("u"), f.least("one", "other").alias("v"))
    known, before = known.where("u <> v").distinct().localCheckpoint(), None
    while True:
        both = known.union(known.select(f.col("v").alias("u"), f.col("u").alias("v")))
        known = star(star(both, f.col("v") > f.col("u")), f.lit(True)).localCheckpoint()
        now = known.agg(f.count("*"), f.sum(f.xxhash64("u", "v").cast("decimal(20)"))).first()
        if now == before:
            return known.union(known.select("v", "v").distinct())
        before = now


def star(pairs: DataFrame, joined: Column) -> DataFrame:
    """Joins with the smallest of u and its neighbours those for which `joined` holds, and u."""
    least = pairs.groupBy("u").agg(f.least(f.min("v"), f.col("u")).alias("m"))
    far = pairs.join(least, "u").where(joined).select(f.col("v").alias("u"), f.col("m").alias("v"))
    return far.union(least.select("u", f.col("m").alias("v"))).where("u <> v").distinct()


def dealing(runrate: Runrate, inputs: Inputs, parts: int) -> Task:
    """Deals lines out: rows of a part, an input, a place among its chunks, and packed lines."""

    def work(logs: Path, folder: Path) -> Batches:
        known = Path(SparkFiles.get(CONTEXT)) / "owners.tsv"
        runrate("dealing", "read", "--list", logs, "--owners", known, "--parts", parts, "--output", folder)
        for path in sorted((folder / "lines").glob("*/*")):
            yield from chunks(path, DEALT, part=int(path.parent.name) - 1, input=int(path.name.split(".")[0]))

    return on_logs(inputs, work)


def folding(runrate: Runrate, parts: int, as_of: str) -> Task:
    """Folds the parts of a partition, whose rows come in order."""

    def run(batches: Batches) -> Batches:
        every = (row for batch in batches for row in batch.to_pylist())
        for part, rows in groupby(every, key=lambda row: row["part"]):
            with tempfile.TemporaryDirectory() as name:
                lines, facts, place = Path(name) / "lines", Path(name) / "facts", f"{part + 1}/{parts}"
                lines.mkdir()
                for row in rows:
                    if row["bytes"] is not None:
                        with (lines / f"{row['input']:08}.ndjson.zst").open("ab") as file:
                            file.write(row["bytes"])
                words = ["--read", SparkFiles.get(CONTEXT), "--part", place, "--facts", facts]
                runrate(f"part {place}", "fold", lines, *words, "--threads", 1, "--as-of", as_of)
                yield from chunks(facts / "part.db", PARTS, part=part)

    return run


def parts_of(rows: Iterable[Any], folder: Path) -> list[Path]:
    """Writes the databases whose bytes come in order into a folder."""
    folder.mkdir(exist_ok=True)
    paths: dict[int, Path] = {}
    for row in rows:
        path = paths.setdefault(row["part"], folder / f"{row['part']}.db")
        with path.open("ab") as file:
            file.write(row["bytes"])
    return list(paths.values())


def merging(runrate: Runrate, size: int) -> Task:
    """Adds up groups of databases, whose rows come in order."""

    def run(batches: Batches) -> Batches:
        every = (row for batch in batches for row in batch.to_pylist())
        for group, rows in groupby(every, key=lambda row: row["part"] // size):
            with tempfile.TemporaryDirectory() as name:
                merged = Path(name) / "merged.db"
                runrate(f"group {group}", "merge", *parts_of(rows, Path(name) / "parts"), "--database", merged)
                yield from chunks(merged, PARTS, part=group)

    return run


def merged(parts: DataFrame, count: int, runrate: Runrate, folder: Path) -> list[Path]:
    """Adds databases up in groups, and these again, until one group is left, which it writes into a folder."""
    while count > GROUP:
        count = -(-count // GROUP)
        groups = parts.repartitionById(count, f.expr(f"CAST(part DIV {GROUP} AS int)"))
        ordered = groups.sortWithinPartitions("part", "place")
        parts = ordered.mapInArrow(merging(runrate, GROUP), "part int, place int, bytes binary")
    return parts_of(parts.toLocalIterator(prefetchPartitions=True), folder)


def folded(logs: DataFrame, runrate: Runrate, inputs: Inputs, parts: int, as_of: str) -> DataFrame:
    """The databases of all parts."""
    dealt = logs.mapInArrow(dealing(runrate, inputs, parts), "part int, input long, place int, bytes binary")
    every = logs.sparkSession.range(parts).selectExpr("CAST(id AS int)", "-1L", "0", "CAST(NULL AS binary)")
    ordered = dealt.union(every).repartitionById(parts, f.col("part")).sortWithinPartitions("part", "input", "place")
    return ordered.mapInArrow(folding(runrate, parts, as_of), "part int, place int, bytes binary")


def run(spark: SparkSession, options: argparse.Namespace, folder: Path) -> None:
    runrate, read = program(options), folder / CONTEXT
    read.mkdir()
    logs = files(spark, options.logs)
    sizes = logs.select("path", "length").collect()
    inputs = numbered((row.path for row in sizes), options.logs)
    if not inputs:
        raise SystemExit("no logs: " + " ".join(options.logs))
    parts = options.parts or 1 + sum(row.length for row in sizes) // BYTES
    columns = "kind string, one string, other string, time long, identity string, bytes binary"
    counted = logs.mapInArrow(counting(runrate, inputs), columns).persist()
    number = f.spark_partition_id().alias("part")
    counts = counted.where("kind = 'part'").select(number, f.lit(0).alias("place"), "bytes")
    readers = 1 + counts.agg(f.max("part")).first()[0]
    found = merged(counts, readers, runrate, folder / "counts")
    runrate("adding up counts", "merge", *found, "--database", read / "part.db")
    with (read / "owners.tsv").open("w") as file:
        known = owners(edges(counted, logs, runrate, inputs))
        file.writelines(f"{key}\t{owner}\n" for key, owner in known)
    spark.sparkContext.addFile(str(read), recursive=True)
    databases = merged(folded(logs, runrate, inputs, parts, options.as_of), parts, runrate, folder / "parts")
    runrate("adding up", "merge", read, *databases, "--database", options.database)


def main() -> None:
    spark = SparkSession.builder.appName("runrate").getOrCreate()
    spark.conf.set("spark.sql.ansi.enabled", True)
    spark.conf.set("spark.sql.execution.arrow.maxBytesPerBatch", 64 << 20)
    with tempfile.TemporaryDirectory() as folder:
        run(spark, arguments(), Path(folder))


if __name__ == "__main__":
    main()
