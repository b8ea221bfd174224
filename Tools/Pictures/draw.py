#!/usr/bin/env python3
"""Draws the README's pictures from the sample's report: the page's first screen, a cohort sheet.

usage: draw.py REPORT FOLDER

The page is opened by Chromium, the sheet printed by LibreOffice. Both pictures are as wide as they
are shown at most, and have few colours, so that the repository grows little when they are renewed.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import openpyxl
from PIL import Image, ImageChops

SHEET = "Trials"
# Of the page, in pixels.
FIRST_SCREEN = 900
# Of the sheet: the title, the head and some months.
ROWS = 18


def page(report, target):
    subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--hide-scrollbars", "--window-size=1280,900",
         f"--screenshot={target}", pathlib.Path(report, "index.html").resolve().as_uri()],
        check=True, capture_output=True)


def sheet(report, target):
    """One sheet alone, cut behind its first rows, on one page as wide as the sheet."""
    book = openpyxl.load_workbook(f"{report}/runrate.xlsx", data_only=True)
    for name in book.sheetnames:
        if name != SHEET:
            book.remove(book[name])
    only = book[SHEET]
    only.print_area = f"A1:{openpyxl.utils.get_column_letter(only.max_column)}{ROWS}"
    # The explanation below the title, on two lines: the picture is narrower than the sheet.
    last = openpyxl.utils.get_column_letter(only.max_column)
    only.merge_cells(f"A2:{last}2")
    only["A2"].alignment = openpyxl.styles.Alignment(wrap_text=True, vertical="top")
    only.row_dimensions[2].height = 28
    only.page_setup.orientation = "landscape"
    only.sheet_properties.pageSetUpPr = openpyxl.worksheet.properties.PageSetupProperties(
        fitToPage=True)
    only.oddHeader.center.text = only.oddFooter.center.text = ""
    only.oddFooter.left.text = only.oddFooter.right.text = ""
    with tempfile.TemporaryDirectory() as folder:
        book.save(folder + "/sheet.xlsx")
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless",
             "--convert-to", "pdf", "--outdir", folder, folder + "/sheet.xlsx"],
            check=True, capture_output=True)
        subprocess.run(
            ["pdftoppm", "-png", "-r", "110", "-f", "1", "-singlefile", folder + "/sheet.pdf",
             folder + "/sheet"], check=True)
        shrink(folder + "/sheet.png", target)


def shrink(source, target, height=None):
    """Cuts the margins off, and what is below `height`."""
    image = Image.open(source).convert("RGB")
    image = image.crop((0, 0, image.width, height or image.height))
    white = Image.new("RGB", image.size, "white")
    left, top, right, bottom = ImageChops.difference(image, white).getbbox()
    margin = 12
    image.crop((
        max(0, left - margin), max(0, top - margin), min(image.width, right + margin),
        min(image.height, bottom + margin))).quantize(128).save(target, optimize=True)


def main():
    report, folder = sys.argv[1:3]
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        page(report, scratch + "/page.png")
        shrink(scratch + "/page.png", folder + "/page.png", FIRST_SCREEN)
    sheet(report, folder + "/cohorts.png")


if __name__ == "__main__":
    main()
