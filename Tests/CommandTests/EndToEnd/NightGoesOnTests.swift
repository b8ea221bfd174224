import Foundation
import SQLite
import Testing
import Values

@testable import Command

/// What stands in a night's way from outside: it goes on, or ends soon with one sentence and a
/// code.
@Suite struct NightGoesOnTests {
  private let bench: CLIFixture
  private let log: String

  init() throws {
    bench = try CLIFixture()
    log = try bench.write(purchases(1...20), to: "a.ndjson")
    #expect(bench.runrate("run", log, "--as-of", "2026-05-20").isReported)
  }

  private var places: String {
    "--database \(bench.database) --reports \(bench.reports) --as-of 2026-05-20"
  }

  /// A line of the shell, in which `$R` is the program and `$P` names database, reports and day.
  private func shell(_ line: String) throws -> (code: Int32, output: String, errors: String) {
    try Binary.run(["-c", "R='\(Binary.path)'; P=\"\(places)\"; \(line)"], at: "/bin/sh")
  }

  @Test("A run waits for a program that reads, says for whom, and ends with 74 when it is too long")
  func foreignReader() throws {
    let reader = try Database(path: bench.database, mode: .readOnly)
    let rows = try reader.prepare("SELECT name FROM sqlite_schema")
    _ = try rows.step()
    let more = try bench.write(purchases(21...22), to: "b.ndjson")
    let impatient = try shell("$R ingest --wait 2 '\(more)' $P")
    #expect(impatient.code == 74, "\(impatient.errors)")
    #expect(impatient.errors.contains("(process \(getpid())), which uses \(bench.database)"))
    #expect(impatient.errors.contains("--wait"))
    rows.reset()
    let patient = try shell("$R ingest --wait 2 '\(more)' $P")
    #expect(patient.code == 0 && patient.errors.contains("2 accepted"))
  }

  @Test("Whoever pages through all events keeps no run from storing")
  func pager() throws {
    let many = (0..<3000).map { number in
      """
      {"event":"app_session","timestamp":"2026-05-20T10:00:00Z","event_id":"s\(number)","user_id":"s"}

      """
    }
    let sessions = try bench.write(many.joined(), to: "s.ndjson")
    #expect(bench.runrate("ingest", sessions).code == .allWell)
    let more = try bench.write(purchases(21...22), to: "b.ndjson")
    let answer = try shell(
      """
      { $R events $P; echo "ended $?" >&2; } | { read line; $R ingest --wait 1 '\(more)' $P; \
      echo "stored $?" >&2; cat >/dev/null; }
      """)
    let (stored, ended) = (answer.errors.range(of: "stored 0"), answer.errors.range(of: "ended 0"))
    let (first, last) = (try #require(stored), try #require(ended))
    #expect(first.lowerBound < last.lowerBound, "\(answer.errors)")
  }

  @Test("A command that is soon over is waited for; another run is not")
  func briefCommands() throws {
    let lock = bench.database + ".lock"
    for (holder, code) in [("check 1", Int32(0)), ("run 1", 75)] {
      let answer = try shell(
        """
        : >'\(lock)'; ( flock 9; echo '\(holder)' >&9; sleep 2 ) 9<>'\(lock)' & sleep 0.5
        $R ingest '\(log)' $P
        """)
      #expect(answer.code == code, "\(answer.errors)")
      if code == 0 { #expect(answer.errors.contains("waiting for runrate check (process 1)")) }
    }
  }

  @Test("Readers of messages and results may go: the report is made, a list ends without a word")
  func brokenPipes() throws {
    let more = try bench.write(purchases(21...22), to: "b.ndjson")
    let answer = try shell("{ $R run '\(more)' $P 2>&1; echo $? >'\(bench.path("code"))'; } | true")
    #expect(answer.code == 0)
    #expect(try ["0\n", "1\n", "2\n"].contains(bench.read("code")))
    #expect(bench.runrate("status").output.contains("22, 22 user ids"))
    let list = try shell("{ $R events $P; echo $? >&2; } | true")
    #expect(list.errors == "0\n" || list.errors == "73\n", "\(list.errors)")
  }

  @Test("With closed standard streams nothing is written into the files of the run")
  func closedStreams() throws {
    let silent = try shell("$R report $P <&- >&- 2>&-")
    #expect(silent.code <= 2)
    let lock = try bench.read("runrate.db.lock")
    #expect(lock.wholeMatch(of: /run \d+\n/) != nil, "\(lock)")
    let unheard = try shell("$R status $P >&-")
    #expect(unheard.code == 73 && unheard.errors.contains("standard output cannot be written"))
    #expect(try shell("$R ingest - $P <&-").code == 65)
    #expect(bench.runrate("status").code == .allWell)
  }

  @Test("With any number of files that a process may open, it ends with a code of its own")
  func fewFiles() throws {
    for count in 5...12 {
      let answer = try shell(
        "ulimit -n \(count); exec timeout 60 $R report $P --format csv,markdown")
      #expect(answer.code < 124, "\(count): \(answer.code) \(answer.errors)")
      #expect(answer.code < 3 || !answer.errors.isEmpty, "\(count)")
    }
    #expect(try shell("$R report $P").code <= 2)
  }

  @Test(
    "Where no thread is to be had, one does it all (skipped where strace is not installed)",
    .enabled(if: Tool.isInstalled("strace")))
  func noThreads() throws {
    for threads in [1, 4] {
      let answer = try shell(
        """
        exec timeout 120 strace -f -qq -o /dev/null -e inject=clone,clone3:error=EAGAIN \
        $R run --threads \(threads) '\(log)' $P
        """)
      #expect(answer.code <= 2, "\(threads): \(answer.errors)")
    }
  }

  @Test("A first run that was killed leaves a database that says that it is empty")
  func killedFirstRun() throws {
    try bench.write([], to: "new.db")
    let answer = try shell("$R status --database '\(bench.path("new.db"))'")
    #expect(answer.code == 66 && answer.errors.contains("holds nothing yet"), "\(answer.errors)")
  }

  @Test("A backtest that is killed leaves nothing in the temporary folder")
  func killedBacktest() throws {
    try FileManager.default.createDirectory(
      atPath: bench.path("tmp"), withIntermediateDirectories: false)
    _ = try shell(
      """
      export TMPDIR='\(bench.path("tmp"))'
      $R backtest --from 2026-05-01 --to 2026-05-20 --database '\(bench.database)' & \
      sleep 0.4; kill -9 $!; wait
      """)
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.path("tmp")).isEmpty)
  }

  @Test("Unfinished backups of processes that are gone are removed; what only looks so stays")
  func unfinishedBackups() throws {
    try FileManager.default.copyItem(
      atPath: bench.database, toPath: bench.path("old.db.999999999.unfinished"))
    try bench.write("mine", to: "notes.999999998.unfinished")
    try FileManager.default.copyItem(
      atPath: bench.database, toPath: bench.path("other.db.\(getpid()).unfinished"))
    #expect(bench.runrate("backup", bench.path("copy.db")).code == .allWell)
    let left = try FileManager.default.contentsOfDirectory(atPath: bench.folder)
      .filter { $0.hasSuffix(".unfinished") }
    #expect(left.sorted() == ["notes.999999998.unfinished", "other.db.\(getpid()).unfinished"])
  }
}
