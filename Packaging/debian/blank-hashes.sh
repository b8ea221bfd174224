#!/bin/sh
# usage: blank-hashes.sh PROGRAM
# Fills with zeros what differs from folder to folder, in place, so that the program's protected
# segments stay as the linker made them: the hashes by which Swift's compiler knows what it need not
# compile again, which nothing reads in a finished program, and the linker's checksum over them.
set -eu

# Offset and size of section $1, as hexadecimal numbers.
place() {
  readelf --sections --wide "$2" |
    sed -nE "s/^.* \\$1 +[A-Z_]+ +[0-9a-f]+ ([0-9a-f]+) ([0-9a-f]+) .*/\1 \2/p"
}

# Zeros over section $1 of program $2, but for its first $3 bytes.
blank() {
  # shellcheck disable=SC2046
  set -- "$2" "$3" $(place "$1" "$2")
  dd if=/dev/zero of="$1" conv=notrunc bs=1 seek=$((0x$3 + $2)) count=$((0x$4 - $2)) status=none
}

blank .swift_modhash "$1" 0
# A note begins with 16 bytes of lengths, kind and owner.
blank .note.gnu.build-id "$1" 16
