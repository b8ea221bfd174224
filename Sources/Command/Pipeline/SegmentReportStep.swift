import Feed
import Metrics
import Reports
import SQLite
import Settings
import Store
import Timeline
import Values

extension Session {
  /// FOLD → SUM → WRITE of one segment by itself, in a folder of its own beside the days: nothing
  /// else is changed, no alert is judged, and no later report is compared with it.
  func report(of part: ReportPart) throws -> ExitCode {
    try store.requireEvents(of: options.database)
    let (asOf, extent) = try reportDay()
    try store.database.transaction { try materialize(part, to: asOf) }
    tellRates(until: asOf)
    var figures = try figures(asOf: asOf, extent: extent, of: part)
    try tellIncompleteMoney(in: figures)
    figures.run = try runFacts()
    let folder = try publish(figures, of: part)
    console.note("wrote \(folder)")
    try answer(RunResult(report: RunResult.Report(folder: folder, figures: figures)))
    return figures.failedChecks.isEmpty ? .allWell : .reconciliation
  }

  /// FOLD: what the segment has, into temporary tables that hide those of everything.
  private func materialize(_ part: ReportPart, to asOf: Day) throws {
    let rules = try foldRules(of: part)
    try keepOpening(rules)
    guard let segment = segment(of: part) else { throw try nobody(in: part) }
    let isThere = try during("folding the events of \(part.text)") {
      try derivation(rules, of: store).materialize(SegmentFilter(segment), to: asOf)
    }
    guard isThere else { throw try nobody(in: part) }
  }

  /// In the report of one app there is nothing to tell apart.
  private func foldRules(of part: ReportPart) throws -> FoldRules {
    part.dimension == .app
      ? try settings.foldRules(files.rates, nil, firstDay: openingDay(), strings)
      : try foldRules()
  }

  /// Nil for a value that the log does not know.
  private func segment(of part: ReportPart) -> Segment? {
    if part.value == Segment(part.dimension, 0).text(strings) { return Segment(part.dimension, 0) }
    return strings.all.dropFirst().firstIndex(of: part.value).map {
      Segment(part.dimension, Int32($0))
    }
  }

  private func nobody(in part: ReportPart) throws -> Failure {
    let known = try store.values(ofPart: part.dimension, strings)
    let name = part.dimension.name
    if known.contains(part.value) {
      return Failure(
        "there is nobody with \(part.text) yet on this day",
        hint: "name a later one with --as-of", exit: .noInput)
    }
    if let segment = segment(of: part), segment.value != 0, try store.isLogged(segment) {
      return Failure(
        "the log has \(part.text), but it is nobody's first \(name)",
        hint: "a customer is of the first \(name) that the log tells of him: there are "
          + namesByNearness(to: part.value, among: known).few,
        exit: .noInput)
    }
    return Failure(
      "there is nobody with \(part.text)",
      hint: nearestName(to: part.value, among: known).map { "did you mean \($0)?" }
        ?? "daily_segments.csv lists the values, (none) what is missing", exit: .noInput)
  }

  private func publish(_ figures: Figures, of part: ReportPart) throws -> String {
    var figures = figures
    figures.alerts = []
    try hideSmall(in: &figures)
    let outcome = try during("writing the reports") { [figures] in
      try ReportFolder(reports: options.reports, segment: part.folder).publish(
        figures, allReports.only(options.formats), options: reportOptions,
        movesBack: options.movesLatestBack)
    }
    return outcome.folder
  }
}

/// A segment that `--where` asks a report of: `app=com.example.app`, `country=DE`.
struct ReportPart: Sendable, Equatable {
  let dimension: Dimension
  /// As reports write it; `(none)` for what is missing.
  let value: String

  /// As the command line has it.
  var text: String { "\(dimension.name)=\(value)" }

  /// Its folder: as in a URL, all but letters, digits, `.`, `_`, `-` as `%` and two digits.
  var folder: String {
    let plain = value.utf8.map { byte in
      Self.plain.contains(byte)
        ? String(Unicode.Scalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "\(dimension.name)=\(plain.joined())"
  }

  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)

  static let names = SegmentFilter.dimensions.map(\.name)

  static func option<Values: ParsableArguments>(into place: Place<Values, ReportPart?>)
    -> OptionDeclaration
  {
    OptionDeclaration(
      "--where", "NAME=VALUE", default: "everything",
      help: "One segment by itself, in a folder of its own: NAME is \(names.listed)",
      expected: "NAME=VALUE, NAME one of \(names.listed)", into: place)
  }
}

extension ReportPart: ExpressibleByArgument {
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty,
      let dimension = SegmentFilter.dimensions.first(where: { $0.name == parts[0] })
    else { return nil }
    self.init(dimension: dimension, value: String(parts[1]))
  }
}
