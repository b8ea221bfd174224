"""Chooses every value of every drop-down of a workbook, and compares what the sheets then show with
the CSV files of the same report.

    choices.py runrate.xlsx csv/

First what the file says without being computed (openpyxl), then what LibreOffice computes. Every
figure is looked up in the CSV files by this program's own means; what differs goes to the error
output, and the exit code is 1.
"""

import contextlib
import csv
import datetime
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import openpyxl

DIMENSIONS = {"rr_plan": "product", "rr_country": "country", "rr_channel": "channel",
              "rr_platform": "platform", "rr_app": "app"}
#: By triangle: the file, which rows of it, the columns beside the cohort, the age, and for every
#: measure the figure, its part and its whole.
TRIANGLES = {
    "retention": ("retention", {}, ["customers", "cohort_mrr"], "age",
                  {"Subscribers": ("rate", "retained", "customers"),
                   "MRR": ("mrr_rate", "retained_mrr", "cohort_mrr")}),
    "trials": ("trial_curve", {"grain": "month"},
               ["trials", "converted", "pending", "matured_rate"], "day",
               {None: ("rate", "converted", "eligible")}),
    "ltv": ("ltv", {}, ["customers"], "days",
            {"Per install": ("per_customer", "net_revenue", "customers"),
             "Per payer": ("per_payer", "net_revenue", "payers")}),
}
SHEETS = ["Retention", "Trials", "Funnel and paywalls", "Value (LTV, CAC)"]
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
faults = []
compared = 0


def number(text):
    return float(text) if text not in (None, "") else None


def month_of(value):
    """`2026-05` of what a sheet has for the month: a day, or its number."""
    if isinstance(value, (int, float)):
        value = datetime.datetime(1899, 12, 30) + datetime.timedelta(days=value)
    return value.strftime("%Y-%m")


