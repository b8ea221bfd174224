#!/bin/sh
# usage: test-deb.sh PACKAGE.deb    from the project's folder, as root; `make package-test` calls it
# Installs the package on a Debian made of nothing but its smallest set of packages, and tries what
# its users will: the sample's report, the units, an upgrade, a removal, a purge. Says each step that
# holds; the first one that does not ends it with an error.
set -eu
export LC_ALL=C DEBIAN_FRONTEND=noninteractive

# In a mount namespace of its own: what is mounted here ends with this script.
if [ -z "${RUNRATE_OWN_MOUNTS:-}" ]; then
  if [ "$(id -u)" != 0 ]; then
    echo "test-deb.sh: making a Debian system needs root" >&2
    exit 1
  fi
  RUNRATE_OWN_MOUNTS=1 exec unshare --mount --propagation private "$0" "$@"
fi

package=$1
root=$(mktemp -d)
unset TMPDIR # The new system knows no folder of this one.
trap 'umount -q "$root/proc" || true; rm -rf --one-file-system "$root"' EXIT

holds() { echo "ok: $*"; }
fails() { echo "test-deb.sh: $*" >&2; exit 1; }
inside() { chroot "$root" "$@"; }
as_user() { inside runuser -u runrate -- "$@"; }

# Runs apt or dpkg, and shows what it said only when it failed.
quietly() {
  "$@" > "$root/tmp/log" 2>&1 || { cat "$root/tmp/log" >&2; fails "failed: $*"; }
}

# The package with another version, as the next release would be.
make_newer() {
  dpkg-deb --raw-extract "$1" "$root/tmp/newer"
  sed -i -E 's/^(Version: .*)$/\1+newer/' "$root/tmp/newer/DEBIAN/control"
  dpkg-deb --root-owner-group --build "$root/tmp/newer" "$root/srv/newer.deb" > /dev/null
}

state() ( cd "$root/var/lib/runrate" && find . -type f -exec sha256sum {} + | sort -k 2 )

release=$(. /etc/os-release && echo "$VERSION_CODENAME")
mmdebstrap --quiet --variant=minbase "$release" "$root"
mount -t proc proc "$root/proc"
quietly inside apt-get update
cp "$package" "$root/srv/runrate.deb"
cp -R sample-data "$root/srv/"
holds "a Debian $release of $(inside dpkg-query -W | wc -l) packages, made for this"

# Installed.
quietly inside apt-get install -y --no-install-recommends /srv/runrate.deb
holds "installed, with $(inside dpkg-query -W | wc -l) packages now there"
[ -z "$(find "$root" -xdev -name swift -o -name 'libswift*')" ] || fails "Swift is there"
if inside ldd /usr/bin/runrate | grep 'not found'; then fails "libraries are missing"; fi
holds "Swift is not there, and no library is missing"

version=$(inside runrate --version)
[ "$version" = "$(.build/package/release/runrate --version)" ] || fails "another version: $version"
holds "$version"

[ "$(inside stat -c '%U:%G %a' /var/lib/runrate)" = "runrate:runrate 750" ] ||
  fails "/var/lib/runrate: $(inside stat -c '%U:%G %a' /var/lib/runrate)"
inside id runrate | grep -q '(adm)' || fails "the user is not in the group adm"
for file in man/man1/runrate.1.gz bash-completion/completions/runrate \
  zsh/vendor-completions/_runrate fish/vendor_completions.d/runrate.fish \
  doc/runrate/copyright doc/runrate/changelog.Debian.gz doc/runrate/changelog.gz \
  doc/runrate/guides/ForOperators.md doc/runrate/examples/logrotate \
  runrate/grafana-dashboard.json; do
  [ -s "$root/usr/share/$file" ] || fails "/usr/share/$file is missing"
done
holds "user, folder, manual, completions, guides, dashboard"

# The sample, as the user of the service, on the paths that the report names.
code=0
as_user sh -c 'cd /srv && runrate run sample-data/events --config sample-data/runrate.json5 \
  --database /var/lib/runrate/runrate.db --reports /var/lib/runrate/reports \
  --as-of '"$(readlink reports/latest)" > "$root/tmp/log" 2>&1 || code=$?
