import Metrics
import Reports
import Settings
import Simulator
import Support
import Testing
import Values

@testable import Command

struct ArgumentParserTests {
  @Test(
    "An option is taken wherever it stands and however its value is joined",
    arguments: [
      "run --database x.db a.ndjson b", "run --database=x.db a.ndjson b",
      "--database x.db run a.ndjson b", "run a.ndjson --database x.db b",
      "run a.ndjson b --database x.db", "run --database x.db -- a.ndjson b",
    ])
  func forms(line: String) throws {
    var options = Options()
    options.database = "x.db"
    options.logs = ["a.ndjson", "b"]
    #expect(try parse(line) == .perform(Invocation(command: RunCommand(), options: options)))
  }

  @Test("Without options the defaults of the specification hold")
  func defaults() throws {
    let options = try options("run")
    #expect(options == Options())
    #expect(options.database == "runrate.db")
    #expect(options.reports == "reports")
    #expect(options.config == nil)
    #expect(options.asOf == .yesterday)
  }

  @Test(
    "Every option of every command sets something",
    arguments: [
      Right("run --config c", { $0.config = "c" }),
      Right("run --reports r", { $0.reports = "r" }),
      Right("run --as-of newest", { ($0.asOf, $0.isAsOfGiven) = (.newest, true) }),
      Right(
        "run --as-of=2026-02-28", { ($0.asOf, $0.isAsOfGiven) = (.day(Day(20512)), true) }),
      Right("report --format csv,html", { $0.formats = [.csv, .html] }),
      Right("run --csv-dialect excel", { $0.report.csvDialect = .excel }),
      Right("report --charts=mermaid", { $0.report.markdownCharts = .mermaid }),
      Right("run --dialect native", { $0.dialect = .native }),
      Right("run --threads 2", { $0.threads = 2 }),
      Right("run --memory 1024", { $0.memory = 1024 }),
      Right("ingest --again a", { options in (options.readsAgain, options.logs) = (true, ["a"]) }),
      Right("ingest -", { $0.logs = ["-"] }),
      Right("ingest -- --odd-name", { $0.logs = ["--odd-name"] }),
      Right("status --json", { $0.writesJSON = true }),
      Right("status --quiet", { $0.isQuiet = true }), Right("status -q", { $0.isQuiet = true }),
      Right("status --verbose", { $0.isVerbose = true }),
      Right("status -v", { $0.isVerbose = true }),
      Right("status --no-color", { $0.hasColor = false }),
    ])
  func values(right: Right) throws {
    var expected = Options()
    right.change(&expected)
    #expect(try options(right.line) == expected)
  }

  @Test("An option of one command sets something of that command")
  func ownValues() throws {
    func read<Own: ParsableCommand>(
      _ line: String, _ place: SourceLocation = #_sourceLocation, _ change: (inout Own) -> Void
    ) throws {
      var expected = Own()
      change(&expected)
      #expect(try command(line) as? Own == expected, sourceLocation: place)
    }
    try read("explain mrr --on 2026-02-28 --where a=b --where c==") { (own: inout ExplainCommand) in
      own.on = .day(Day(20512))
      own.conditions = ["a": "b", "c": "="]
    }
    try read("explain mrr --on 2026-02") { (own: inout ExplainCommand) in
      own.on = .month(Day(20512).month)
    }
    try read("check --dry-run") { (own: inout CheckCommand) in own.isDryRun = true }
    try read("ack a --until 2026-02-28 --why b") { (own: inout AckCommand) in
      (own.until, own.why) = (Day(20512), "b")
    }
    try read("backtest --from 2026-02-27 --to 2026-02-28 --threshold 0.04") {
      (own: inout BacktestCommand) in
      (own.from, own.to) = (Day(20511), Day(20512))
      own.threshold = ExactDecimal("0.04").flatMap(Fraction.init(decimal:))
    }
    try read("events --customer a") { (own: inout EventsCommand) in own.customer = "a" }
    try read("purge --customer a --before 2026-02-28") { (own: inout PurgeCommand) in
      (own.customer, own.before) = ("a", Day(20512))
    }
    try read(
      "simulate --seed 18446744073709551615 --days 30 --customers 5 --events 9 "
        + "--first-day 2026-02-28 --incident paywall --incident-day 2026-03-01 --output=a=b"
    ) { (own: inout SimulateCommand) in
      own.wanted = SimulationOptions(
        seed: .max, firstDay: Day(20512), days: 30, customers: 5, events: 9, incident: .paywall,
        incidentDay: Day(20513))
      own.output = "a=b"
    }
    try read("simulate --output -") { (_: inout SimulateCommand) in }
  }

  @Test("Every option of every command finds the values that it sets")
  func places() {
    for type in CommandList.all {
      for option in type.configuration.allOptions {
        let values =
          option.choices + [
            "1", "100", "2026-02-28", "2026-02", "2026-02-01..2026-02-28", "a=b", "country=DE",
            "0644", "2026-07-01T02:00:00Z", "3/8", "x", "",
          ]
        let isTaken = values.contains { value in
          var line = CommandLineValues()
          line.command = type.init()
          return option.take(&line, value)
        }
        #expect(isTaken, "\(type): \(option.name)")
      }
    }
  }

