import Foundation
import Glibc
import Metrics
import Testing

@testable import Reports

@Suite struct FolderTests {
  private struct One: Report {
    let name = "one.txt"
    var text = "a"
    func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
      try folder.write(Array(text.utf8), to: "deep/one.txt")
    }
  }

  private struct Failing: Report {
    let name = "never"
    func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
      throw FileError.failed(call: "write", path: "never", errno: ENOSPC)
    }
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try readFile(path), as: UTF8.self)
  }

  @Test func aSecondRunReplacesTheDayAndLatestPointsToIt() throws {
    let scratch = try ScratchFolder()
    let folder = ReportFolder(reports: scratch.path + "/reports/")
    try folder.publish(Fixture.empty, [One()])
    #expect(try text(scratch.path + "/reports/latest/deep/one.txt") == "a")
    try folder.publish(Fixture.empty, [One(text: "b")])
    #expect(try text(scratch.path + "/reports/2026-05-17/deep/one.txt") == "b")
    #expect(try entries(of: scratch.path + "/reports") == ["2026-05-17", "latest"])
    let target = try FileManager.default.destinationOfSymbolicLink(
      atPath: scratch.path + "/reports/latest")
    #expect(target == "2026-05-17")
  }

  @Test func aFailureLeavesTheOldReportAlone() throws {
    let scratch = try ScratchFolder()
    let folder = ReportFolder(reports: scratch.path + "/reports")
    try folder.publish(Fixture.empty, [One()])
    #expect(throws: FileError.failed(call: "write", path: "never", errno: ENOSPC)) {
      try folder.publish(Fixture.empty, [One(text: "b"), Failing()])
    }
    #expect(try text(scratch.path + "/reports/latest/deep/one.txt") == "a")
    #expect(try entries(of: scratch.path + "/reports") == ["2026-05-17", "latest"])
  }

  @Test func whatACrashLeftIsRemoved() throws {
    let scratch = try ScratchFolder()
    try makeFolder(scratch.path + "/.2026-05-17.partial-1")
    try makeFolder(scratch.path + "/.2026-05-16.partial-2")
    #expect(symlink("2026-05-16", scratch.path + "/.latest-2") == 0)
    try ReportFolder(reports: scratch.path).publish(Fixture.empty, [One()])
    #expect(try entries(of: scratch.path) == ["2026-05-17", "latest"])
  }

  @Test func aDayThatACrashTookAwayBetweenTwoRenamesComesBack() throws {
    let scratch = try ScratchFolder()
    let folder = ReportFolder(reports: scratch.path)
    try folder.publish(Fixture.empty, [One()])
    try FileManager.default.moveItem(
      atPath: scratch.path + "/2026-05-17", toPath: scratch.path + "/.2026-05-17.partial-1-old")
    #expect(throws: FileError.self) {
      try folder.publish(Fixture.empty, [One(text: "b"), Failing()])
    }
    #expect(try text(scratch.path + "/2026-05-17/deep/one.txt") == "a")
  }

  @Test func symbolicLinksAreRefused() throws {
    let scratch = try ScratchFolder()
    try makeFolder(scratch.path + "/real")
    symlink("real", scratch.path + "/reports")
    #expect(throws: FileError.isSymbolicLink(path: scratch.path + "/reports")) {
      try ReportFolder(reports: scratch.path + "/reports").publish(Fixture.empty, [One()])
    }
    symlink("/tmp", scratch.path + "/real/2026-05-17")
    #expect(throws: FileError.isSymbolicLink(path: scratch.path + "/real/2026-05-17")) {
      try ReportFolder(reports: scratch.path + "/real").publish(Fixture.empty, [One()])
    }
  }

  @Test(arguments: ["long names", "zeros"])
  func longNamesMarkupAndZerosArePublished(what: String) throws {
    let figures = what == "zeros" ? Fixture.firstNight : Fixture.extreme
    let scratch = try ScratchFolder()
    try ReportFolder(reports: scratch.path).publish(figures)
    let summary = try text(scratch.path + "/latest/summary.md")
    #expect(!summary.contains("<W>") && !summary.contains("<b>"))
    let page = try text(scratch.path + "/latest/index.html")
    #expect(!page.contains("<W>") && !page.contains("NaN") && !page.contains(/[>$ −]inf\b/))
  }

  @Test func filesAreNotReadableForAll() throws {
    let scratch = try ScratchFolder()
    try ReportFolder(reports: scratch.path).publish(Fixture.empty)
    let mask = umask(0o022)
    umask(mask)
    for name in ["summary.md", "runrate.xlsx", "index.html", "csv/README.md", "charts/mrr.svg"] {
      var status = stat()
      #expect(stat(scratch.path + "/latest/" + name, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o640 & ~mask, "\(name)")
    }
  }
}
