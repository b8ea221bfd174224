import Glibc
import Metrics
import Testing
import Values

@testable import Reports

@Suite struct WorkbookTests {
  @Test func theWorkbookIsWrittenReadBackAndTheSameEveryTime() throws {
    let folder = try ScratchFolder()
    try Workbook().write(Fixture.figures, to: folder.path + "/a.xlsx", temporary: folder.path)
    try Workbook().write(Fixture.figures, to: folder.path + "/b.xlsx", temporary: folder.path)
    #expect(try readFile(folder.path + "/a.xlsx") == readFile(folder.path + "/b.xlsx"))
  }

  @Test func aTemporaryFileThatWasNotWrittenWholeKeepsItsErrorWhenItIsRewound() throws {
    let full = try #require(fopen("/dev/full", "w+"))
    defer { fclose(full) }
    #expect(fputs("lost", full) >= 0)
    rewind(full)
    #expect(ferror(full) != 0)
  }

  @Test func chartsKeepTheColoursAndFixedEndsAndTablesTheirFilters() throws {
    let text = try WrittenWorkbook(Fixture.figures).text
    for colour in ["2F6FDE", "CB3A3A", "E39A1C"] {
      #expect(text("xl/charts/chart3.xml").contains(colour))
    }
    #expect(text("xl/drawings/drawing1.xml").contains("descr=\"MRR"))
    #expect(text("xl/tables/table1.xml").contains("<autoFilter"))
    #expect(text("xl/worksheets/sheet3.xml").contains("state=\"frozen\""))
    #expect(text("xl/worksheets/sheet6.xml").contains("<colorScale>"))
    #expect(text("xl/worksheets/sheet3.xml").contains("orientation=\"landscape\""))
    for name in ["rr_daily", "rr_movements", "rr_retention", "rr_segment"] {
      #expect(text("xl/workbook.xml").contains("name=\"\(name)\""))
    }
  }

  @Test func theHeaderSaysWhichCellsAreQuoted() throws {
    let comments = try WrittenWorkbook(Fixture.figures).texts { $0.hasPrefix("xl/comments") }
    #expect(comments.contains { $0.contains("churn.churn_rate: csv/churn.csv#month=") })
  }

  @Test func aNightWithoutAnyEventAndNamesThatAreTooLongHaveAWorkbookToo() throws {
    for figures in [Fixture.empty, Fixture.extreme] { _ = try WrittenWorkbook(figures) }
  }

  @Test func aFunnelWhoseStepsAreTheSameEventHasASheet() throws {
    var figures = Fixture.figures
    let place = try #require(figures.tables.firstIndex { $0.name == FunnelSteps.schema.name })
    for row in figures.tables[place].rows.indices {
      figures.tables[place].rows[row][FunnelSteps.event.index] = .text("paywall_shown")
    }
    _ = try WrittenWorkbook(figures)
  }

  /// LibreOffice writes January below a single month, whichever it is.
  @Test func oneMonthAloneHasNoPictureOfMonths() throws {
    let charts = try WrittenWorkbook(Fixture.oneMonth).texts { $0.hasPrefix("xl/charts/") }
    #expect(charts.contains { $0.contains("MRR, last 90 days") })
    #expect(!charts.contains { $0.contains("by month") })
  }

  /// Their axes would have ticks that nobody counted.
  @Test func picturesOfZerosAreLeftOut() throws {
    let charts = try WrittenWorkbook(Fixture.firstNight).texts { $0.hasPrefix("xl/charts/") }
    for title in [
      "Net revenue by month", "MRR, last 90 days", "MRR movements by month", "From opening to",
      "Average retention", "Churn",
    ] {
      #expect(!charts.contains { $0.contains(title) }, "\(title)")
    }
  }

  /// As of a day more than 400 days after the last trial, cohorts have no curve any more.
  @Test func trialsOlderThanTheCurveKeepTheirRows() throws {
    var figures = Fixture.figures
    for index in figures.tables.indices where figures.tables[index].name == "trial_curve" {
      figures.tables[index].rows = []
    }
    _ = try WrittenWorkbook(figures)
  }

  @Test func textFromLogsStaysText() throws {
    var figures = Fixture.figures
    figures.inputs = [
      InputSummary(
        path: "=cmd|' /C calc'!A0\u{0}\u{202E}\u{FFFE}" + String(repeating: "é", count: 40_000))
    ]
    _ = try WrittenWorkbook(figures)
  }

  @Test func twoBlocksOfOneNameAreAnError() throws {
    let folder = try ScratchFolder()
    let handle = try WorkbookHandle(
      path: folder.path + "/a.xlsx", temporary: folder.path, created: Fixture.town.asOf)
    let writer = WorkbookWriter(handle.book, currency: "USD")
    let area = Area(rows: 0...1, columns: 0...1)
    _ = try writer.sheet("About")
    try writer.define("daily", as: area, on: "About")
    #expect(throws: Failure.workbook("sheet About of the workbook has two blocks daily")) {
      try writer.define("daily", as: area, on: "About")
    }
  }

  @Test func aFullDiskIsAnErrorAlthoughTheLibrarySaysNothing() throws {
    let folder = try ScratchFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=128k") == 0 else { return }
    defer { umount(folder.path) }
    #expect(throws: (any Error).self) {
      try Workbook().write(
        Fixture.figures, to: folder.path + "/a.xlsx", temporary: folder.path)
    }
    #expect(throws: (any Error).self) {
      let elsewhere = try ScratchFolder()
      try Workbook().write(
        Fixture.figures, to: elsewhere.path + "/a.xlsx", temporary: folder.path)
    }
  }

  @Test func aTemporaryFolderThatIsNotThereIsAnError() throws {
    let folder = try ScratchFolder()
    #expect(throws: (any Error).self) {
      try Workbook().write(
        Fixture.empty, to: folder.path + "/nowhere/a.xlsx", temporary: folder.path + "/nowhere")
    }
  }
}

/// A folder that is gone when the test is.
final class ScratchFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/runrate-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw failure("mkdtemp", "/tmp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? removeTree(path) }
}
