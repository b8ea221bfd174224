import Feed
import Foundation
import Metrics
import Settings
import Store
import Values

/// `runrate read`: READ for customers that are folded apart. It counts lines, finds out which ids
/// are one customer, and deals the lines out; `runrate merge` takes the counts.
struct ReadCommand: ParsableCommand {
  var output: String?
  /// A file that names the logs.
  var list: String?
  var parts = 0
  /// Which key stands for all of a customer's: of other reads, too.
  var owners: String?
  /// Identities whose lines are wanted, and nothing else.
  var identities: String?

  static let configuration = CommandConfiguration(
    name: "read", abstract: "Count log lines and deal them out by customer, for fold",
    arguments: .logs(isRequired: false),
    options: [
      .path("--output", "DIR", help: "Where everything is written", into: \Self.output),
      .number(
        "--parts", "N", in: 1...PartPlace.most, default: "count only",
        help: "Deal the accepted lines out to so many folders, DIR/lines/1 and so on",
        into: \Self.parts),
      .path(
        "--list", "FILE",
        help: "The logs: a number, the path to show and the file on each line, with tabs between",
        into: \Self.list),
      .path(
        "--owners", "FILE",
        help: "Deal out by these owners and count nothing, where several reads share the logs",
        into: \Self.owners),
      .path(
        "--identities", "FILE",
        help: "Write which lines have these identities, and count nothing, for such reads",
        into: \Self.identities),
      .dialect, .now, .timings,
    ],
    examples: [
      Example(
        line: "runrate read logs/ --parts 8 --output read",
        purpose: "the lines of each customer in one of read/lines/1 to read/lines/8"),
      Example(
        line: "runrate read --list logs.tsv --output read",
        purpose: "the counts and the links between ids of some of the logs"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    guard let output else { throw Failure.missing(oneOf: ["--output DIR"]) }
    if options.logs.isEmpty, list == nil {
      throw Failure.missing(oneOf: ["LOGS", "--list FILE"])
    }
    if !options.logs.isEmpty, list != nil { throw Failure.conflict("LOGS", "--list") }
    if owners != nil, parts == 0 {
      throw Failure.missing(oneOf: ["--parts N"], why: "--owners deals the parts out")
    }
    let settings = try during("reading the configuration") { try Settings.load(options) }
    let dealer = try dealer(settings, options)
    if let identities {
      try during("looking for the identities") {
        try dealer.writeContents(ofIdentitiesIn: identities, into: output)
      }
      return .allWell
    }
    if let owners {
      let dealing = try during("reading the owners") {
        try Partitioning(ownersIn: owners, parts: parts)
      }
      let dealt = try deal(dealer, dealing, options, into: output)
      return tell(dealt, dealt: [], output, console)
    }
    let (counted, dealt) = try count(dealer, settings, options, into: output)
    return tell(counted, dealt: dealt, output, console)
  }

  private func deal(
    _ dealer: LogPartitioner, _ dealing: Partitioning, _ options: Options, into output: String
  ) throws -> [InputResult] {
    try during("dealing the lines out") {
      try dealer.deal(into: output, dealing, memory: options.memoryBytes / 4)
    }
  }

  /// What became of each log when it was counted, and when it was dealt out.
  private func count(
    _ dealer: LogPartitioner, _ settings: Settings, _ options: Options, into output: String
  ) throws -> (counted: [InputResult], dealt: [InputResult]) {
    let outcome = try during("reading the logs") {
      try dealer.count(
        into: output,
        LogPartitioner.Origin(
          program: Program.version, reading: settings.ingestFingerprint,
          zone: settings.timezone.name))
    }
    guard parts > 0 else { return (outcome.results, []) }
    let dealing = try during("finding the owners") {
      try dealer.dealing(outcome, into: output, parts: parts)
    }
    return (outcome.results, try deal(dealer, dealing, options, into: output))
  }

  private func dealer(_ settings: Settings, _ options: Options) throws -> LogPartitioner {
    let inputs = try during("looking for logs") {
      try self.inputs(options)
    }
    let rules = try during("reading the configuration") {
      try settings.readingRules(options, now: options.now ?? .now)
    }
    return LogPartitioner(
      inputs, rules, try IDKey.load(settings.privacy),
      threads: options.threads ?? ProcessInfo.processInfo.activeProcessorCount)
  }

  private func inputs(_ options: Options) throws -> [LogPartitioner.Input] {
    guard let list else {
      return try findInputs(options.logs).map {
        LogPartitioner.Input(number: Int64($0.index), file: $0)
      }
    }
    let lines = try String(contentsOfFile: list, encoding: .utf8)
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    let named = lines.enumerated().filter { !$0.element.isEmpty }
    return try named.enumerated().map { place, line in
      let words = line.element.split(separator: "\t", omittingEmptySubsequences: false)
      guard words.count == 3, let number = Int64(words[0]), number >= 0,
        let shown = unescaped(words[1]), let path = unescaped(words[2])
      else {
        throw Failure(
          "line \(line.offset + 1) of \(list) names no log",
          hint:
            "a number, the path to show and the file, with tabs between; \\t, \\n and \\\\ are those "
            + "characters", exit: .badData)
      }
      return LogPartitioner.Input(
        number: number, file: InputFile(at: path, shown: shown, index: Int32(place)))
    }
  }

  /// A path whose tabs, line ends and backslashes are written `\\t`, `\\n`, `\\r` and `\\\\`; nil for any
  /// other escape.
  private func unescaped(_ field: Substring) -> String? {
    var path = String.UnicodeScalarView()
    var letters = field.unicodeScalars.makeIterator()
    while let letter = letters.next() {
      guard letter == "\\" else { path.append(letter); continue }
      guard let meant = letters.next().flatMap({ Self.escapes[$0] }) else { return nil }
      path.append(meant)
    }
    return String(path)
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "\\": "\\", "t": "\t", "n": "\n", "r": "\r",
  ]

  private func tell(
    _ results: [InputResult], dealt: [InputResult], _ output: String, _ console: Console
  ) -> ExitCode {
    let accepted = results.filter { $0.problem == nil }.reduce(0) { $0 + $1.counts.accepted }
    console.note("accepted \(counted(Int64(accepted), "line")); wrote \(output)")
    let problems = results.compactMap(\.problem)
    let known = Set(results.filter { $0.problem != nil }.map(\.file.index))
    let lost = dealt.filter { $0.problem != nil && !known.contains($0.file.index) }
      .map { "\($0.file.path) was counted but could not be dealt out: run \"runrate read\" again" }
    (problems + lost).forEach(console.alarm)
    return problems.isEmpty && lost.isEmpty ? .allWell : .badData
  }
}

extension InputResult {
  /// Why there is nothing of it; nil where there is.
  fileprivate var problem: String? {
    switch status {
    case .refused(let refusal): "\(file.path) was refused whole: \(refusal.text)"
    case .gone: "\(file.path) is not there: none of its lines count"
    case .read, .alreadyRead, .grown: nil
    }
  }
}
