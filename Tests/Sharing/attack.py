#!/usr/bin/env python3
"""Tries to find what a shared report hides: attack.py FULL SHARED

Both are folders of csv/ files of the same day, the second made with --share. Every hidden count is
an unknown number; every way in which figures add up (segments, days, weeks, months, columns of a
row, tables that tell the same, who is left of a whole) is an equation. An equation counts only if
the full report keeps it everywhere. Two attacks are made on all of them together: elimination
(which unknown follows from the equations alone) and bounds (counts are whole and not negative). It
prints every count of 1 to K-1 people that is found, and ends with 1 if there is one.

Besides, nothing may be told by what stands around the figures: by rows that are there because
something happened, and are blank; by sentences; by what the checks compared; by names of files; by
alerts. Every file of the shared report is looked through for these.
"""
import argparse
import csv
import datetime
import json
import os
import re
import sys
import zipfile
from collections import defaultdict

KEYS = {"date", "month", "period", "cohort", "grain", "dimension", "value", "funnel", "step", "event",
        "days", "day", "age", "payment", "reason", "path", "audience", "experiment", "basis", "metric",
        "variant", "product", "tier", "channel", "campaign", "currency", "monthly_price", "from_product",
        "to_product", "source", "name", "scope", "price", "is_control"}
# Cohort averages are made of the cells that the shared report shows.
SKIPPED = {"cohort_averages", "alerts", "data_quality", "subscribers", "suspicious", "missing_rates",
           "restated", "reconciliation_app_store"}
COUNTS = """subscribers new_subscribers reactivated_subscribers churned_subscribers trials_active
trials_started trials_converted in_grace set_to_cancel complimentary charges refunds trials converted
pending abandoned matured_trials matured_converted customers opening_customers churned_customers
voluntary billing refund other retained payers failures recovered due renewed first_payments
cancellations opening_subscribers moved_in_subscribers moved_out_subscribers closing_subscribers
trials_ended trials_matured paid_charges refunded_charges renewals_due viewers viewers_started
eligible encountered entered lost ended starts allowed denied users""".split()
# In a row: the first is the sum of the others, which may be less than nothing.
IDENTITIES = [
    ("trial_cohorts", "trials", ["converted", "pending", "abandoned"], []),
    ("churn", "churned_customers", ["voluntary", "billing", "refund", "other"], []),
    ("mrr_movements", "closing_subscribers",
     ["opening_subscribers", "new_subscribers", "reactivated_subscribers", "moved_in_subscribers"],
     ["churned_subscribers", "moved_out_subscribers"]),
    ("funnel_losses", "entered", ["customers", "lost"], []),
]
# Who is left when the second is taken from the first: never fewer than nobody.
COMPLEMENTS = [
    ("trial_cohorts", "trials", "converted"), ("trial_cohorts", "matured_trials", "matured_converted"),
    ("trial_cohorts", "trials", "matured_trials"), ("trial_cohorts", "converted", "matured_converted"),
    ("churn", "opening_customers", "churned_customers"), ("retention", "customers", "retained"),
    ("ltv", "customers", "payers"), ("renewals", "due", "renewed"), ("renewal_curve", "due", "renewed"),
    ("billing", "failures", "recovered"), ("outcomes", "trials_matured", "trials_converted"),
    ("outcomes", "paid_charges", "refunded_charges"), ("outcomes", "renewals_due", "renewed"),
    ("operations", "viewers", "viewers_started"), ("trial_curve", "eligible", "converted"),
    ("paywall_encounters", "customers", "encountered"),
]
# Tables that tell the same: (table, grain, column) of the total and of segments.
SAME = [
    ("daily", "charges", "revenue", "day", "charges"), ("daily", "refunds", "revenue", "day", "refunds"),
    ("daily", "trials_started", "trial_cohorts", "day", "trials"),
    ("daily_segments", "charges", "revenue", "day", "charges"),
    ("daily_segments", "trials_started", "trial_cohorts", "day", "trials"),
    ("churn", "opening_customers", "mrr_movements", None, "opening_subscribers"),
    ("retention", "customers", "mrr_movements", None, "new_subscribers"),
    ("outcomes", "paid_charges", "operations", "date", "paid_charges"),
]
PRIME = (1 << 61) - 1


