"""A log that nobody would like to read: ids that are joined in every way, transactions that hundreds of
users name, lines that repeat or contradict each other, and lines that are none.

    python3 hostile.py FOLDER SEED LINES FIRST_FILE FILES

The same seed gives the same customers, so that two calls are two nights of one log."""

import gzip
import json
import random
import sys
from pathlib import Path

DAY = 86_400
START = 1_767_225_600  # 2026-01-01
EVENTS = ["app_open", "paywall_shown", "trial_started", "purchase", "renewal", "cancelled", "refund", "billing_failed"]
PRODUCTS = [
    ("st.individual.monthly", "7.99"),
    ("st.family.yearly", "89.99"),
    ("grip.pro.weekly", "1.99"),
    ("new\tproduct", "3"),
]


def event(chance: random.Random, file: int) -> dict:
    customer = min(int(chance.paretovariate(0.3)), chance.randrange(2000, 4000))
    name = chance.choice(EVENTS)
    product, price = chance.choice(PRODUCTS)
    line = {
        "event": name,
        "timestamp": START
        + file * 3 * DAY
        + chance.randrange(3 * DAY)
        - (chance.random() < 0.05) * chance.randrange(9 * DAY),
        "user_id": f"u{customer}",
        "country": chance.choice(["DE", "US", "JP", "a\\b\u001f"]),
        "product_id": product,
        "price": price,
        "currency": chance.choice(["USD", "EUR"]),
        "original_transaction_id": f"t{customer if chance.random() < 0.97 else chance.randrange(3)}",
    }
    if chance.random() < 0.7:
        line["event_id"] = f"e{chance.randrange(1_000_000) if chance.random() < 0.9 else chance.randrange(40)}"
    if chance.random() < 0.15:
        del line["user_id"]
    if chance.random() < 0.01:
        line.update(event="user_aliased", previous_id=f"u{customer + chance.choice([0, 1, 5000])}")
    return line


def text(chance: random.Random, file: int) -> str:
    kind = chance.random()
    if kind < 0.01:
        return chance.choice(["{", "[]", '{"event": 5}', "not JSON \\", '{"event":"purchase","timestamp":"never"}'])
    if kind < 0.02:
        return json.dumps({"event": "settings_opened", "timestamp": START, "user_id": "u1"})
    if kind < 0.021:
        return json.dumps({"event": "annotation", "timestamp": START, "text": f"release {chance.randrange(3)}"})
    return json.dumps(event(chance, file))


def main() -> None:
    folder, seed, count, first, files = Path(sys.argv[1]), *map(int, sys.argv[2:])
    folder.mkdir(parents=True, exist_ok=True)
    for file in range(first, first + files):
        chance = random.Random(seed * 1000 + file)
        lines = [text(chance, file) for _ in range(count // files)]
        lines += chance.sample(lines, len(lines) // 20)
        if file > 0:
            other = random.Random(seed * 1000 + file - 1)
            lines += [text(other, file - 1) for _ in range(len(lines) // 10)]
        written = "".join(line + "\n" for line in lines).encode()
        if file % 2:
            (folder / f"{file:02}.ndjson.gz").write_bytes(gzip.compress(written, mtime=0))
        else:
            (folder / f"{file:02}.ndjson").write_bytes(written)


main()
