#!/bin/sh
# usage: test-container.sh    from the project's folder; `make container-test` calls it
# Builds the image and tries it: its size, its user, and the sample's report where nothing but the
# volume of the data can be written. Says so where nothing is there to do it with.
set -eu

holds() { echo "ok: $*"; }
fails() { echo "test-container.sh: $*" >&2; exit 1; }
answers() { "$1" info > /dev/null 2>&1; }

# Podman alone has temporary file systems that hide what is written beside the volume.
if answers podman; then
  engine=podman strict=--read-only-tmpfs=false
elif answers docker; then
  engine=docker strict=
else
  echo "test-container.sh: NOT RUN: neither podman nor docker with a running engine is here" >&2
  exit 0
fi

./Packaging/make-container.sh

size=$("$engine" image inspect --format '{{.Size}}' runrate)
[ "$size" -le 90000000 ] || fails "the image has $size bytes, more than 90 MB"
holds "the image has $size bytes"
user=$("$engine" image inspect --format '{{.Config.User}}' runrate)
[ "$user" = 10001:10001 ] || fails "the user is $user"
holds "the user is $user"

folder=$(mktemp -d)
# shellcheck disable=SC2086
container=$("$engine" create --read-only $strict --network none --cap-drop ALL \
  --security-opt no-new-privileges --volume "$PWD/sample-data:/srv/sample-data:ro" \
  --workdir /srv runrate run sample-data/events --config sample-data/runrate.json5 \
  --database /var/lib/runrate/runrate.db --reports /var/lib/runrate/reports --exit errors \
  --as-of "$(readlink reports/latest)")
trap '"$engine" rm --volumes "$container" > /dev/null; rm -rf "$folder"' EXIT
"$engine" start --attach "$container" || fails "the run ended with $?"
"$engine" cp "$container:/var/lib/runrate/reports" "$folder"
diff -r reports "$folder/reports" || fails "the report differs from reports/"
holds "the sample's report, on a read-only file system, is that of reports/, byte for byte"
