#!/bin/sh
# usage: test-reproducible.sh PACKAGE.deb    from the project's folder; `make package-reproducible`
# Makes the package of the same commit once more, in another folder, and compares the bytes.
set -eu

if ! git diff --quiet HEAD; then
  echo "test-reproducible.sh: commit first; the other folder gets what is committed" >&2
  exit 1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet . "$folder/another"
make -C "$folder/another" deb
cmp "$1" "$folder/another/.build/deb/$(basename "$1")"
echo "ok: two folders, the same $(stat -c %s "$1") bytes: $(sha256sum "$1" | cut -d ' ' -f 1)"
