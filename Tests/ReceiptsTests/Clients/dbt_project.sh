#!/bin/sh
# Runs the dbt project that `runrate print dbt` writes on the views of `runrate print duckdb`, with
# dbt and MetricFlow. Usage: dbt_project.sh RUNRATE REPORTS BIN
set -eu
program=$1 reports=$(realpath "$2") bin=$(realpath "$3")
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
PATH=$bin:$PATH "$bin/mf" query --metrics churn_churn_rate,daily_net_revenue,daily_mrr \
  --group-by metric_time__month --order metric_time__month --csv answer.csv >/dev/null
cat answer.csv
