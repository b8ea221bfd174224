"""Runs what `runrate print duckdb` prints, from standard input, and compares every view with its
file. Usage: duckdb_views.py REPORTS < SCRIPT"""

import csv
import sys

import duckdb

script = sys.stdin.read()
views, attach = script.split("-- The database of the events", 1)
connection = duckdb.connect()
connection.execute(views)
tables = [row[0] for row in connection.execute(
    "select view_name from duckdb_views() where schema_name = 'runrate' order by 1").fetchall()]
rows = 0
for table in tables:
    with open(f"{sys.argv[1]}/latest/csv/{table}.csv", newline="", encoding="utf-8-sig") as file:
        expected = sum(1 for _ in csv.reader(file)) - 1
    counted = connection.execute(f"select count(*) from runrate.{table}").fetchone()[0]
    assert counted == expected, (table, counted, expected)
    rows += counted
rate, = connection.execute(
    "select churn_rate from runrate.churn where month = '2026-06' and dimension = 'all'").fetchone()
comment, = connection.execute(
    "select comment from duckdb_columns() where table_name = 'churn' and column_name = 'churn_rate'"
).fetchone()
print(f"{len(tables)} views, {rows} rows, churn {rate}: {comment}")
# The extension that reads SQLite comes from DuckDB's server; without a network it is left out.
try:
    connection.execute(attach.split("\n", 1)[1])
    days, = connection.execute("select count(*) from events.revenue_by_day").fetchone()
    print(f"attached: {days} rows of revenue by day")
except duckdb.IOException as error:
    if "extension" not in str(error):
        raise
    print("not attached: DuckDB has no sqlite extension here")
