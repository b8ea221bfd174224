#!/bin/sh
# Runs the dbt project that `runrate print dbt` writes on the views of `runrate print duckdb`, with
# dbt, and compares every metric of MetricFlow by month with the published files.
# Usage: dbt_project.sh RUNRATE REPORTS BIN
set -eu
program=$(realpath "$1") reports=$(realpath "$2") bin=$(realpath "$3")
clients=$(realpath "$(dirname "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir models
cat > dbt_project.yml <<'YML'
name: figures
profile: figures
YML
cat > profiles.yml <<YML
figures:
  target: dev
  outputs: {dev: {type: duckdb, path: figures.duckdb, threads: 1}}
YML
"$program" print duckdb --reports "$reports" | sed '/^-- The database of the events/,$d' > views.sql
"$bin/python3" -c "import duckdb; duckdb.connect('figures.duckdb').execute(open('views.sql').read())"
"$program" print dbt | sh
export DBT_PROFILES_DIR=. DBT_SEND_ANONYMOUS_USAGE_STATS=0 DO_NOT_TRACK=1
"$bin/dbt" build --quiet
PATH=$bin:$PATH "$bin/python3" "$clients/dbt_metrics.py" "$reports" "$bin"
