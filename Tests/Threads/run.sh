#!/usr/bin/env bash
# Builds the program with the thread sanitizer, and lets it do the sample with several threads: first
# run, the same again, a report of a past day, one of little memory. A race ends it with exit code 99,
# which is no other end's, and is printed with both places.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=.build/threads

swift build --sanitize=thread --scratch-path "$build" --product runrate >&2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export TSAN_OPTIONS="exitcode=99 halt_on_error=0"

runrate() {
  local code=0
  echo "runrate $*" >&2
  "$build/debug/runrate" "$@" --config sample-data/runrate.json5 --database "$place/runrate.db" \
    --threads 4 --quiet || code=$?
  if [ "$code" -gt 3 ]; then
    echo "exit code $code" >&2
    exit 1
  fi
}

runrate ingest sample-data/events/events-2025* sample-data/events/events-2026-0[1-5]*
runrate run sample-data/events --reports "$place/reports" --as-of 2026-06-30
runrate ingest sample-data/events --again
runrate report --reports "$place/reports" --as-of 2026-03-31
rm "$place/runrate.db"
runrate run sample-data/events --memory 64 --reports "$place/reports" --as-of 2026-06-30
echo "no races"
