#!/bin/sh
# Makes the sample anew: sample-data/make.sh PROGRAM OPTIONS-OF-SIMULATE…
#
# The log is stored as a server would keep it: one archive for each month, and the days since the
# last one as they are.
set -eu
cd "$(dirname "$0")/.."
program=$1
shift

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$program" simulate "$@" --output "$work/log"

rm -rf sample-data/events
mkdir sample-data/events
days=$(ls "$work/log" | grep '^events-')
last=$(echo "$days" | tail -3 | head -1)
for day in $days; do
  month=${day%-??.ndjson}
  if [ "$day" \< "$last" ]; then
    cat "$work/log/$day" >> "$work/$month.ndjson"
  else
    cp "$work/log/$day" sample-data/events/
  fi
done
for month in "$work"/events-*.ndjson; do
  zstd -q -19 < "$month" > "sample-data/events/$(basename "$month").zst"
done
cp "$work/log/exchange-rates.csv" "$work/log/spend.csv" sample-data/

# What somebody has planned (budget.csv is written by hand) and noted.
sed '$d' "$work/log/runrate.json5" > sample-data/runrate.json5
cat >> sample-data/runrate.json5 <<'END'
  budget: "budget.csv",
  payouts: { appStore: {}, googlePlay: {}, file: "payouts.csv" },
  targets: { steps: [{ funnel: "paywall", step: 2, name: "Purchase begun at a paywall", atLeast: 0.2 }] },
  annotations: [
    { date: "2026-03-01", kind: "price", text: "Individual monthly costs $8.99 for new subscribers, $7.99 before" },
    { date: "2026-05-01", kind: "release", text: "The paywall began to show yearly plans first" },
    { date: "2026-06-20", kind: "incident", text: "The payment provider declined half of the renewals" },
    { date: "2026-06-27", kind: "incident", text: "Renewals went through again" },
  ],
}
END
