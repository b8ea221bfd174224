import Foundation
import Glibc
import Testing

@testable import Command
import Values

/// Who may read what the program writes.
@Suite struct PermissionTests {
  private let bench: CLIFixture
  private let log: String

  init() throws {
    bench = try CLIFixture()
    log = try bench.write(purchases(1...3) + "oops\n", to: "a.ndjson")
  }

  private func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: bench.path(name))
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func run(_ more: String...) -> CLIFixture.Answer {
    bench.runrate(["run", log, "--as-of", "2026-05-03"] + more)
  }

  @Test("The database, with the rejected lines in it, and its lock are for the owner alone")
  func database() throws {
    #expect(run().isReported)
    #expect(try mode("runrate.db") == 0o600)
    #expect(try mode("runrate.db.lock") == 0o600)
  }

  @Test("A database that others can read is warned of, and works")
  func wideDatabase() throws {
    #expect(!run().errors.contains("others can read it"))
    #expect(chmod(bench.database, 0o644) == 0)
    let answer = run()
    #expect(answer.isReported)
    let warning = "runrate.db has mode 0644, so that others can read it: \"chmod"
    #expect(answer.errors.contains(warning))
    #expect(bench.runrate("status").errors.contains(warning))
  }

  @Test(
    "Reports are for everybody, the group or the owner, as asked for",
    arguments: [
      ("0644", 0o644, 0o755), ("0640", 0o640, 0o750), ("0600", 0o600, 0o700),
    ])
  func reports(option: String, file: Int, folder: Int) throws {
    #expect(run("--report-mode", option).isReported)
    for name in ["summary.md", "runrate.xlsx", "csv/daily.csv", "charts/mrr.svg", "alerts.prom"] {
      #expect(try mode("reports/2026-05-03/" + name) == file, "\(name)")
    }
    for name in ["reports", "reports/2026-05-03", "reports/2026-05-03/csv"] {
      #expect(try mode(name) == folder, "\(name)")
    }
  }

  @Test(
    "Without a wish the group may read them, less what the process's mask takes away",
    arguments: [("000", 0o640, 0o750), ("022", 0o640, 0o750), ("077", 0o600, 0o700)])
  func maskedReports(mask: String, file: Int, folder: Int) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "umask \(mask) && exec \"$@\"", "sh", Binary.path, "run", log, "--as-of", "2026-05-03",
      "--database", bench.database, "--reports", bench.reports,
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus <= ExitCode.unjudged.rawValue)
    let day = bench.path("reports/2026-05-03/")
    let names = try FileManager.default.subpathsOfDirectory(atPath: day)
    #expect(names.count > 50)
    for name in names.map({ "reports/2026-05-03/" + $0 }) + ["reports", "reports/2026-05-03"] {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: bench.path(name), isDirectory: &isFolder)
      #expect(try mode(name) == (isFolder.boolValue ? folder : file), "\(name)")
    }
    #expect(try mode("runrate.db") == 0o600)
  }

  @Test("A report folder that is wider than the reports is warned of")
  func wideFolder() throws {
    #expect(run().isReported)
    #expect(chmod(bench.reports, 0o755) == 0)
    #expect(run("--report-mode", "0640").errors.contains("reports has mode 0755"))
    #expect(!run().errors.contains("reports has mode"))
    #expect(chmod(bench.reports, 0o777) == 0)
    #expect(run().errors.contains("reports has mode 0777"))
  }

  @Test("A link in the place of the report folder, or of a day's, is refused and not followed")
  func plantedLinks() throws {
    let elsewhere = try bench.write("mine", to: "elsewhere/summary.md")
    let target = bench.path("elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: bench.reports, withDestinationPath: target)
    #expect(run().code == .cannotWrite)
    #expect(run().errors.contains("reports is a symbolic link"))
    try FileManager.default.removeItem(atPath: bench.reports)
    try FileManager.default.createDirectory(
      atPath: bench.reports, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: bench.path("reports/2026-05-03"), withDestinationPath: target)
    #expect(run().code == .cannotWrite)
    #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: target) == ["summary.md"])
  }

  @Test("Links under the names that a run writes to are replaced or removed, never written through")
  func linksUnderOwnNames() throws {
    let elsewhere = try bench.write("mine", to: "elsewhere/summary.md")
    try FileManager.default.createDirectory(
      atPath: bench.reports, withIntermediateDirectories: false)
    let names = ["latest", ".latest-\(getpid())", ".2026-05-03.partial-\(getpid())"]
    for name in names {
      try FileManager.default.createSymbolicLink(
        atPath: bench.path("reports/" + name), withDestinationPath: bench.path("elsewhere"))
    }
    #expect(run().isReported)
    #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "mine")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bench.path("elsewhere"))
        == ["summary.md"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bench.reports).sorted()
        == ["2026-05-03", "latest"])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: bench.path("reports/latest"))
        == "2026-05-03")
  }

  @Test(
    "A link in the place of the database, its lock or a backup is refused, wherever it leads",
    arguments: ["runrate.db", "runrate.db.lock", "copy.db"], [true, false])
  func linksBesideTheDatabase(name: String, leadsSomewhere: Bool) throws {
    if name == "copy.db" { #expect(run().isReported) }
    let elsewhere = bench.path("elsewhere")
    if leadsSomewhere { try bench.write("", to: "elsewhere") }
    try FileManager.default.createSymbolicLink(
      atPath: bench.path(name), withDestinationPath: elsewhere)
    let answer = name == "copy.db" ? bench.runrate("backup", bench.path(name)) : run()
    #expect(answer.code == .cannotWrite)
    #expect(answer.errors.contains(name))
    #expect(bench.exists("elsewhere") == leadsSomewhere)
    if leadsSomewhere { #expect(try bench.read("elsewhere") == "") }
  }

  @Test("What is left of a crash is removed without following a link in it")
  func linkInLeftovers() throws {
    try bench.write("mine", to: "elsewhere/kept.txt")
    try bench.write("", to: "reports/.2026-05-03.partial-1/.unfinished")
    try bench.write("old", to: "reports/.2026-05-03.partial-1/old.txt")
    try FileManager.default.createSymbolicLink(
      atPath: bench.path("reports/.2026-05-03.partial-1/out"),
      withDestinationPath: bench.path("elsewhere"))
    #expect(run().isReported)
    #expect(!bench.exists("reports/.2026-05-03.partial-1"))
    #expect(try bench.read("elsewhere/kept.txt") == "mine")
  }

  @Test("No message says what stands in a line, however wrong the line and however much is told")
  func noRawLines() throws {
    try bench.write(
      "{\"secretword\": 1}\nsecretword\n{\"event\":\"x\",\"timestamp\":\"secretword\"}\n",
      to: "l/b.ndjson")
    try bench.write(Array(storedGzip("secretword").dropLast(9)), to: "l/c.ndjson.gz")
    for more in [["--verbose"], ["--json"], []] {
      let answer = bench.runrate(["run", bench.path("l"), "--as-of", "2026-05-03"] + more)
      #expect(!(answer.output + answer.errors).contains("secretword"))
    }
    #expect(bench.runrate("rejected").output.contains("secretword"))
  }

  @Test("A process may write no core dump")
  func noDumps() throws {
    let process = try waitingRun()
    let limits = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/limits", encoding: .utf8)
    let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core") })
    #expect(core.split(separator: " ").suffix(3) == ["0", "0", "bytes"])
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  @Test(
    "A crash leaves no core dump where other programs leave one",
    .enabled(if: dumpsAreFiles, "core dumps of this machine go elsewhere"),
    arguments: [SIGSEGV, SIGILL])
  func dumplessCrash(signal: Int32) throws {
    let folder = bench.path("cores")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let process = try waitingRun(asking: "ulimit -c unlimited && cd \(folder)")
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationStatus == signal)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    let other = Process()
    other.executableURL = URL(fileURLWithPath: "/bin/sh")
    other.arguments = ["-c", "ulimit -c unlimited && cd \(folder) && kill -\(signal) $$"]
    try other.run()
    other.waitUntilExit()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
  }

  @Test("A crash says that it was one, and nothing of what is in memory")
  func silentCrash() throws {
    let errors = URL(fileURLWithPath: try bench.write("", to: "errors.txt"))
    let process = try waitingRun(errors: FileHandle(forWritingTo: errors))
    kill(process.processIdentifier, SIGSEGV)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGSEGV)
    #expect(
      try bench.read("errors.txt")
        == "runrate: stopped by a mistake in the program; what earlier runs stored and published "
        + "is whole\n")
  }

  /// A process that has begun, and waits for its log on standard input; of a shell that did first
  /// what it was asked.
  private func waitingRun(errors: Any? = FileHandle.nullDevice, asking: String = ":") throws
    -> Process
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "\(asking) && exec \"$@\"", "sh", Binary.path, "ingest", "-", "--database",
      bench.database,
    ]
    process.environment = ProcessInfo.processInfo.environment.filter {
      $0.key != "SWIFT_BACKTRACE"
    }
    process.standardInput = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    // The lock is taken after the limits are set.
    while !bench.exists("runrate.db.lock"), process.isRunning { usleep(1000) }
    return process
  }
}

/// Whether this machine writes core dumps into the folder of the process, and lets us ask for them.
private let dumpsAreFiles: Bool = {
  let path = "/proc/sys/kernel/core_pattern"
  let pattern = (try? String(contentsOfFile: path, encoding: .utf8)) ?? "|"
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  return !["|", "/"].contains(pattern.prefix(1)) && limit.rlim_max > 1 << 30
}()
