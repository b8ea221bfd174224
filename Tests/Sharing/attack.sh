#!/bin/sh
# Attacks shared reports of the sample and of simulated logs: attack.sh RUNRATE "CUSTOMERS…" "SEEDS…"
set -eu
runrate=$1
here=$(dirname "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Alerts may fire (exit codes 1 to 3); anything above is an error.
report() { "$runrate" "$@" --database "$folder/runrate.db" --quiet || test $? -le 3; }

# attack CONFIGURATION LOGS DAY
attack() {
  rm -rf "$folder/full" "$folder/shared" "$folder"/runrate.db*
  report run "$2" --config "$1" --as-of "$3" --reports "$folder/full"
  report report --share --details all --config "$1" --as-of "$3" --reports "$folder/shared"
  python3 "$here/attack.py" "$folder/full/latest" "$folder/shared/latest"
}

failed=0
echo "the sample"
sample=$here/../../sample-data
attack "$sample/runrate.json5" "$sample/events" 2026-06-30 || failed=1
for customers in $2; do
  for seed in $3; do
    echo "$customers customers, seed $seed"
    rm -rf "$folder/log"
    "$runrate" simulate --customers "$customers" --days 200 --seed "$seed" --output "$folder/log"
    attack "$folder/log/runrate.json5" "$folder/log" newest || failed=1
  done
done
exit $failed
