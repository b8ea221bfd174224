"""Compares every metric of MetricFlow, by month and the other keys of its table, with the published
file.
Usage: dbt_metrics.py REPORTS BIN, in the dbt project that `make dbt` builds."""

import csv
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import yaml

reports, programs = sys.argv[1], sys.argv[2]
folder = f"{reports}/latest/csv"
project = yaml.safe_load(Path("models/runrate/_semantic_models.yml").read_text())
schema = {table["name"]: {column["name"]: column for column in table["schema"]["fields"]}
          for table in json.loads(Path(f"{folder}/schema.json").read_text())["resources"]}


def whole(table, row):
    """Whether a row is of everything together."""
    if "-30d" in row[time_of(table)] or row.get("grain", "month") != "month":
        return False
    if table == "acquisition_cost":
        return row["channel"] == row["campaign"] == "all"
    return row.get("dimension", "all") == ("offer" if table == "offers" else "all")


def time_of(table):
    return next(name for name, column in schema[table].items()
                if column["kind"] in ("day", "month", "period") or name in ("month", "cohort"))


def published(table, keys):
    """The rows of everything by month and the other keys."""
    with open(f"{folder}/{table}.csv", newline="", encoding="utf-8-sig") as file:
        groups = defaultdict(list)
        for row in csv.DictReader(file):
            if whole(table, row):
                labels = (plain(row[key]) for key in keys)
                groups[(row[time_of(table)][:7], *labels)].append(row)
    return groups


def plain(label):
    """7.99 and 7.990000 are one price."""
    return label.rstrip("0").rstrip(".") if "." in label and label[:1].isdigit() else label


def expected(table, rows, column):
    """What some rows make together; None where they tell nothing."""
    if schema[table][column]["additivity"] == "last day":
        last = max(row[time_of(table)] for row in rows)
        rows = [row for row in rows if row[time_of(table)] == last]
    values = [float(row[column]) for row in rows if row[column]]
    return sum(values) if values else None


def answers(metrics, keys, entity):
    group = ",".join(["metric_time__month"] + [f"{entity}__{key}" for key in keys])
    subprocess.run([f"{programs}/mf", "query", "--metrics", ",".join(metrics), "--group-by", group,
                    "--csv", "answer.csv"], check=True, stdout=subprocess.DEVNULL)
    with open("answer.csv", newline="") as file:
        for row in csv.DictReader(file):
            labels = (plain(row[f"{entity}__{key}"]) for key in keys)
            yield (row["metric_time__month"][:7], *labels), row


def same(value, wanted):
    if value in ("", "None") or wanted is None:
        return value in ("", "None") and wanted is None
    return abs(float(value) - wanted) <= 1e-6 * max(1, abs(wanted)) + 1e-9


def rounding(table, column, sides, part, whole):
    """How far a quotient of published amounts can be from the published quotient: each is rounded to
    the cent, the rate to six decimals."""
    cents = [0.005 if schema[table][side]["kind"] == "money" else 0 for side in sides]
    own = 0.005 if schema[table][column]["kind"] == "money" else 1e-6
    return own + (cents[0] + cents[1] * abs(part / whole)) / abs(whole) + 1e-9


compared, wrong = 0, []
for model in project["semantic_models"]:
    table = model["name"].removeprefix("runrate_")
    own = {m["name"]: m for m in project["metrics"] if m["label"].startswith(f"{table}.")}
    names = [d["name"] for d in model["dimensions"] if d["name"] != "starts_on"]
    keys = ["day" if name == "day_number" else name for name in names]
    groups = published(table, keys)
    if not groups:
        print(table, "is empty")
        continue
    found = dict(answers(own, names, model["entities"][0]["name"]))
    if set(found) != set(groups):
        wrong.append((table, "rows", sorted(set(found) ^ set(groups))[:3]))
    for key in set(found) & set(groups):
        for name, metric in own.items():
            column, rows = metric["label"].split(".")[1], groups[key]
            if metric["type"] == "ratio":
                sides = [metric["type_params"][side].removeprefix(f"{table}_")
                         for side in ("numerator", "denominator")]
                part, all_ = (expected(table, rows, side) for side in sides)
                wanted = part / all_ if part is not None and all_ else None
                told = rows[0][column] if len(rows) == 1 else ""
                if told and (wanted is None or abs(wanted - float(told))
                             > rounding(table, column, sides, part, all_)):
                    wrong.append((table, column, key, "published", told, wanted))
            else:
                wanted = expected(table, rows, column)
            compared += 1
            if not same(found[key][name], wanted):
                wrong.append((table, column, key, found[key][name], wanted))
    print(table, len(own), "metrics,", len(found), "rows", flush=True)
print(f"{compared} values compared, {len(wrong)} differ")
for line in wrong[:40]:
    print(line)
sys.exit(1 if wrong or not compared else 0)
