#!/bin/sh
# usage: container-files.sh FOLDER    on a Debian with the package, as root; Containerfile calls it
# Copies into FOLDER what the program needs there and nothing else, as the root of an image: the
# program, its libraries with their licences, time zones, certificates, and the user.
set -eu

image=$1
user=10001
libraries=$(ldd /usr/bin/runrate | grep -o '/[^ ]*')

mkdir -p "$image/etc/runrate" "$image/var/lib/runrate"
cp --parents --dereference /usr/bin/runrate $libraries /etc/ssl/certs/ca-certificates.crt \
  /etc/nsswitch.conf "$image"
cp --parents -R /usr/share/zoneinfo "$image"
# Copies of the same zones, which nobody names.
rm -rf "$image/usr/share/zoneinfo/posix" "$image/usr/share/zoneinfo/right"

packages=$(for library in $libraries; do
  dpkg-query --search "*/$(basename "$(readlink -f "$library")")" | head -n 1 | cut -d : -f 1
done)
for package in runrate tzdata ca-certificates $packages; do
  cp --parents --dereference "/usr/share/doc/$package/copyright" "$image"
done

echo "root:x:0:0:root:/:/" > "$image/etc/passwd"
echo "runrate:x:$user:$user:Runrate:/var/lib/runrate:/" >> "$image/etc/passwd"
printf 'root:x:0:\nrunrate:x:%s:\n' $user > "$image/etc/group"
chown $user:$user "$image/var/lib/runrate"
