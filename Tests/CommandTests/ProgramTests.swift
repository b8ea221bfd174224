import Testing
import Values

@testable import Command
@testable import Feed
@testable import Reports
@testable import Settings

struct ProgramTests {
  @Test("Help and version go to standard output and are no error")
  func help() {
    for arguments in [["--help"], ["run", "--help"], ["--version"]] {
      let recording = Recording()
      #expect(Program.run(arguments, on: recording.console()) == .allWell)
      #expect(!recording.output.isEmpty)
      #expect(recording.errors.isEmpty)
    }
  }

  @Test("The version names the commit and its day, and says so when nobody knows them")
  func version() {
    func text(_ commit: Commit?) -> String {
      let recording = Recording()
      _ = Program.run(["--version"], on: recording.console(), builtFrom: commit)
      return recording.output
    }
    let name = "runrate \(Program.version)"
    #expect(
      text(Commit(hash: "1a2b3c4d5e6f", date: "2026-06-30"))
        == "\(name) (commit 1a2b3c4d5e6f, 2026-06-30)\n")
    #expect(text(Commit(hash: "", date: "")) == "\(name) (unknown commit)\n")
    #expect(text(nil) == "\(name) (unknown commit)\n")
  }

  @Test("A usage error goes to standard error with a hint, and answers 64")
  func usage() {
    let recording = Recording()
    #expect(Program.run(["rpeort"], on: recording.console()) == .usage)
    #expect(recording.output.isEmpty)
    #expect(
      recording.errors == "runrate: there is no command \"rpeort\"\nhint: did you mean report?\n")
  }

  @Test("An option of another command says whose it is")
  func foreignOption() {
    let recording = Recording()
    _ = Program.run(["status", "--again"], on: recording.console())
    #expect(recording.errors.contains("hint: --again belongs to ingest, and stands after it\n"))
  }

  @Test("check answers 3 for every error, usage errors too")
  func check() {
    #expect(Program.run(["check", "--as-of", "never"], on: Recording().console()) == .unjudged)
    #expect(ExitCode.badData.answered(to: .monitoring) == .unjudged)
    #expect(ExitCode.critical.answered(to: .monitoring) == .critical)
    #expect(ExitCode.badData.answered(to: .watchdog) == .badData)
  }

  @Test("Standard output that cannot be written is an error of its own")
  func brokenOutput() {
    let recording = Recording()
    let console = Console(
      output: { _ in throw ExampleError() }, errors: { recording.take($0) }, isTerminal: false,
      hasColor: false)
    #expect(Program.run(["--version"], on: console) == .cannotWrite)
    #expect(recording.errors.hasPrefix("runrate: standard output cannot be written"))
  }
}

private struct ExampleError: Error {}

struct FailureTests {
  @Test("The step in which an error happened is told once, the innermost")
  func step() {
    #expect {
      try during("writing the report") {
        try during("reading the rates") { throw Failure.notFound("r.csv") }
      }
    } throws: { error in
      Failure(of: error).message == "while reading the rates: r.csv does not exist"
    }
  }

  @Test("What a reader of logs and a reader of files say is told in words")
  func readers() {
    #expect(
      Failure(of: Refusal.outOfMemory).message
        == "the logs were not read: there is not enough memory for it")
  }

  @Test("An error that nobody foresaw still has text and a code")
  func unforeseen() {
    let text = Failure(of: ExampleError())
    #expect(text.message == "ExampleError()")
    #expect(text.exit == .inputOutput)
  }
}

struct ConsoleTests {
  @Test("Quiet silences everything but errors")
  func quiet() {
    let recording = Recording()
    var options = Options()
    options.isQuiet = true
    let console = recording.console().following(options)
    console.note("a")
    console.warn("b")
    console.detail("c")
    #expect(recording.errors.isEmpty)
    console.fail(Failure("d", exit: .badData))
    #expect(recording.errors == "runrate: d\n")
  }

  @Test("Colors need a terminal, and nobody who refused them")
  func colors() {
    func errors(isTerminal: Bool, hasColor: Bool, options: Options = Options()) -> String {
      let recording = Recording()
      recording.console(isTerminal: isTerminal, hasColor: hasColor).following(options).warn("w")
      return recording.errors
    }
    var plain = Options()
    plain.hasColor = false
    #expect(errors(isTerminal: true, hasColor: true).contains("\u{1B}[33m"))
    #expect(errors(isTerminal: false, hasColor: true) == "warning: w\n")
    #expect(errors(isTerminal: true, hasColor: false) == "warning: w\n")
    #expect(errors(isTerminal: true, hasColor: true, options: plain) == "warning: w\n")
  }
}

struct ProgressTests {
  @Test(
    "A progress says bytes, lines, rejects, speed and the time left",
    arguments: [
      (
        Progress(bytes: 12_000_000, totalBytes: 48_000_000, lines: 61_000, rejected: 2), 2,
        "12.0 of 48.0 MB · 61,000 lines · 2 rejected · 30,500 lines/s · 6 s left"
      ),
      (Progress(bytes: 1_250_000, lines: 5), 0, "1.2 MB · 5 lines"),
      (Progress(totalBytes: 900_000), 1, "0.0 of 0.9 MB · 0 lines · 0 lines/s"),
      (
        Progress(bytes: 1, totalBytes: 1_000_000_000_000, lines: 1), 1,
        "0.0 of 1,000,000.0 MB · 1 line · 1 lines/s · 277,778 h left"
      ),
    ] as [(Progress, Double, String)])
  func text(progress: Progress, seconds: Double, expected: String) {
    #expect(progress.text(after: seconds) == expected)
  }

  @Test("The line is drawn at most ten times a second, and wiped at the end")
  func rate() {
    let recording = Recording()
    let start = ContinuousClock.now
    var line = ProgressLine(console: recording.console(isTerminal: true), now: start)
    for millisecond in 0..<250 {
      line.update(Progress(lines: 1), now: start + .milliseconds(millisecond))
    }
    line.clear()
    line.clear()
    #expect(recording.errors.split(separator: "\r").count == 4)
    #expect(recording.errors.hasSuffix("\r\u{1B}[K"))
  }

  @Test("Nothing is drawn when quiet or without a terminal")
  func silence() {
    let recording = Recording()
    var quiet = Options()
    quiet.isQuiet = true
    for console in [recording.console(), recording.console(isTerminal: true).following(quiet)] {
      var line = ProgressLine(console: console)
      line.update(Progress())
      line.clear()
      #expect(!line.isShown)
    }
    #expect(recording.errors.isEmpty)
  }
}