def table(folder, name):
    with open(os.path.join(folder, "csv", name), encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return rows[0], rows[1:]


class Puzzle:
    def __init__(self, full, shared, smallest):
        self.smallest = smallest
        self.truth = {}
        self.known = {}
        self.equations = []
        self.families = defaultdict(list)
        for name in sorted(os.listdir(os.path.join(full, "csv"))):
            if name.endswith(".csv") and name[:-4] not in SKIPPED:
                self.read(full, shared, name)

    def read(self, full, shared, file):
        name = file[:-4]
        head, rows = table(full, file)
        _, shown = table(shared, file)
        keys = [i for i, column in enumerate(head) if column in KEYS and column not in COUNTS
                and not (column == "billing")]
        counts = [i for i, column in enumerate(head) if column in COUNTS]
        by_key = {tuple(row[i] for i in keys): row for row in shown}
        for row in rows:
            place = {head[i]: row[i] for i in keys}
            seen = by_key.get(tuple(row[i] for i in keys))
            for i in counts:
                if row[i] == "":
                    continue
                cell = self.cell(name, head[i], place)
                self.truth[cell] = int(row[i])
                if seen is not None and seen[i] != "":
                    if seen[i] != row[i]:
                        raise SystemExit(f"{name}: {head[i]} of {place} is shown wrong")
                    self.known[cell] = int(row[i])

    @staticmethod
    def cell(name, column, place):
        return (name, column) + tuple(sorted(place.items()))

    def add(self, family, cells):
        """cells: number by cell; their sum is nothing. One that some cell lacks is left out."""
        if all(cell in self.truth for cell in cells):
            self.families[family].append(cells)

    def close(self):
        """Takes the families that hold everywhere."""
        for family, equations in sorted(self.families.items()):
            if family[-1] in ("week", "month"):
                # Days begin later than weeks and months.
                equations = [e for e in equations if sum(f * self.truth[c] for c, f in e.items()) == 0]
            if all(sum(f * self.truth[c] for c, f in e.items()) == 0 for e in equations):
                self.equations += equations
            else:
                print(f"left out: {family}, which does not add up", file=sys.stderr)

    # What adds up.

    def build(self):
        cells = defaultdict(dict)
        for cell in list(self.truth):
            cells[cell[0], cell[1]][cell[2:]] = cell
        for (name, column), known in cells.items():
            self.segments(name, column, known)
            self.grains(name, column, known)
        self.rows()
        self.days()
        self.same()
        self.close()

    def segments(self, name, column, known):
        groups = defaultdict(list)
        for place, cell in known.items():
            keys = dict(place)
            if keys.get("dimension") not in (None, "all"):
                groups[tuple((k, v) for k, v in place if k != "value")].append(cell)
        for place, parts in groups.items():
            keys = dict(place)
            dimension = keys.pop("dimension")
            whole = self.cell(name, column, {**keys, "dimension": "all", "value": "all"})
            if whole in self.truth:
                self.add((name, column, dimension), {whole: 1, **{part: -1 for part in parts}})

    def grains(self, name, column, known):
        sums = defaultdict(dict)
        for place, cell in known.items():
            keys = dict(place)
            time = keys.get("period") or keys.get("cohort")
            if keys.get("grain") != "day" or not time:
                continue
            day = datetime.date.fromisoformat(time)
            field = "period" if "period" in keys else "cohort"
            for grain, at in (("month", time[:7]),
                              ("week", str(day - datetime.timedelta(day.weekday())))):
                whole = self.cell(name, column, {**keys, "grain": grain, field: at})
                if whole in self.truth:
                    sums[grain, whole][cell] = -1
        for (grain, whole), parts in sums.items():
            self.add((name, column, grain), {whole: 1, **parts})

    def rows(self):
        for name, whole, plus, minus in IDENTITIES:
            for cell in [c for c in self.truth if c[:2] == (name, whole)]:
                parts = {(name, p) + cell[2:]: -1 for p in plus}
                parts.update({(name, p) + cell[2:]: 1 for p in minus})
                self.add((name, whole, "row"), {cell: 1, **parts})
        for name, whole, part in COMPLEMENTS:
            for cell in [c for c in self.truth if c[:2] == (name, whole)]:
                other = (name, part) + cell[2:]
                if other in self.truth:
                    rest = (name, f"{whole} - {part}") + cell[2:]
                    self.truth[rest] = self.truth[cell] - self.truth[other]
                    if self.truth[rest] >= 0:
                        self.add((name, whole, part), {cell: 1, other: -1, rest: -1})

    def days(self):
        """Subscribers of one day follow from those of the day before; the same by month."""
        moves = [("new_subscribers", 1), ("reactivated_subscribers", 1), ("churned_subscribers", -1)]
        for cell in [c for c in self.truth if c[:2] == ("daily", "subscribers")]:
            day = datetime.date.fromisoformat(dict(cell[2:])["date"])
            before = self.cell("daily", "subscribers", {"date": str(day - datetime.timedelta(1))})
            parts = {("daily", move) + cell[2:]: -sign for move, sign in moves}
            self.add(("daily", "subscribers"), {cell: 1, before: -1, **parts})
        for cell in [c for c in self.truth if c[:2] == ("mrr_movements", "opening_subscribers")]:
            keys = dict(cell[2:])
            year, month = map(int, keys["month"].split("-"))
            last = f"{year - (month == 1)}-{(month - 2) % 12 + 1:02}"
            before = self.cell("mrr_movements", "closing_subscribers", {**keys, "month": last})
            self.add(("mrr_movements", "opening"), {cell: 1, before: -1})
        for move, _ in moves:
            months = defaultdict(dict)
            for cell in [c for c in self.truth if c[:2] == ("daily", move)]:
                months[dict(cell[2:])["date"][:7]][cell] = -1
            for month, parts in months.items():
                whole = self.cell("mrr_movements", move,
                                  {"month": month, "dimension": "all", "value": "all"})
                self.add(("daily", "mrr_movements", move), {whole: 1, **parts})

    def same(self):
        for name, column, other, grain, other_column in SAME:
            for cell in [c for c in self.truth if c[:2] == (name, column)]:
                keys = dict(cell[2:])
                place = {"dimension": keys.get("dimension", "all"), "value": keys.get("value", "all")}
                if grain == "date":
                    place["date"] = keys["date"]
                elif grain:
                    field = "period" if other == "revenue" else "cohort"
                    place.update({"grain": grain, field: keys["date"]})
                else:
                    place["month"] = keys.get("month") or keys["cohort"]
                twin = self.cell(other, other_column, place)
                if twin in self.truth:
                    self.add((name, column, other), {cell: 1, twin: -1})

    # The attacks.

    def unknown(self):
        """The equations about what is hidden: factors by cell, and what they come to."""
        result = []
        for equation in self.equations:
            factors = {c: f for c, f in equation.items() if c not in self.known}
            if factors:
                result.append((factors, -sum(f * self.known[c] for c, f in equation.items()
                                             if c in self.known)))
        return result

    def eliminate(self, equations):
        """The cells that follow: those alone in a row of the reduced system."""
        pivots = {}
        rows_of = defaultdict(set)  # Which reduced rows have a cell.
        for factors, _ in sorted(equations, key=lambda e: len(e[0])):
            row = {c: f % PRIME for c, f in factors.items()}
            while row:
                pivot = next((c for c in row if c in pivots), None)
                if pivot is None:
                    break
                self.subtract(row, pivots[pivot], row[pivot])
            if row:
                cell = min(row)
                inverse = pow(row[cell], -1, PRIME)
                row = {c: f * inverse % PRIME for c, f in row.items()}
                for other in rows_of.pop(cell, ()):
                    self.subtract(pivots[other], row, pivots[other][cell])
                    for member in row:
                        if member in pivots[other]:
                            rows_of[member].add(other)
                        else:
                            rows_of[member].discard(other)
                pivots[cell] = row
                for member in row:
                    rows_of[member].add(cell)
        return [cell for cell, row in pivots.items() if len(row) == 1]

    @staticmethod
    def subtract(row, other, factor):
        for cell, f in other.items():
            value = (row.get(cell, 0) - f * factor) % PRIME
            if value:
                row[cell] = value
            else:
                row.pop(cell, None)

    def bound(self, equations):
        """The cells whose bounds meet; bounds are drawn in until nothing changes."""
        low, high = defaultdict(int), {}
        of = defaultdict(list)
        for index, (factors, _) in enumerate(equations):
            for cell in factors:
                of[cell].append(index)
        waiting = list(range(len(equations)))
        queued = set(waiting)
        while waiting:
            index = waiting.pop()
            queued.discard(index)
            factors, total = equations[index]
            for cell, f in factors.items():
                least, most = total, total
                for other, g in factors.items():
                    if other == cell:
                        continue
                    small, large = low[other], high.get(other)
                    if g < 0:
                        small, large = large, small
                    most = None if most is None or small is None else most - g * small
                    least = None if least is None or large is None else least - g * large
                if f < 0:
                    least, most = (None if most is None else -most,
                                   None if least is None else -least)
                size = abs(f)
                changed = False
                if least is not None and -(-least // size) > low[cell]:
                    low[cell], changed = -(-least // size), True
                if most is not None and (cell not in high or most // size < high[cell]):
                    high[cell], changed = most // size, True
                if changed:
                    for other in of[cell]:
                        if other not in queued:
                            queued.add(other)
                            waiting.append(other)
        return [cell for cell in of if high.get(cell) == low[cell]]

    def found(self):
        equations = self.unknown()
        cells = set(self.eliminate(equations)) | set(self.bound(equations))
        return [c for c in sorted(cells) if 0 < abs(self.truth[c]) < self.smallest]


# Lists of people and of payments, and sentences of what changed.
EMPTY = ["subscribers", "suspicious", "restated", "changes"]
POSITIONS = {"days", "age", "step", "payment"}
SENTENCES = {"note", "explanation", "statement"}
ABOUT_PEOPLE = {"ids", "ignored", "arrival", "late", "doubt"}
ALERT_FIGURES = ["value", "low", "high", "sample", "baseline", "breaches", "moved", "command",
                 "critical", "deviations", "acknowledged"]


def traces(folder, smallest):
    """What tells something besides the figures, in words."""
    for name in sorted(os.listdir(os.path.join(folder, "csv"))):
        if name.endswith(".csv"):
            head, rows = table(folder, name)
            yield from traces_of_table(name[:-4], head, rows, smallest)
    yield from traces_of_run(folder)
    yield from traces_of_workbook(os.path.join(folder, "runrate.xlsx"))
    for name in ("summary.md", "details.md", "index.html"):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            yield from traces_of_text(name, open(path, encoding="utf-8").read())


def traces_of_table(name, head, rows, smallest):
    if name in EMPTY and rows:
        yield f"{name}: {len(rows)} rows"
    sentences = [i for i, column in enumerate(head) if column in SENTENCES]
    for row in rows:
        if any(row[i] for i in sentences):
            yield f"{name}: a sentence, {row}"
    if name == "data_quality":
        for section, item, count, *_ in rows:
            if section == "file" or section in ABOUT_PEOPLE and 0 < int(count) < smallest:
                yield f"{name}: {section}, {item}, {count}"
    if name == "alerts":
        places = [head.index(column) for column in ALERT_FIGURES]
        for row in rows:
            if any(row[i] for i in places) or re.search("[0-9]", row[head.index("message")]):
                yield f"{name}: {row}"
    if name not in SKIPPED and name not in EMPTY and name != "daily":
        yield from blank_rows(name, head, rows)


def blank_rows(name, head, rows):
    keys = [i for i, column in enumerate(head)
            if column in KEYS and column not in COUNTS or column in ("complete", "matured")]
    figures = sorted(set(range(len(head))) - set(keys))
    for row in rows:
        shown = [row[i] for i in figures if row[i]]
        if len(shown) == len(figures) or any(re.search("[^0.]", text) for text in shown):
            continue
        place = {head[i]: row[i] for i in keys}
        time = next((place[c] for c in ("date", "period", "cohort", "month") if c in place), "")
        is_day = re.fullmatch(r"\d{4}-\d\d-\d\d", time)
        if is_day or place.get("dimension", "all") != "all" or POSITIONS & set(place):
            yield f"{name}: a row that is there for what it hides, {place}"


def traces_of_run(folder):
    path = os.path.join(folder, "run.json")
    run = json.load(open(path, encoding="utf-8"))
    for given in run["inputs"]:
        if given["path"] != "(all logs)" or given["hash"]:
            yield f"run.json: {given}"
    if not run["newest_event"].endswith(":00:00.000Z"):
        yield f"run.json: {run['newest_event']}"


def traces_of_workbook(path):
    """Numbers in the sheet of checks, and weeks of which only the day is told."""
    if not os.path.exists(path):
        return
    with zipfile.ZipFile(path) as book:
        names = re.findall('<sheet name="([^"]*)"', book.read("xl/workbook.xml").decode())
        for number, name in enumerate(names, 1):
            text = book.read(f"xl/worksheets/sheet{number}.xml").decode()
            for row in re.findall("<row .*?</row>", text):
                numbers = re.findall('<c r="[A-Z]+[0-9]+"(?: s="[0-9]+")?><v>([^<]*)</v>', row)
                if name == "Checks" and numbers:
                    yield f"runrate.xlsx: {name}, {numbers}"
                if name == "Trial cohorts" and len(numbers) == 1 and is_week(numbers[0]):
                    yield f"runrate.xlsx: {name}, a blank week {numbers}"


def is_week(number):
    """Whether a number is a day, and no first one of a month: as a spreadsheet counts days."""
    if not re.fullmatch("[0-9]{5}", number):
        return False
    return (datetime.date(1899, 12, 30) + datetime.timedelta(int(number))).day != 1


def traces_of_text(name, text):
    text = re.sub(r"</t[dh]>\s*<t[dh][^>]*>", "|", text)
    for line in re.findall(r"[^\n]*\|\s*pass[^\n]*", text):
        if re.search(r"\|\s*[−$€£]?[0-9]", line):
            yield f"{name}: {line.strip()[:200]}"
    for sentence in ("no trial was due to end", "not 30 days yet"):
        if sentence in text:
            yield f"{name}: {sentence}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("full")
    parser.add_argument("shared")
    parser.add_argument("--smallest", type=int, default=5)
    options = parser.parse_args()
    puzzle = Puzzle(options.full, options.shared, options.smallest)
    puzzle.build()
    hidden = [c for c in puzzle.truth if c not in puzzle.known]
    small = [c for c in hidden if 0 < puzzle.truth[c] < options.smallest]
    shown = [c for c in puzzle.known if 0 < puzzle.truth[c] < options.smallest]
    found = puzzle.found()
    print(f"{len(puzzle.truth)} counts, {len(hidden)} hidden, {len(small)} of them small; "
          f"{len(puzzle.equations)} equations; {len(shown)} small ones shown, {len(found)} found")
    told = list(traces(options.shared, options.smallest))
    for cell in (shown + found)[:20]:
        print("  ", *cell[:2], dict(cell[2:]), puzzle.truth[cell])
    print(f"{len(told)} traces")
    for trace in told[:20]:
        print("  ", trace)
    return 1 if found or shown or told or not small else 0


if __name__ == "__main__":
    sys.exit(main())