class Report:
    """The CSV files, by segment and cohort."""

    def __init__(self, folder):
        self.folder = folder
        self.tables = {}

    def rows(self, table):
        if table not in self.tables:
            path = f"{self.folder}/{table}.csv"
            with open(path, newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            groups = {}
            for row in rows:
                groups.setdefault((row["dimension"], row["value"]), []).append(row)
            self.tables[table] = groups
        return self.tables[table]

    def segment(self, table, segment, wanted):
        """Its rows in which the columns have the wanted values."""
        return [row for row in self.rows(table).get(segment, [])
                if all(row[name] == value for name, value in wanted.items())]

    def last_day(self):
        with open(f"{self.folder}/daily.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))[-1]["date"]

    def values(self, dimension):
        found = set()
        for table in ("retention", "trial_cohorts", "ltv", "funnel"):
            if os.path.exists(f"{self.folder}/{table}.csv"):
                found |= {value for kind, value in self.rows(table) if kind == dimension}
        return found


def same(found, wanted, exact=True):
    if found in ("", None) or wanted is None:
        return found in ("", None) and wanted is None
    return isinstance(found, (int, float)) and abs(found - wanted) <= (1e-9 if exact else 1e-6)


def compare(place, found, wanted):
    global compared
    compared += wanted is not None
    if not same(found, wanted):
        faults.append(f"{place}: shows {found!r}, the files say {wanted!r}")


def last_day(month):
    first = datetime.date.fromisoformat(month + "-01")
    return (first + datetime.timedelta(days=31)).replace(day=1) - datetime.timedelta(days=1)


def whole_cohorts(report, rows):
    """Of a curve of trials the points that the whole cohort has reached."""
    as_of = datetime.date.fromisoformat(report.last_day())
    trials = {row["cohort"]: row["trials"]
              for row in report.segment("trial_cohorts", ("all", "all"), {"grain": "month"})}
    total = {(row["cohort"], row["day"]) for row in
             report.segment("trial_curve", ("all", "all"), {"grain": "month"})
             if row["eligible"] == trials[row["cohort"]]
             and last_day(row["cohort"]) + datetime.timedelta(days=int(row["day"])) <= as_of}
    return [row for row in rows if (row["cohort"], row["day"]) in total]


#: By triangle and measure, what cohort_averages.csv calls the average.
AVERAGES = {"rate": "retention", "mrr_rate": "mrr_retention", "per_customer": "ltv_per_customer",
            "per_payer": "ltv_per_payer"}


def check_average(place, found, report, segment, figure, age, wanted, funnel="all"):
    """Whether it is the cell of cohort_averages.csv, and that what the cohorts' cells add up to."""
    rows = report.segment("cohort_averages", segment, {
        "figure": figure, "funnel": funnel, "age": str(age)}) if segment else []
    cell = number(rows[0]["rate"] or rows[0]["amount"]) if rows else None
    compare(place, found, cell)
    wanted, rounding = wanted
    rounding += 0.005 if figure.startswith("ltv") else 0.0000005
    if (cell is None) != (wanted is None) or cell is not None and abs(cell - wanted) > rounding + 1e-9:
        faults.append(f"{place}: cohort_averages.csv has {cell}, the cohorts make {wanted}")


def average(points, kinds, people):
    """Weighted over the cohorts, and how far off it is as amounts are rounded to cents; nothing of
    fewer than 30 people."""
    _, part, whole = kinds
    parts = sum(number(row[part]) or 0 for row in points)
    wholes = sum(number(row[whole]) or 0 for row in points)
    if sum(number(row[people]) or 0 for row in points) < 30 or not wholes:
        return None, 0
    off = [0.005 * len(points) if "mrr" in name or "revenue" in name else 0 for name in (part, whole)]
    return parts / wholes, (off[0] + off[1] * parts / wholes) / wholes


def check_triangle(name, cells, report, segment, measure):
    """`cells`: the block with its header and its average on top; no figure where there is no
    segment."""
    table, wanted, facts, age, measures = TRIANGLES[name]
    kinds = measures.get(measure) or next(iter(measures.values()))
    people = next(iter(measures.values()))[2]
    rows = report.segment(table, segment, wanted) if segment else []
    facts_table = "trial_cohorts" if name == "trials" else table
    fact_rows = {row["cohort"]: row for row in reversed(
        report.segment(facts_table, segment, wanted) if segment else [])}
    if name == "trials":
        rows = whole_cohorts(report, rows)
    points = {(row["cohort"], int(row[age])): row for row in rows}
    first = 1 + len(facts)
    cohorts = [month_of(line[0]) for line in cells[2:]]
    for line, cohort in zip(cells[2:], cohorts):
        for column, fact in enumerate(facts):
            row = fact_rows.get(cohort)
            compare(f"{name} {segment} {cohort} {fact}", line[1 + column],
                    number(row[fact]) if row else None)
        for column, head in enumerate(cells[0][first:]):
            row = points.get((cohort, int(head)))
            compare(f"{name} {segment} {cohort} at {head:g} ({kinds[0]})", line[first + column],
                    number(row[kinds[0]]) if row else None)
    for column, head in enumerate(cells[0][first:]):
        reached = [points[key] for key in points if key[1] == int(head) and key[0] in cohorts]
        figure = "trial_conversion" if name == "trials" else AVERAGES[kinds[0]]
        check_average(f"{name} {segment} average at {head:g} ({kinds[0]})",
                      cells[1][first + column], report, segment, figure, int(head),
                      average(reached, kinds, people))


def funnels(report):
    """Their names in the order of the file."""
    rows = report.segment("funnel", ("all", "all"), {"grain": "month"})
    return list(dict.fromkeys(row["funnel"] for row in rows))


def check_funnel(number_, cells, report, segment):
    funnel = funnels(report)[number_ - 1]
    rows = report.segment("funnel", segment, {"grain": "month", "funnel": funnel}) if segment else []
    points = {(row["cohort"], int(row["step"])): row for row in rows}
    open_ = {row["cohort"] for row in report.segment(
        "funnel", ("all", "all"), {"grain": "month", "funnel": funnel}) if row["matured"] == "0"}
    cohorts = [month_of(line[0]) for line in cells[2:]]
    for line, cohort in zip(cells[2:], cohorts):
        row = points.get((cohort, 1))
        compare(f"{funnel} {segment} {cohort}", line[1], number(row["customers"]) if row else None)
        for step in range(2, len(line)):
            row = points.get((cohort, step))
            compare(f"{funnel} {segment} {cohort} step {step}", line[step],
                    number(row["from_previous"]) if row else None)
    for step in range(2, len(cells[0])):
        over = [cohort for cohort in cohorts if cohort not in open_ and (cohort, step) in points]
        reached = sum(number(points[cohort, step]["customers"]) for cohort in over)
        before = sum(number(points[cohort, step - 1]["customers"]) for cohort in over)
        check_average(f"{funnel} {segment} average of step {step}", cells[1][step], report, segment,
                      "funnel_step", step, (reached / before if before >= 30 else None, 0), funnel)


class Cached:
    """The workbook as it was written."""

    def __init__(self, path):
        self.book = openpyxl.load_workbook(path, data_only=True)
        names = self.book.defined_names
        self.names = dict(names) if isinstance(names, dict) else {
            name.name: name for name in names.definedName}

    def block(self, name):
        sheet, area = self.names[name].value.rsplit("!", 1)
        cells = self.book[sheet.strip("'")][area.replace("$", "")]
        cells = cells if isinstance(cells, tuple) else ((cells,),)
        return [[cell.value for cell in row] for row in cells]

    def texts(self, sheet, rows):
        return [self.book[sheet].cell(row, 1).value or "" for row in rows]


def check_cells(book, report):
    """Whether every number of the visible sheets but the summary, which adds up, is a cell of a CSV file."""
    global compared
    known = set()
    for name in os.listdir(report.folder):
        if name.endswith(".csv"):
            with open(f"{report.folder}/{name}", newline="", encoding="utf-8") as file:
                for row in csv.reader(file):
                    known |= {float(cell) for cell in row if NUMBER.fullmatch(cell)}
    for sheet in book:
        if sheet.sheet_state != "visible" or sheet.title == "Summary":
            continue
        for row in sheet.iter_rows():
            for cell in row:
                if isinstance(cell.value, (int, float)) and not isinstance(cell.value, bool):
                    compared += 1
                    if cell.value not in known:
                        faults.append(f"{sheet.title} {cell.coordinate}: {cell.value} is in no file")


class Office:
    """The workbook in LibreOffice, which computes."""

    def __init__(self, desktop, path):
        import uno
        hidden = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
        hidden.Name, hidden.Value = "Hidden", True
        self.book = desktop.loadComponentFromURL("file://" + os.path.abspath(path), "_blank", 0,
                                                 (hidden,))
        self.names = self.book.NamedRanges

    def area(self, name):
        return self.names.getByName(name).getReferredCells()

    def has(self, name):
        return self.names.hasByName(name)

    def block(self, name):
        return [list(row) for row in self.area(name).getDataArray()]

    def choose(self, name, value):
        self.area(name).getCellByPosition(0, 0).setFormula("'" + value if value[:1] in "=+-" else value)

    def compute(self):
        self.book.calculateAll()

    def texts(self, sheet, rows):
        sheet = self.book.Sheets.getByName(sheet)
        return [sheet.getCellByPosition(0, row - 1).getString() for row in rows]


def check_all(book, report, segment, measures):
    for name in TRIANGLES:
        if f"rr_{name}_triangle" in blocks:
            check_triangle(name, book.block(f"rr_{name}_triangle"), report, segment,
                           measures.get(f"rr_{name}_shows"))
    for block in blocks:
        if block.startswith("rr_funnel_") and block.endswith("_triangle"):
            check_funnel(int(block.split("_")[2]), book.block(block), report, segment)


def check_words(book, is_right, place):
    """Whether the sheets say why they show no numbers, or nothing."""
    for sheet in SHEETS:
        if sheet not in sheets:
            continue
        echo, notice = book.texts(sheet, (4, 5))
        for name, value in place.items():
            title = {"rr_plan": "Plan"}.get(name, name[3:].capitalize())
            if f"{title}: {value}" not in echo:
                faults.append(f"{sheet}: {echo!r} does not say {title}: {value}")
        if is_right and notice not in ("", "There are no such figures of this choice."):
            faults.append(f"{sheet} says {notice!r} of {place}")
        if not is_right and not notice:
            faults.append(f"{sheet} says nothing of {place}")


@contextlib.contextmanager
def office():
    """A LibreOffice of our own; its desktop."""
    import uno
    with tempfile.TemporaryDirectory() as home:
        pipe = f"runrate{os.getpid()}"
        process = subprocess.Popen(
            ["soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{home}/office",
             f"--accept=pipe,name={pipe};urp;"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        try:
            local = uno.getComponentContext()
            resolver = local.ServiceManager.createInstanceWithContext(
                "com.sun.star.bridge.UnoUrlResolver", local)
            for attempt in range(240):
                try:
                    context = resolver.resolve(
                        f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                    break
                except Exception:
                    if attempt == 239 or process.poll() not in (None, 81):
                        raise
                    time.sleep(0.25)
            desktop = context.ServiceManager.createInstanceWithContext(
                "com.sun.star.frame.Desktop", context)
            yield desktop
            with contextlib.suppress(Exception):
                desktop.terminate()
            process.wait(60)
        finally:
            if process.poll() is None:
                process.kill()


def choose_each(book, report, lists):
    """One drop-down at a time, each of its values, in each measure; then two of them."""
    measures = {name: [row[0] for row in book.block(name.replace("_shows", "_measures"))]
                for name in ("rr_retention_shows", "rr_ltv_shows") if book.has(name)}
    for name, texts in lists.items():
        for text in texts:
            book.choose(name, text)
            segment = ("all", "all") if text == "All" else (DIMENSIONS[name], text)
            for which in range(max([len(m) for m in measures.values()] + [1])):
                shown = {key: m[min(which, len(m) - 1)] for key, m in measures.items()}
                for key, value in shown.items():
                    book.choose(key, value)
                book.compute()
                check_all(book, report, segment, shown)
            check_words(book, True, {name: text})
        book.choose(name, "All")
    shown = {key: m[0] for key, m in measures.items()}
    for key, value in shown.items():
        book.choose(key, value)
    for first, second in zip(list(lists), list(lists)[1:]):
        book.choose(first, lists[first][1])
        book.choose(second, lists[second][1])
        book.compute()
        check_all(book, report, None, shown)
        check_words(book, False, {first: lists[first][1], second: lists[second][1]})
        book.choose(first, "All")
        book.choose(second, "All")
    for name in lists:
        book.choose(name, "no such thing")
        book.compute()
        check_all(book, report, None, shown)
        book.choose(name, "All")


path, folder = sys.argv[1:3]
report = Report(folder)
written = Cached(path)
blocks = [name for name in written.names if name.endswith("_triangle")]
sheets = written.book.sheetnames
lists = {name: [row[0] for row in written.block("rr_" + {"rr_country": "countries"}.get(
    name, name[3:] + "s") + "_to_choose")] for name in DIMENSIONS if name in written.names}
for name, texts in lists.items():
    if set(map(str, texts)) != {"All"} | report.values(DIMENSIONS[name]):
        faults.append(f"{name} has {texts}, the files {report.values(DIMENSIONS[name])}")
start = {"rr_retention_shows": "Subscribers", "rr_ltv_shows": "Per install"}
check_all(written, report, ("all", "all"), start)
check_cells(written.book, report)
check_words(written, True, {name: "All" for name in lists})
cached = compared
if "--written" not in sys.argv:
    with tempfile.TemporaryDirectory() as folder, office() as desktop:
        copy = shutil.copy(path, folder)
        choose_each(Office(desktop, copy), report, lists)
print(f"{len(blocks)} triangles, {sum(len(texts) for texts in lists.values())} values of"
      f" {len(lists)} drop-downs: {cached} figures as written, {compared - cached} as computed")
for fault in faults[:20]:
    print(fault, file=sys.stderr)
sys.exit(1 if faults else 0)
