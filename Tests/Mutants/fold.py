#!/usr/bin/env python3
"""Changes one operator of the fold (Sources/Timeline) at a time, and looks whether tests notice.

Not those of files that hold no rule (OTHERS): how rows and events are kept, and what `runrate customer`
tells, which the worlds here do not look at.

usage: fold.py [--every N] [--offset N] [--only TEXT] [--again LOG]

A copy of the package is built once, with all mutants in it: each operator has become one of its own
that does the other thing where a file holds its number. FoldMutantTests then turns to one mutant
after the other, and says which scenario notices it, or the report of the sample; it tries those in
which the operator once does another thing than its mutant, for nobody else can notice. A mutant on
which it crashes, or computes for half a minute without a word, is killed as well.

Those that can change nothing, and why: Tests/Mutants/Equivalent.md. Prints every other one that
lives, and the score; fails where one does. LOG is what it printed, to try again what lived.
"""

import argparse
import collections
import os
import re
import resource
import select
import shutil
import struct
import subprocess
import sys

from operators import KINDS, SITE, declaration, name

FOLD = "Sources/Timeline/"
TREE, BUILD = ".build/mutants/tree", ".build/mutants/build"
SWITCH = ".build/mutants/switch"
OTHERS = {"CustomerEvents.swift", "FactRows.swift", "LogChange.swift", "Story.swift"}
NEEDED = ["Package.swift", "Sources", "Tests", "sample-data"]
EQUIVALENT = "Tests/Mutants/Equivalent.md"
# In seconds of the processor's time, for others may stop it; the worlds are made before the first mutant.
PATIENCE, PATIENCE_AT_FIRST = 30, 600
MEMORY = 6 << 30

Site = collections.namedtuple("Site", "path line column operator text")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    # What did not change keeps its time, so that a second build is short.
    if not os.path.exists(path) or read(path) != text:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def all_sites():
    """Every operator of the fold that has another to become."""
    for root, folders, names in os.walk(FOLD):
        folders.sort()
        for file in sorted(set(names) - OTHERS):
            path = os.path.join(root, file)
            for number, line in enumerate(read(path).split("\n")):
                for match in SITE.finditer(line.split("//")[0]):
                    yield Site(path, number, match.start(), match[0], line.strip())


def copy_package():
    """The package as it is, with no other tests than those of the whole way."""
    os.makedirs(TREE, exist_ok=True)
    for part in NEEDED:
        for path in [part] if os.path.isfile(part) else files(part):
            target = f"{TREE}/{path}"
            other = re.match(r"Tests/(?!Pipeline)\w+Tests/.*\.swift$", path)
            if path.startswith(FOLD) or other:
                continue
            os.makedirs(os.path.dirname(target), exist_ok=True)
            if not os.path.exists(target) or os.path.getmtime(target) < os.path.getmtime(path):
                shutil.copyfile(path, target)
    for part in ("Sources", "Tests"):
        for path in files(f"{TREE}/{part}"):
            if not os.path.exists(os.path.relpath(path, TREE)):
                os.remove(path)
    for folder in os.listdir("Tests"):
        if folder.endswith("Tests") and folder != "PipelineTests":
            os.makedirs(f"{TREE}/Tests/{folder}", exist_ok=True)
            write(f"{TREE}/Tests/{folder}/None.swift", "")


def files(folder):
    return [os.path.join(root, name) for root, _, names in os.walk(folder) for name in names]


def write_fold(sites, left_out):
    """The fold with an operator of its own at each site."""
    changes = collections.defaultdict(list)
    for number, site in enumerate(sites):
        if number not in left_out:
            changes[site.path].append((site.line, site.column, site.operator, number))
    for path in files(FOLD[:-1]):
        lines = read(path).split("\n")
        for line, column, operator, number in sorted(changes[path], reverse=True):
            rest = lines[line][column + len(operator):]
            lines[line] = lines[line][:column] + name(operator, number) + rest
        os.makedirs(os.path.dirname(f"{TREE}/{path}"), exist_ok=True)
        write(f"{TREE}/{path}", "\n".join(lines))
    operators = [declaration(site.operator, number) for number, site in enumerate(sites)
                 if number not in left_out]
    switch = read("Tests/Mutants/Switch.swift.txt")
    write(f"{TREE}/{FOLD}Mutant.swift", "\n".join([switch] + operators))


def swift_build(*arguments):
    return subprocess.run(
        ["swift", "build", "--package-path", TREE, "--build-path", BUILD, "-Xswiftc", "-O",
         *arguments], capture_output=True, text=True)


