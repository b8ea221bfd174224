#!/usr/bin/env python3
"""usage: smaller-icu.py OBJECT

Writes OBJECT, with the part of Swift's ICU data that the program needs: time zones and the
properties of letters. What is left out are the names of zones, units, money and countries in all
languages, their dictionaries, how they sort, and the encodings of other days: 29 of 34 MB. Prints
the options of `swift build` that put it in the place of all data.
"""

import pathlib
import re
import struct
import subprocess
import sys
import tempfile

MEMBER = "icu_packaged_data.cpp.o"
KEPT = "runrate_icu_data"


def output(*command):
    return subprocess.run(command, check=True, capture_output=True).stdout


def archive():
    """Swift's static ICU."""
    info = output("swiftc", "-static-stdlib", "-print-target-info").decode()
    folder = re.search(r'"runtimeResourcePath": "([^"]*)"', info).group(1)
    return f"{folder}/linux/lib_FoundationICU.a"


def data(folder):
    """All data with the name of their symbol, which has ICU's version."""
    member, content = folder / MEMBER, folder / "data"
    member.write_bytes(output("ar", "p", archive(), MEMBER))
    symbols = re.findall(r"\bR (icudt\d+_dat)\n", output("nm", str(member)).decode())
    output("objcopy", "-O", "binary", "--only-section=.rodata", str(member), str(content))
    return symbols[0], content.read_bytes()


def items(data):
    """Names and contents. Behind a header of its own length (unicode/udata.h) stand their number,
    and of each where its name and its content are, from there on, in the order of the names."""
    table = struct.unpack_from("<H", data)[0]
    count = struct.unpack_from("<I", data, table)[0]
    places = [struct.unpack_from("<II", data, table + 4 + 8 * at) for at in range(count)]
    ends = [content for _, content in places[1:]] + [len(data) - table]
    for (name, content), end in zip(places, ends):
        text = data[table + name : data.index(b"\0", table + name)].decode()
        yield text, data[table + content : table + end]


def is_needed(name):
    """Not what languages have in folders, nor encodings; names begin with that of the package."""
    return name.count("/") == 1 and not name.endswith(".cnv")


def packed(data, kept):
    """The same data with some items only, each at a multiple of 16 from the beginning."""
    table = struct.unpack_from("<H", data)[0]
    names = b"".join(name.encode() + b"\0" for name, _ in kept)
    first = 4 + 8 * len(kept)
    start = first + len(names) + -(table + first + len(names)) % 16
    entries, contents, at = struct.pack("<I", len(kept)), b"", first
    for name, content in kept:
        entries += struct.pack("<II", at, start + len(contents))
        at += len(name) + 1
        contents += content + bytes(-len(content) % 16)
    return data[:table] + (entries + names).ljust(start, b"\0") + contents


def assemble(content, path):
    source = f"""
        .section .rodata
        .balign 16
        .globl {KEPT}
        .type {KEPT}, @object
        {KEPT}: .incbin "{content}"
        .size {KEPT}, . - {KEPT}
        .section .note.GNU-stack, "", @progbits
        """
    command = ["clang", "-c", "-x", "assembler", "-", "-o", path]
    subprocess.run(command, check=True, input=source.encode())


def main():
    path = pathlib.Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        symbol, all_data = data(folder)
        kept = [item for item in items(all_data) if is_needed(item[0])]
        content = folder / "kept"
        content.write_bytes(packed(all_data, kept))
        assemble(content, str(path))
    print(f"-Xlinker {path} -Xlinker --defsym -Xlinker {symbol}={KEPT}")


main()
