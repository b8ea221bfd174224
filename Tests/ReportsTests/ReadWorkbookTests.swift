import Foundation
import Metrics
import Testing

@testable import Reports

/// The workbook as other programs find it.
@Suite struct ReadWorkbookTests {
  /// Types and formats of every column, frozen panes, print set-up, tables, names, colour scales,
  /// charts with what they draw and what a screen reader says; no formula, no error, no number or
  /// date as text.
  @Test(.enabled(if: OtherProgram.python != nil, "python3-openpyxl is not installed"))
  func openpyxlFindsWhatWasMeant() throws {
    let book = try WrittenWorkbook(Fixture.figures)
    let found = try OtherProgram.python?.run([OtherProgram.reader("workbook.py"), book.path])
    #expect(found?.errors == "" && found?.code == 0)
    try expectGolden(found?.output ?? "", "workbook.txt")
  }

  @Test(
    .enabled(if: OtherProgram.python != nil, "python3-openpyxl is not installed"),
    arguments: ["empty", "first night", "long names", "one month"])
  func openpyxlReadsTheExtremes(what: String) throws {
    let figures = [
      "empty": Fixture.empty, "first night": Fixture.firstNight, "long names": Fixture.extreme,
      "one month": Fixture.oneMonth,
    ]
    let book = try WrittenWorkbook(figures[what] ?? Fixture.empty)
    let found = try OtherProgram.python?.run([OtherProgram.reader("workbook.py"), book.path])
    #expect(found?.errors == "" && found?.code == 0)
  }

  /// Without segments, so that there are few pages.
  private var totals: Figures {
    var figures = Fixture.figures
    figures.tables = figures.tables.map { table in
      table.columns.contains { $0.name == "dimension" } ? table.totals : table
    }
    return figures
  }

  /// LibreOffice opens it, and every sheet is on its pages.
  @Test(
    .enabled(
      if: OtherProgram.office != nil && OtherProgram.pdfText != nil,
      "libreoffice-calc or poppler-utils is not installed"))
  func libreOfficePrintsEverySheet() throws {
    let scratch = try ScratchFolder()
    let book = try WrittenWorkbook(totals)
    let made = try OtherProgram.office?.run([
      "--headless", "-env:UserInstallation=file://\(scratch.path)/office", "--convert-to", "pdf",
      "--outdir", scratch.path, book.path,
    ])
    #expect(made?.code == 0, "\(made?.errors ?? "")")
    let text = try OtherProgram.pdfText?.run(["-layout", scratch.path + "/runrate.pdf", "-"])
    for sheet in Workbook.sheets where sheet.isNeeded(Fixture.figures) {
      #expect(text?.output.contains(sheet.name.rawValue) ?? false, "\(sheet.name.rawValue)")
    }
    #expect(text?.output.contains("#REF!") == false && text?.output.contains("###") == false)
  }
}
