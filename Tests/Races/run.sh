#!/usr/bin/env bash
# Runs the program and its concurrent tests under the thread sanitizer; fails at the first warning.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=.build/races
mkdir -p "$build"
clang -O1 -c Tests/Races/mutex.c -o "$build/mutex.o"
handle='$s15Synchronization12_MutexHandleV'
flags=(--sanitize=thread --build-path "$build" -Xlinker "$PWD/$build/mutex.o"
  -Xlinker "--wrap=${handle}9_lockSlowyys6UInt32VF" -Xlinker "--wrap=${handle}11_unlockSlowyyF")
swift build --build-tests "${flags[@]}" >&2

export TSAN_OPTIONS="halt_on_error=1 exitcode=99" SWIFT_BACKTRACE=enable=no
runrate="$build/debug/runrate"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
past=2025-03-15

# run WHAT WORDS…: answers 0 to 3 are no errors.
run() {
  local what=$1 code=0
  shift
  "$runrate" "$@" --database "$place/runrate.db" >"$place/said" 2>&1 || code=$?
  if [ "$code" -gt 3 ]; then
    cat "$place/said" >&2
    echo "$what: exit code $code" >&2
    exit 1
  fi
  echo "$what: no race"
}

"$runrate" simulate --events 20000 --days 150 --seed 7 --output "$place/whole" >/dev/null
mkdir "$place/log"
# The first night sees two thirds of each file.
for file in "$place"/whole/*.ndjson; do
  head -n $(($(wc -l <"$file") * 2 / 3)) "$file" >"$place/log/$(basename "$file")"
done
often=(--threads 4 --reports "$place/reports" --config "$place/whole/runrate.json5")
run "first night" run "$place/log" --as-of newest "${often[@]}"
cp "$place"/whole/*.ndjson "$place/log/"
run "second night, of a log that grew" run "$place/log" --as-of newest "${often[@]}"
run "a past day" report --as-of "$past" "${often[@]}"
run "all of it again" ingest "$place/log" --again --threads 4
rm "$place/runrate.db"
run "little memory" run "$place/log" --as-of newest --memory 64 "${often[@]}"

RUNRATE_CASES=2 swift test --skip-build "${flags[@]}" \
  --filter 'PublishedTests|InvarianceTests|LockTests|MovingFileTests|DifferentialTests|OtherValuesTests'
