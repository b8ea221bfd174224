"""Reads a workbook as somebody else's program does, and prints what it finds.

What no workbook may have (errors, dates or numbers as text, charts without a description,
figures outside of all named blocks) goes to the error output, and the exit code is 1.
"""

import datetime
import re
import sys
import xml.etree.ElementTree as ElementTree
import zipfile

import openpyxl

faults = []
NUMBER = re.compile(r"^[-+−±]?[$€£¥]?\d[\d,]*([.,]\d+)?( ?(%|pp))?$")
DATE = re.compile(r"^\d{4}-\d{2}(-\d{2})?$")


def area(sheet):
    """The printed cells; versions of openpyxl say them with the sheet's name or without."""
    found = sheet.print_area or None
    found = ",".join(found) if isinstance(found, list) else found
    return found and found.rsplit("!", 1)[-1]


def kind(cell):
    """How a cell is to be read: `date yyyy-mm-dd`, `number 0.0%_)`, `text`."""
    if isinstance(cell.value, bool):
        return "flag"
    if isinstance(cell.value, (datetime.date, datetime.datetime)):
        return "date " + cell.number_format
    if isinstance(cell.value, (int, float)):
        return "number " + cell.number_format
    return "text"


def check(sheet, cell):
    """Notes what must not be in a cell."""
    place = f"{sheet.title}!{cell.coordinate}"
    if cell.data_type == "e":
        faults.append(f"{place}: error {cell.value}")
    elif isinstance(cell.value, str) and (NUMBER.match(cell.value) or DATE.match(cell.value)):
        if sheet.title not in ("About", "Checks"):
            faults.append(f"{place}: text {cell.value} that should be a number or a date")


def kinds_below(sheet, first, last, column):
    found = {kind(sheet.cell(row, column)) for row in range(first, last + 1)
             if sheet.cell(row, column).value is not None}
    return ", ".join(sorted(found)) or "empty"


def is_grey(cell):
    """Whether a cell is marked as of few people, or of a period that is not over."""
    colour = cell.font.color.rgb if cell.font and cell.font.color else None
    return bool(cell.font and cell.font.i) and colour == "FF666666"


def print_tables(sheet):
    for table in sheet.tables.values():
        left, top, right, bottom = openpyxl.utils.range_boundaries(table.ref)
        filtered = "with filter" if table.autoFilter else "without filter"
        grey = sum(is_grey(sheet.cell(row, left)) for row in range(top + 1, bottom + 1))
        print(f"  table {table.name}, {bottom - top} rows, {grey} of them grey, {filtered}")
        for column in range(left, right + 1):
            kinds = kinds_below(sheet, top + 1, bottom, column)
            print(f"    {sheet.cell(top, column).value}: {kinds}")


def print_formats(sheet):
    for area in sheet.conditional_formatting:
        for rule in area.rules:
            if rule.type == "expression":
                print(f"  pale on {area.sqref} where {rule.formula[0]}")
                continue
            scale = rule.colorScale
            ends = [f"{end.type}" for end in scale.cfvo] if scale else []
            colours = [colour.rgb for colour in scale.color] if scale else []
            print(f"  {rule.type} on {area.sqref}: {' to '.join(ends)}, {' to '.join(colours)}")


def title_of(chart):
    return "".join(run.t for text in chart.title.tx.rich.p for run in text.r)


def name_of(series):
    return series.tx.v if series.tx.v is not None else series.tx.strRef.f


def print_charts(sheet):
    for chart in sheet._charts:
        print(f"  {type(chart).__name__} '{title_of(chart)}'")
        for series in chart.series:
            values = series.val or series.yVal
            print(f"    {name_of(series)}: {values.numRef.f}")


def print_choices(sheet, formulas):
    """The drop-downs, and how many cells are computed."""
    for rule in sheet.data_validations.dataValidation:
        print(f"  {rule.type} at {rule.sqref}: {rule.formula1}")
    count = sum(cell.data_type == "f" for row in formulas.iter_rows() for cell in row)
    if count:
        print(f"  {count} formulas")


def print_sheet(sheet, formulas):
    setup = sheet.page_setup
    print(f"{sheet.title}, {sheet.sheet_state}: {sheet['A1'].value!r}")
    print(f"  frozen at {sheet.freeze_panes}, repeats {sheet.print_title_rows}")
    print(f"  {setup.orientation}, at {setup.scale or 100}%, pages begin after rows"
          f" {[line.id for line in sheet.row_breaks.brk]}, area {area(sheet)},"
          f" footer {sheet.oddFooter.right.text!r}")
    if not sheet["A2"].value:
        faults.append(f"{sheet.title}: no explanation in A2")
    for row in sheet.iter_rows():
        for cell in row:
            check(sheet, cell)
    for letter, column in sheet.column_dimensions.items():
        if not 5 <= column.width <= 70:
            faults.append(f"{sheet.title}: column {letter} is {column.width} wide")
    if sheet.title == "Summary":
        for row in sheet.iter_rows(min_row=5, max_row=9):
            print("  " + ", ".join(kind(cell) for cell in row[:4]))
    print_choices(sheet, formulas)
    print_tables(sheet)
    print_formats(sheet)
    print_charts(sheet)


def print_descriptions(path):
    """What a screen reader says of each chart."""
    drawing = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}cNvPr"
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if name.startswith("xl/drawings/drawing"):
                for element in ElementTree.fromstring(archive.read(name)).iter(drawing):
                    description = element.get("descr")
                    print(f"{name.split('/')[-1]}: {description}")
                    if not description:
                        faults.append(f"{name}: a chart without a description")


def defined_names(book):
    """By name; openpyxl before 3.1 keeps them in a list."""
    names = book.defined_names
    return dict(names) if isinstance(names, dict) else {n.name: n for n in names.definedName}


def check_blocks(book, names):
    """Notes numbers, dates and truths that no defined name reaches."""
    areas = {}
    for name in names.values():
        sheet, area = name.value.rsplit("!", 1)
        bounds = openpyxl.utils.range_boundaries(area.replace("$", ""))
        areas.setdefault(sheet.strip("'"), []).append(bounds)
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is None or isinstance(cell.value, str):
                    continue
                if not any(left <= cell.column <= right and top <= cell.row <= bottom
                           for left, top, right, bottom in areas.get(sheet.title, [])):
                    faults.append(f"{sheet.title}!{cell.coordinate}: in no block with a name")


def main(path):
    book = openpyxl.load_workbook(path, data_only=True)
    formulas = openpyxl.load_workbook(path)
    print(f"'{book.properties.title}' by {book.properties.creator}, {book.properties.created}")
    for sheet in book:
        print_sheet(sheet, formulas[sheet.title])
    names = defined_names(book)
    for name, place in sorted(names.items()):
        print(f"{name} = {place.value}")
    check_blocks(book, names)
    print_descriptions(path)
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


sys.exit(main(sys.argv[1]))
