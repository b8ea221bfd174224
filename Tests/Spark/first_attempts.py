"""Stands in the place of runrate and kills the first attempt at each piece of work, some way into it:
RUNRATE is the program, KILLED a folder that remembers what was killed."""

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path


def piece(words: list[str]) -> str | None:
    """What is to be done, whichever folders it is done in; nil for what Spark does not repeat."""
    if words[0] == "fold":
        return "fold " + words[words.index("--part") + 1]
    if words[0] == "read":
        logs = Path(words[words.index("--list") + 1]).read_bytes()
        return "deal " * ("--owners" in words) + "read " + hashlib.md5(logs).hexdigest()
    return None


def is_first(work: str) -> bool:
    try:
        os.mkdir(Path(os.environ["KILLED"]) / work.replace("/", "-"))
        return True
    except FileExistsError:
        return False


program = os.environ["RUNRATE"]
work = piece(sys.argv[1:])
if work and is_first(work):
    running = subprocess.Popen([program, *sys.argv[1:]], stderr=subprocess.DEVNULL)
    time.sleep(0.05)
    running.kill()
    running.wait()
    sys.exit("killed")
os.execv(program, [program, *sys.argv[1:]])
