"""Two nights through Spark and on a single machine: all that is published is the same, byte for byte.

    python3 compare.py RUNRATE SPARK_FOLDER_BIN

A hostile log and a simulated one; 1, 3 and 8 parts; workers whose first attempts are killed; links that
are joined on the driver and by Spark; parts that are merged in groups of groups; logs of a storage that
only Spark can read. Takes some minutes.

Where lines contradict each other, a single machine counts in each night what it has met until then, and
a job counts anew: so of the second night of the hostile log those counts are left out, and only tables
are compared."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
RUNRATE, SPARK = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
NIGHTS = [("2026-01-12", "2026-01-13T02:00:00Z", 4), ("2026-01-18", "2026-01-19T02:00:00Z", 6)]
ALL_BY_SPARK = "import runrate_spark as r; r.CROWD, r.DRIVER_EDGES, r.GROUP = 2, 0, 2; r.main()"


def run(*words: object, env: dict[str, str] | None = None, codes: tuple[int, ...] = (0,)) -> str:
    done = subprocess.run([str(w) for w in words], env=os.environ | (env or {}), capture_output=True, text=True)
    if done.returncode not in codes:
        sys.exit(
            f"{' '.join(map(str, words))}\nended with {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-6000:]}"
        )
    return done.stdout


def report(folder: Path, config: Path, day: str, now: str, *words: object) -> Path:
    """Makes a report and says where it stands; that alerts fire is no failure."""
    reports = folder / "reports"
    common = ["--config", config, "--database", folder / "runrate.db", "--reports", reports]
    run(RUNRATE, *words, *common, "--as-of", day, "--now", now, "--quiet", codes=(0, 1, 2, 3))
    return reports / day


def through_spark(folder: Path, config: Path, day: str, now: str, logs: str, parts: int, kind: str) -> Path:
    """Makes a report of what a Spark job has merged. `kind`: `plain`, `killed`, `joined by spark` or
    `other storage`."""
    script = folder / "joined.py" if kind == "joined by spark" else HERE / "../../spark/runrate_spark.py"
    if kind == "joined by spark":
        script.write_text(ALL_BY_SPARK)
    killed = folder / f"killed-{day}"
    killed.mkdir(exist_ok=True)
    program = folder / "runrate"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} {HERE.resolve() / "first_attempts.py"} "$@"\n')
    program.chmod(0o755)
    env = {
        "PATH": f"{SPARK}:{os.environ['PATH']}",
        "PYSPARK_PYTHON": str(SPARK / "python3"),
        "PYTHONPATH": str((HERE / "../../spark").resolve()),
        "RUNRATE": str(RUNRATE),
        "KILLED": str(killed),
    }
    settings = ["spark.ui.enabled=false", "spark.sql.shuffle.partitions=3", "spark.task.maxFailures=4"]
    settings += ["spark.sql.files.maxPartitionBytes=1m", "spark.sql.files.openCostInBytes=1k"]
    if kind == "other storage":
        settings.append(f"spark.hadoop.fs.viewfs.mounttable.all.link./logs={Path(logs).resolve().as_uri()}")
        logs = "viewfs://all/logs"
    words = [word for setting in settings for word in ("--conf", setting)]
    words += [script, logs, "--config", config, "--database", folder / "runrate.db", "--as-of", day]
    words += ["--now", now, "--parts", parts, "--runrate", program if kind == "killed" else RUNRATE]
    run(SPARK / "spark-submit", "--master", "local[2,4]", "--driver-memory", "2g", *words, env=env)
    if kind == "killed" and len(list(killed.iterdir())) < parts + 2:
        sys.exit("no first attempts were killed")
    return report(folder, config, day, now, "report")


COUNTS = re.compile(rb"^(file|arrival|late),.*$|run \d+ of [-\d]+ brought [^\n]*", re.MULTILINE)


def differences(one: Path, other: Path, pattern: str, counts: bool) -> list[str]:
    """Files of either report that are not the same. `counts`: what was counted in each night is compared."""
    names = {path.relative_to(root) for root in (one, other) for path in root.rglob(pattern) if path.is_file()}

    def content(path: Path) -> bytes | None:
        written = path.read_bytes() if path.exists() else None
        return COUNTS.sub(b"", written) if written and not counts else written

    return sorted(str(name) for name in names if content(one / name) != content(other / name))


def compare(world: Path, config: Path, parts: int, kind: str) -> None:
    single, spark = world / "single", world / f"spark-{parts}-{kind.replace(' ', '-')}"
    spark.mkdir()
    for day, now, files in NIGHTS:
        logs = "logs"
        shutil.rmtree(world / logs, ignore_errors=True)
        (world / logs).mkdir()
        for path in sorted((world / "all").iterdir())[:files]:
            (world / logs / path.name).symlink_to(path)
        os.chdir(world)
        made = through_spark(spark, config, day, now, logs, parts, kind)
        expected = single / "reports" / day
        if not expected.exists():
            single.mkdir(exist_ok=True)
            report(single, config, day, now, "run", logs)
        is_free = world.name == "hostile" and (day == NIGHTS[1][0] or kind == "other storage")
        if different := differences(expected, made, "*.csv" if is_free else "*", counts=not is_free):
            sys.exit(f"{world.name}, {parts} parts, {kind}, night of {day}: {different} differ; see {world}")
        print(
            f"{world.name}, {parts} parts, {kind}, night of {day}: {len(list(made.rglob('*')))} files are the same",
            flush=True,
        )


def pack(days: list[Path], folder: Path) -> None:
    """Puts days of a log into six files: the last two come in the second night."""
    folder.mkdir(parents=True)
    for number in range(6):
        first, last = 3 * number, 3 * number + 3
        lines = b"".join(day.read_bytes() for day in days[first:last])
        (folder / f"{number}.ndjson").write_bytes(lines)


def main() -> None:
    root = Path(tempfile.mkdtemp(prefix="runrate-spark-"))
    hostile = root / "hostile"
    run(sys.executable, HERE / "hostile.py", hostile / "all", 7, 40_000, 0, 6)
    config = root / "runrate.json5"
    config.write_text('{ currency: "USD", timezone: "Europe/Berlin", ingest: { maxRejectedShare: 0.5 } }\n')
    for parts, kind in [(1, "plain"), (3, "killed"), (8, "joined by spark"), (2, "other storage")]:
        compare(hostile, config, parts, kind)
    simulated = root / "simulated"
    words = ["--customers", 400, "--days", 18, "--first-day", NIGHTS[0][0][:8] + "01", "--seed", 5]
    run(RUNRATE, "simulate", *words, "--output", root / "events", "--quiet")
    pack(sorted((root / "events").glob("*.ndjson")), simulated / "all")
    compare(simulated, root / "events" / "runrate.json5", 3, "plain")
    shutil.rmtree(root)


main()