  @Test(
    "What cannot be understood is told, with the help of the command where nothing is nearer",
    arguments: [
      Wrong("", "no command given"), Wrong("--quiet", "no command given"),
      Wrong("rnu", "there is no command \"rnu\"", hint: "did you mean run?"),
      Wrong("frobnicate", "there is no command \"frobnicate\""),
      Wrong("help rport", "there is no command \"rport\"", hint: "did you mean report?"),
      Wrong(
        "run --databse x", "there is no option --databse here", hint: "did you mean --database?",
        "run"),
      Wrong("run --zzzzzz", "there is no option --zzzzzz here", "run"),
      Wrong("status --again", "there is no option --again here", hint: again, "status"),
      Wrong("--again ingest", "there is no option --again here", hint: again),
      Wrong("run -x", "there is no option -x here", "run"),
      Wrong("run --config", "--config needs a value: --config PATH", "run"),
      Wrong("run --config --quiet", "--config needs a value: --config PATH", "run"),
      Wrong("run --config -q", "--config needs a value: --config PATH", "run"),
      Wrong("run --quiet=yes", "--quiet takes no value", "run"),
      Wrong("run --help=yes", "--help takes no value", "run"),
      Wrong("run --config=a --config=b", "--config is given more than once", "run"),
      Wrong("run -q --quiet", "--quiet is given more than once", "run"),
      Wrong("run --quiet --verbose", "--quiet and --verbose exclude each other", "run"),
      Wrong("ingest", "missing argument: LOGS…", "ingest"),
      Wrong("status now", "the argument \"now\" is one too many", "status"),
      Wrong(
        "run --as-of 2026-02-29", "--as-of cannot be 2026-02-29: there is no such day", "run"),
    ])
  func mistakes(wrong: Wrong) {
    let help = (["runrate"] + (wrong.command.map { [$0] } ?? [])).joined(separator: " ")
    let expected = Failure(
      wrong.message, hint: wrong.hint ?? "\(help) --help shows the options", exit: .usage,
      kind: .usage(command: wrong.command))
    #expect(throws: expected) { try parse(wrong.line) }
  }

  private static let again = "--again belongs to ingest, and stands after it"

  @Test(
    "A value that cannot be used is refused",
    arguments: [
      "run --as-of 2026-2-29", "run --as-of today", "run --format pdf", "run --format csv,csv",
      "run --format=", "run --threads 0", "run --threads two", "run --threads -1",
      "run --memory 1", "run --dialect apple", "run --config=", "simulate --seed -1",
      "simulate --days 0", "simulate --first-day 2008-07-09", "simulate --incident flood",
    ])
  func badValues(line: String) {
    #expect {
      try parse(line)
    } throws: { error in
      guard let failure = error as? Failure else { return false }
      return failure.command != nil && failure.message.contains(#/ cannot be ".*": expected ./#)
    }
  }

  @Test("Help and version win over what is missing and what follows")
  func helpAndVersion() throws {
    #expect(try parse("--help") == .help(nil))
    #expect(try parse("-h run") == .help("run"))
    #expect(try parse("help") == .help(nil))
    #expect(try parse("help check") == .help("check"))
    #expect(try parse("ingest --help") == .help("ingest"))
    #expect(try parse("ingest --help --nonsense") == .help("ingest"))
    #expect(try parse("--version") == .version)
    #expect(try parse("run --version") == .version)
  }

  @Test("Random words never crash the parser", arguments: 0..<4)
  func randomWords(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let words =
      CommandList.names + OptionDeclaration.common.map(\.name)
      + ["--", "-", "", "=", "--=", "-=-", "--as-of=", "2026-01-01", "é", "--config=x", "\u{0}"]
    for _ in 0..<2000 {
      let count = Int(random.next() % 6)
      _ = try? ArgumentParser.parse(
        (0..<count).compactMap { _ in words.randomElement(using: &random) })
    }
  }

  struct Right: Sendable {
    let line: String
    let change: @Sendable (inout Options) -> Void

    init(_ line: String, _ change: @escaping @Sendable (inout Options) -> Void) {
      (self.line, self.change) = (line, change)
    }
  }

  struct Wrong: Sendable {
    let line: String
    let message: String
    let hint: String?
    let command: String?

    init(_ line: String, _ message: String, hint: String? = nil, _ command: String? = nil) {
      (self.line, self.message, self.hint, self.command) = (line, message, hint, command)
    }
  }

  private func options(_ line: String) throws -> Options { try invocation(line).options }

  private func command(_ line: String) throws -> any ParsableCommand {
    try invocation(line).command
  }

  private func invocation(_ line: String) throws -> Invocation {
    guard case .perform(let invocation) = try parse(line) else { throw NoInvocation() }
    return invocation
  }
}

private struct NoInvocation: Error {}

private func parse(_ line: String) throws(Failure) -> Request {
  try ArgumentParser.parse(line.split(separator: " ").map(String.init))
}