def build(sites):
    """Builds the tests; the numbers of the sites whose types know no other operator."""
    left_out = set()
    for _ in range(20):
        write_fold(sites, left_out)
        answer = swift_build("--target", "Timeline")
        if answer.returncode == 0:
            break
        said = answer.stdout + answer.stderr
        wrong = {(FOLD + path, int(line) - 1) for path, line in re.findall(
            re.escape(FOLD) + r"([\w/]+\.swift):(\d+):\d+: error", said)}
        more = {n for n, site in enumerate(sites) if (site.path, site.line) in wrong} - left_out
        if not more:
            sys.exit("the fold cannot be built:\n" + said[-3000:])
        left_out |= more
    answer = swift_build("--build-tests")
    if answer.returncode:
        sys.exit("the tests cannot be built:\n" + (answer.stdout + answer.stderr)[-3000:])
    return left_out


def fates(numbers, operators):
    """(number, who noticed it) of each mutant; a program that ended begins again at the next."""
    left = list(numbers)
    while left:
        for number, fate in tell(left, operators):
            left.remove(number)
            yield number, fate


def tell(numbers, operators):
    """What one run of the tests says, up to where it crashes or hangs."""
    switch = os.path.abspath(SWITCH)
    with open(switch, "wb") as file:
        file.write(struct.pack("<q", -1) + bytes(operators))
    environment = dict(os.environ, RUNRATE_MUTANT=switch,
                       RUNRATE_MUTANTS=",".join(map(str, numbers)), SWIFT_BACKTRACE="enable=no")
    process = subprocess.Popen(
        [os.path.abspath(f"{BUILD}/debug/runratePackageTests.xctest"), "--testing-library",
         "swift-testing", "--filter", "FoldMutantTests"], env=environment, cwd=TREE,
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, bufsize=0, preexec_fn=limit)
    left = list(numbers)
    patience = PATIENCE_AT_FIRST
    while left:
        line = next_line(process, patience)
        words = line.decode("utf-8", "replace").split() if line else []
        if words[:1] == ["mutant"]:
            patience = PATIENCE
            yield left.pop(0), words[2]
        elif not line:
            with open(switch, "rb") as file:
                current = struct.unpack("<q", file.read(8))[0]
            process.kill()
            if current != left[0]:
                sys.exit("the tests ended before the first mutant")
            yield left.pop(0), "hangs" if line is None else "crashes"
            break
    process.kill()
    process.wait()


def next_line(process, patience):
    """What the program says next, nothing at its end; None where it computes for too long."""
    begun = seconds(process)
    while not select.select([process.stderr], [], [], 5)[0]:
        if seconds(process) - begun > patience:
            return None
    return process.stderr.readline()


def seconds(process):
    """The processor's time that a program has taken."""
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        ticks = file.read().rsplit(")", 1)[1].split()
    return (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")


def limit():
    """A mutant may ask for ever more memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def described(site):
    """File, change and line, as a table has them."""
    change = f"{site.operator} → {KINDS[site.operator].other} at {site.column}"
    cells = (site.path[len(FOLD):-len(".swift")], change, f"`{site.text}`")
    return tuple(cell.replace("|", "\\|") for cell in cells)


def equivalents():
    rows = (line.strip().strip("|").split(" | ") for line in read(EQUIVALENT).split("\n"))
    return {tuple(cell.strip() for cell in row[:3]) for row in rows if len(row) > 3}


def living(log):
    """Those that a log of this program says live; lines may have moved since."""
    lines = (line.rstrip("\n").split(": ", 3) for line in read(log).split("\n"))
    return {(line[1].split(":")[0], line[2], f"`{line[3]}`")
            for line in lines if line[0] in ("lives", "unmet")}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--again")
    options = parser.parse_args()
    copy_package()
    sites = list(all_sites())
    left_out = build(sites)
    known = equivalents()
    mutants = [n for n in range(len(sites)) if n not in left_out]
    same = [n for n in mutants if described(sites[n]) in known]
    chosen = [n for n in mutants if n not in same and options.only in sites[n].path]
    if options.again:
        again = living(options.again)
        chosen = [n for n in chosen if described(sites[n]) in again]
    score = collections.Counter()
    for number, fate in fates(chosen[options.offset::options.every], len(sites)):
        kind = fate if fate in ("lives", "unmet", "sample", "hangs", "crashes") else "scenarios"
        score[kind] += 1
        if fate in ("lives", "unmet"):
            path, change, text = described(sites[number])
            print(f"{fate}: {path}:{sites[number].line + 1}: {change}: {text[1:-1]}", flush=True)
    print(f"{len(sites)} operators of the fold, {len(left_out)} of them without another of their "
          f"kind; {len(mutants)} mutants, {len(same)} of them equivalent; {sum(score.values())} "
          f"tried: {score['scenarios']} killed by scenarios, {score['sample']} by the sample, "
          f"{score['crashes']} crash, {score['hangs']} hang; {score['lives'] + score['unmet']} live, "
          f"{score['unmet']} of them with no world that goes there")
    sys.exit(1 if score["lives"] + score["unmet"] else 0)


if __name__ == "__main__":
    main()