[ "$code" -le 3 ] || { cat "$root/tmp/log" >&2; fails "runrate run ended with $code"; }
diff -r reports "$root/var/lib/runrate/reports" || fails "the report differs from reports/"
files=$(find reports -type f | wc -l)
holds "runrate run ended with $code, and its $files files are those of reports/, byte for byte"

# The files of the container's image, where nothing but the data can be written.
image=$root/srv/image
cp Packaging/container-files.sh "$root/srv/"
quietly inside apt-get install -y --no-install-recommends ca-certificates
quietly inside /srv/container-files.sh /srv/image
size=$(du -s --block-size=1000000 "$image" | cut -f 1)
[ "$size" -le 90 ] || fails "the files of the image have $size MB, more than 90"
mkdir "$image/proc"
cp -R sample-data "$image"
mount --bind "$image" "$image"
mount -o remount,bind,ro "$image"
mount -t proc proc "$image/proc"
mount -t tmpfs -o uid=10001,gid=10001 none "$image/var/lib/runrate"
TMPDIR=/var/lib/runrate chroot --userspec=10001:10001 --groups= \
  "$image" /usr/bin/runrate run sample-data/events \
  --config sample-data/runrate.json5 --database /var/lib/runrate/runrate.db \
  --reports /var/lib/runrate/reports --exit errors --as-of "$(readlink reports/latest)" \
  > "$root/tmp/log" 2>&1 || { cat "$root/tmp/log" >&2; fails "the run in the image failed"; }
diff -r reports "$image/var/lib/runrate/reports" || fails "the report of the image differs"
umount "$image/var/lib/runrate" "$image/proc" "$image"
rm -r "$image"
holds "the container's $size MB write the same report on a read-only file system"

echo '{ timezone: "America/New_York" }' > "$root/srv/zone.json5"
as_user runrate print timer --config /srv/zone.json5 | grep -q '04:15:00 America/New_York$' ||
  fails "the time zones are not there"
holds "the time zones are there"

# With systemd.
quietly inside apt-get install -y --no-install-recommends systemd
units=/lib/systemd/system
quietly inside systemd-analyze --man=no verify $units/runrate.service $units/runrate.timer
[ ! -s "$root/tmp/log" ] || { cat "$root/tmp/log" >&2; fails "systemd complains of the units"; }
enabled=$root/etc/systemd/system/timers.target.wants/runrate.timer
[ ! -L "$enabled" ] || fails "the timer is enabled"
inside systemctl --quiet enable runrate.timer 2> /dev/null
[ -L "$enabled" ] || fails "the timer cannot be enabled"
holds "systemd takes the units without a word; the timer is off until it is enabled"

# Over itself, and to a newer one.
state > "$root/tmp/before"
same() { state > "$root/tmp/after"; cmp -s "$root/tmp/before" "$root/tmp/after"; }
quietly inside apt-get install -y --reinstall /srv/runrate.deb
same || fails "installing it again changed /var/lib/runrate"
make_newer "$package"
quietly inside apt-get install -y /srv/newer.deb
inside dpkg-query -W -f '${Version}' runrate | grep -q newer || fails "not upgraded"
same || fails "the upgrade changed /var/lib/runrate"
[ -L "$enabled" ] || fails "the upgrade disabled the timer"
holds "installed again and upgraded: database and reports as they were, the timer still enabled"

# Gone, and back.
quietly inside apt-get remove -y runrate
[ ! -e "$root/usr/bin/runrate" ] || fails "the program is still there"
same || fails "the removal changed /var/lib/runrate"
quietly inside apt-get install -y /srv/runrate.deb
as_user runrate status --database /var/lib/runrate/runrate.db > /dev/null ||
  fails "the database cannot be read after removal and installation"
holds "removed: the program went, database and reports stay; installed again it reads them"

quietly inside apt-get purge -y runrate
[ ! -e "$root/var/lib/runrate" ] || fails "/var/lib/runrate is still there"
left=$(find "$root/etc" "$root/usr" "$root/lib/systemd" "$root/var/lib/systemd" -iname '*runrate*')
[ -z "$left" ] || fails "the purge left $left"
holds "purged: nothing is left but the user"
