import Foundation
import Glibc
import Metrics
import Synchronization
import Testing
import Values

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
      throw failure("write", "never", errno: ENOSPC)
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

  private struct Slow: Report {
    let name = "two.txt"
    let text: String
    func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
      try folder.write(Array(text.utf8), to: "one.txt")
      usleep(5_000)
      try folder.write(Array(text.utf8), to: "two.txt")
    }
  }

  /// Two databases may publish into one folder: the last one wins, whole.
  @Test func runsAtOncePublishOneAfterTheOther() throws {
    let scratch = try ScratchFolder()
    let folder = ReportFolder(reports: scratch.path + "/reports")
    let errors = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 12) { number in
      do {
        try folder.publish(Fixture.empty, [Slow(text: "\(number)")])
      } catch {
        errors.withLock { $0.append("\(error)") }
      }
    }
    #expect(errors.withLock { $0 } == [])
    let day = scratch.path + "/reports/2026-05-17/"
    #expect(try text(day + "one.txt") == text(day + "two.txt"))
    #expect(try entries(of: scratch.path + "/reports") == ["2026-05-17", "latest"])
  }

  @Test func aFolderInThePlaceOfLatestStopsBeforeAnythingIsChanged() throws {
    let scratch = try ScratchFolder()
    let reports = scratch.path + "/reports"
    try FileManager.default.createDirectory(
      atPath: reports + "/latest", withIntermediateDirectories: true)
    #expect(throws: Failure.isForeign(reports + "/latest")) {
      try ReportFolder(reports: reports).publish(Fixture.empty, [One()])
    }
    #expect(try entries(of: reports) == ["latest"])
  }

  @Test func aFailureLeavesTheOldReportAlone() throws {
    let scratch = try ScratchFolder()
    let folder = ReportFolder(reports: scratch.path + "/reports")
    try folder.publish(Fixture.empty, [One()])
    #expect(throws: failure("write", "never", errno: ENOSPC)) {
      try folder.publish(Fixture.empty, [One(text: "b"), Failing()])
    }
    #expect(try text(scratch.path + "/reports/latest/deep/one.txt") == "a")
    #expect(try entries(of: scratch.path + "/reports") == ["2026-05-17", "latest"])
  }

  @Test func whatACrashLeftIsRemoved() throws {
    let scratch = try ScratchFolder()
    try makeFolder(scratch.path + "/.2026-05-17.partial-1")
    try makeFolder(scratch.path + "/.2026-05-16.partial-2")
    try writeFile([], to: scratch.path + "/.2026-05-16.partial-2/" + DayFolder.unfinished)
    try writeFile([65], to: scratch.path + "/.2026-05-16.partial-2/summary.md")
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
    #expect(throws: Failure.self) {
      try folder.publish(Fixture.empty, [One(text: "b"), Failing()])
    }
    #expect(try text(scratch.path + "/2026-05-17/deep/one.txt") == "a")
  }

  @Test func symbolicLinksAreRefused() throws {
    let scratch = try ScratchFolder()
    try makeFolder(scratch.path + "/real")
    symlink("real", scratch.path + "/reports")
    #expect(throws: Failure.isSymbolicLink(scratch.path + "/reports")) {
      try ReportFolder(reports: scratch.path + "/reports").publish(Fixture.empty, [One()])
    }
    symlink("/tmp", scratch.path + "/real/2026-05-17")
    #expect(throws: Failure.isSymbolicLink(scratch.path + "/real/2026-05-17")) {
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

  @Test("What somebody else has put into a day's folder moves into the new one")
  func foreignFilesStay() throws {
    let scratch = try ScratchFolder()
    let folder = ReportFolder(reports: scratch.path)
    let day = scratch.path + "/2026-05-17"
    try folder.publish(Fixture.empty, [One()])
    try writeFile([65], to: day + "/notes.txt")
    try writeFile([66], to: day + "/deep/mine.csv")
    try makeFolder(day + "/mine")
    try writeFile([67], to: day + "/mine/one.txt")
    symlink("/etc", day + "/deep/link")
    let kept = try folder.publish(Fixture.empty, [One(text: "b")]).kept
    #expect(kept == ["deep/link", "deep/mine.csv", "mine", "notes.txt"])
    #expect(try text(day + "/deep/one.txt") == "b" && text(day + "/notes.txt") == "A")
    #expect(try text(day + "/deep/mine.csv") == "B" && text(day + "/mine/one.txt") == "C")
    #expect(try entries(of: scratch.path) == ["2026-05-17", "latest"])
    #expect(try folder.publish(Fixture.empty, [One()]).kept == kept)
  }

  @Test("Somebody else's file in the place of one of the report's is an error; nothing changes")
  func foreignFileInTheWay() throws {
    let scratch = try ScratchFolder()
    let folder = ReportFolder(reports: scratch.path)
    try makeFolder(scratch.path + "/2026-05-17")
    try makeFolder(scratch.path + "/2026-05-17/deep")
    let mine = scratch.path + "/2026-05-17/deep/one.txt"
    try writeFile([65], to: mine)
    #expect(throws: Failure.isForeign(scratch.path + "/2026-05-17/deep")) {
      try folder.publish(Fixture.empty, [One()])
    }
    #expect(try text(mine) == "A" && entries(of: scratch.path) == ["2026-05-17"])
  }

  @Test("Folders and links that only look like leftovers stay")
  func foreignLeftovers() throws {
    let scratch = try ScratchFolder()
    let names = [
      ".2026-05-16.partial-7", ".2026-05-16.partial-mine", ".latest-backup", ".my.partial-1",
      ".2026-13-45.partial-1",
    ]
    for name in names {
      try makeFolder(scratch.path + "/" + name)
      try writeFile([65], to: scratch.path + "/\(name)/mine.txt")
    }
    try writeFile([65], to: scratch.path + "/.latest-12")
    try ReportFolder(reports: scratch.path).publish(Fixture.empty, [One()])
    #expect(
      try Set(entries(of: scratch.path))
        == Set(names + [".latest-12", "2026-05-17", "latest"]))
    for name in names { #expect(try text(scratch.path + "/\(name)/mine.txt") == "A") }
  }

  @Test("What a crash left of an old folder is removed, but for what is not ours")
  func halfRetired() throws {
    let scratch = try ScratchFolder()
    let folder = ReportFolder(reports: scratch.path)
    try folder.publish(Fixture.empty, [One()])
    let old = scratch.path + "/.2026-05-17.partial-1"
    try FileManager.default.copyItem(atPath: scratch.path + "/2026-05-17", toPath: old)
    try writeFile([65], to: old + "/notes.txt")
    try folder.publish(Fixture.empty, [One(text: "b")])
    #expect(try entries(of: scratch.path) == ["2026-05-17", "latest"])
    #expect(try text(scratch.path + "/2026-05-17/notes.txt") == "A")
    #expect(try text(scratch.path + "/2026-05-17/deep/one.txt") == "b")
  }

  @Test("The report of an earlier day leaves the link to the latest where it is, unless asked to")
  func latestGoesForward() throws {
    let scratch = try ScratchFolder()
    let folder = ReportFolder(reports: scratch.path)
    var later = Fixture.empty
    later.asOf = later.asOf.advanced(by: 2)
    func target() throws -> String {
      try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path + "/latest")
    }
    try folder.publish(later, [One()])
    #expect(try folder.publish(Fixture.empty, [One()]).newest == "2026-05-19")
    #expect(try target() == "2026-05-19")
    #expect(try folder.publish(Fixture.empty, [One()], movesBack: true).newest == nil)
    #expect(try target() == "2026-05-17")
    try folder.publish(later, [One()])
    #expect(try target() == "2026-05-19")
    try FileManager.default.removeItem(atPath: scratch.path + "/2026-05-19")
    try folder.publish(Fixture.empty, [One()])
    #expect(try target() == "2026-05-17", "it led nowhere")
  }
}
