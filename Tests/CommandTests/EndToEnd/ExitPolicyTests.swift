import Settings
import Testing
import Values

@testable import Command

/// What orchestrators are answered, which take every other code than 0 for a failed job.
@Suite struct ExitPolicyTests {
  private let bench: CLIFixture

  init() throws {
    bench = try CLIFixture()
    try bench.write(purchases(1...10), to: "logs/a.ndjson")
  }

  /// Ten days after the newest event: the rule of the data's age fires.
  private func late(_ command: [String], _ more: String...) -> CLIFixture.Answer {
    bench.runrate(command + ["--as-of", "2026-05-20", "--now", "2026-05-21T04:15:00Z"] + more)
  }

  private var run: [String] { ["run", bench.path("logs")] }

  @Test("Alerts that fire fail the job, unless only errors are to; they are told all the same")
  func alerts() {
    #expect(late(run).code == .critical)
    let answer = late(run, "--exit", "errors")
    #expect(answer.code == .allWell)
    #expect(answer.errors.contains("critical: freshness"))
    #expect(late(["report"], "--exit", "errors").code == .allWell)
    #expect(late(["report"]).code == .critical)
  }

  @Test("The configuration can say so for all commands, and the command line otherwise")
  func configured() throws {
    let config = try bench.write("{ exit: 'errors' }", to: "c.json5")
    #expect(late(run, "--config", config).code == .allWell)
    #expect(late(run, "--config", config, "--exit", "alerts").code == .critical)
    #expect(
      bench.runrate("check", "--as-of", "2026-05-20", "--config", config).code == .critical)
  }

  @Test("Errors stay errors")
  func errors() throws {
    #expect(late(["run", bench.path("none")], "--exit", "errors").code == .noInput)
    try bench.write(String(repeating: "oops\n", count: 100), to: "logs/b.ndjson")
    #expect(late(run, "--exit", "errors").code == .badData)
    for code in ExitCode.allCases {
      #expect(code.following(.errors) == (code.isError ? code : .allWell))
      #expect(code.following(.alerts) == code)
    }
    #expect(ExitCode.reconciliation.isError && !ExitCode.unjudged.isError)
  }

  @Test("A change of it computes nothing anew")
  func fingerprints() throws {
    let changed = try Settings.parse(Array("{ exit: 'errors' }".utf8), file: "c.json5")
    #expect(changed.exit == .errors && Settings().exit == .alerts)
    #expect(changed.fingerprint == Settings().fingerprint)
    #expect(changed.foldFingerprint == Settings().foldFingerprint)
    #expect(changed.ingestFingerprint == Settings().ingestFingerprint)
  }

  @Test("check has no such option: its codes are for monitoring")
  func check() {
    let answer = bench.runrate("check", "--exit", "errors")
    #expect(answer.errors.contains("--exit"))
  }
}
