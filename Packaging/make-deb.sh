#!/bin/sh
# usage: make-deb.sh PROGRAM FOLDER    from the project's folder; `make deb` calls it
# Packs PROGRAM, its manual, completions and units as FOLDER/runrate_VERSION_ARCHITECTURE.deb and
# says where that is. Everything but the program's own bytes comes from the project and the moment
# SOURCE_DATE_EPOCH (seconds since 1970), so that the same commit gives the same file.
set -eu
umask 022
export LC_ALL=C TZ=UTC

program=$1 folder=$2
here=$(dirname "$0")
stage=$folder/stage
version=$("$program" --version | cut -d ' ' -f 2)

if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  echo "make-deb.sh: this is no git repository; set SOURCE_DATE_EPOCH to the source's date" \
    "in seconds since 1970" >&2
  exit 1
fi

rm -rf "$stage" "$folder"/*.deb
mkdir -p "$stage/guides" "$stage/examples"
cp -R "$here/debian" "$stage/debian"

# The same files as `make install`, where Debian wants them.
make --no-print-directory install-files RUNRATE="$program" \
  DESTDIR="$stage/tree" PREFIX=/usr ZSH=zsh/vendor-completions

# The units as the program prints them, but for its place, and in UTC: the configuration is not
# known yet, and that of this machine must not get in.
echo '{}' > "$stage/empty.json5"
"$program" print service |
  sed -E 's#^ExecStart=("[^"]*"|[^ ]+) #ExecStart=/usr/bin/runrate #' \
    > "$stage/debian/runrate.service"
"$program" print timer --config "$stage/empty.json5" > "$stage/debian/runrate.timer"
"$program" print logrotate > "$stage/examples/logrotate"
cp sample-data/runrate.json5 sample-data/*.csv "$stage/examples"

cp Sources/Command/Runrate.docc/*.md "$stage/guides"
mv "$stage/guides/Changelog.md" "$stage"

cat > "$stage/debian/changelog" <<END
runrate ($version-1) unstable; urgency=medium

  * What is new stands in changelog.gz beside this file.
  * Made from $("$program" --version).

 -- $(sed -n 's/^Maintainer: //p' "$here/debian/control")  $(date -R -d "@$SOURCE_DATE_EPOCH")
END

log=$folder/build.log
if ! (cd "$stage" && dpkg-buildpackage --build=binary --no-sign) > "$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
ls "$folder"/*.deb
