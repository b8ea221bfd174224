import Foundation
import Metrics
import Testing
import Values

@testable import Reports

/// The workbook as other programs find it.
@Suite struct ReadWorkbookTests {
  /// Types and formats of every column, frozen panes, print set-up, tables, names, colour scales,
  /// charts with what they draw and what a screen reader says; no error, no number or
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
    for sheet in Workbook.sheets(totals) where !sheet.isHidden {
      #expect(text?.output.contains(sheet.name.rawValue) ?? false, "\(sheet.name.rawValue)")
    }
    #expect(text?.output.contains("#REF!") == false && text?.output.contains("###") == false)
  }

  /// Every value of every drop-down: what the sheets show then is what the CSV files say, as
  /// written and as LibreOffice computes it.
  @Test(
    .enabled(
      if: OtherProgram.office != nil && OtherProgram.officePython != nil,
      "libreoffice-calc, python3-uno or python3-openpyxl is not installed"))
  func everyChoiceShowsWhatTheFilesSay() throws {
    let book = try WrittenWorkbook(Fixture.figures)
    let files = try csvFiles()
    let checked = try OtherProgram.officePython?.run([
      OtherProgram.reader("choices.py"), book.path, files.path,
    ])
    #expect(checked?.errors == "" && checked?.code == 0, "\(checked?.errors ?? "")")
    #expect(
      checked?.output.hasPrefix("4 triangles, 11 values of 2 drop-downs") == true,
      "\(checked?.output ?? "")")
  }

  /// The published report of the sample.
  @Test(
    .enabled(
      if: OtherProgram.office != nil && OtherProgram.officePython != nil,
      "libreoffice-calc, python3-uno or python3-openpyxl is not installed"))
  func everyChoiceOfTheSampleShowsWhatItsFilesSay() throws {
    let reports = (#filePath as NSString).deletingLastPathComponent + "/../../reports/2026-06-30"
    let checked = try OtherProgram.officePython?.run([
      OtherProgram.reader("choices.py"), reports + "/runrate.xlsx", reports + "/csv",
    ])
    #expect(checked?.errors == "" && checked?.code == 0, "\(checked?.errors ?? "")")
  }

  /// What the proof is worth: of a file with another figure it says so.
  @Test(
    .enabled(if: OtherProgram.officePython != nil, "python3-uno or -openpyxl is not installed"),
    arguments: ["retention", "trial_curve", "ltv", "funnel", "cohort_averages"])
  func anotherFigureInAFileIsNoticed(name: String) throws {
    let book = try WrittenWorkbook(Fixture.figures)
    let files = try csvFiles { table in
      guard table.name == name else { return }
      let figures = table.columns.indices.filter {
        [.rate, .money].contains(table.columns[$0].kind)
      }
      for row in table.rows.indices where table.rows[row].contains(.text("all")) {
        for column in figures { table.rows[row][column] = .rate(Rate(millionths: 1)) }
      }
    }
    let checked = try OtherProgram.officePython?.run([
      OtherProgram.reader("choices.py"), book.path, files.path, "--written",
    ])
    #expect(checked?.code == 1)
  }

  /// Those of the fixture, changed.
  private func csvFiles(_ change: (inout Table) -> Void = { _ in }) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for table in Fixture.figures.tables {
      var table = table
      change(&table)
      try writeFile(
        CSVWriter(dialect: .plain).bytes(of: table), to: "\(folder.path)/\(table.name).csv")
    }
    return folder
  }
}
