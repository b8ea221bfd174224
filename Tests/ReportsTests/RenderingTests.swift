import Foundation
import Testing

@testable import Reports

/// Writes the fixture's reports where a person can look at them: `RUNRATE_RENDER=/tmp/x swift
/// test --filter Rendering`.
@Suite struct RenderingTests {
  private static let folder = ProcessInfo.processInfo.environment["RUNRATE_RENDER"]

  @Test(.enabled(if: folder != nil, "set RUNRATE_RENDER to a folder to look at the reports"))
  func theWorkbookCanBeLookedAt() throws {
    let folder = RenderingTests.folder ?? ""
    try Workbook().write(Fixture.figures, to: folder + "/runrate.xlsx", temporary: folder)
  }

  @Test(.enabled(if: folder != nil, "set RUNRATE_RENDER to a folder to look at the reports"))
  func theChartsCanBeLookedAt() throws {
    for exhibit in ReportSection.files {
      let text = exhibit.chart(Fixture.figures).file(id: exhibit.name)
      let path = (RenderingTests.folder ?? "") + "/\(exhibit.name).svg"
      try removeTree(path)
      try writeFile(Array(text.utf8), to: path)
    }
  }

  @Test(.enabled(if: folder != nil, "set RUNRATE_RENDER to a folder to look at the reports"))
  func everythingCanBeLookedAt() throws {
    let folder = (RenderingTests.folder ?? "") + "/all"
    let figures = Fixture.figures
    for report in allReports {
      let scratch = try ScratchFolder()
      let time = try ContinuousClock().measure {
        try report.write(figures, to: OutputFolder(root: scratch.path), ReportOptions())
      }
      print("\(report.name): \(time)")
    }
    try ReportFolder(reports: folder).publish(figures)
    try ReportFolder(reports: folder + "-extreme").publish(Fixture.extreme)
    try ReportFolder(reports: folder + "-first").publish(Fixture.firstNight)
  }
}
