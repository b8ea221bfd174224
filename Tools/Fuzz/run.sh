#!/usr/bin/env bash
# Fuzzes every target for some seconds, or for ever with 0: run.sh [SECONDS] [TARGET…]
# New inputs go to .build/fuzz/corpus; what breaks a promise stands in .build/fuzz/crash-….
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}
shift || true
build=.build/fuzz
# The fuzzer tells where it was; the runtime's own account of a crash may never end under it.
export SWIFT_BACKTRACE=enable=no
# Swift marks pointers within enumerations: what the tables of the dialects hold for good, the leak
# checker takes for lost.
export ASAN_OPTIONS=detect_leaks=0
RUNRATE_FUZZ=1 swift build -c release --build-path "$build" --product fuzz \
  -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld -Xcxx -fsanitize=fuzzer-no-link,address >&2
for target in ${*:-$(ls Tools/Fuzz/Corpus)}; do
  mkdir -p "$build/corpus/$target"
  "$build/release/fuzz" "$target" -max_total_time="$seconds" -detect_leaks=0 -timeout=10 -rss_limit_mb=2048 \
    -max_len=16384 -print_final_stats=1 -verbosity=0 -artifact_prefix="$build/crash-$target-" \
    "$build/corpus/$target" "Tools/Fuzz/Corpus/$target" 2>&1 |
    awk -v target="$target" '
      /number_of_executed_units/ { runs = $2 } /peak_rss_mb/ { peak = $2 }
      /ERROR|Fatal error|SUMMARY|Test unit written/ { print }
      END { printf "%-10s %9d inputs, %4d MB peak\n", target, runs, peak }'
done
