import Foundation
import Metrics
import Receipts
import Reports
import Values

/// `runrate figure`: a published figure with its receipt, or the figures that some words mean.
struct FigureCommand: ParsableCommand {
  var on: RowQuestion.Moment?
  var from: Day?
  var to: Day?
  var conditions: [String: String] = [:]
  var comparesBefore = false

  static let configuration = CommandConfiguration(
    name: "figure",
    abstract: "Give a published figure with its definition, checks and receipt, or find one",
    arguments: ArgumentsDeclaration(
      name: "FIGURE", usage: "FIGURE…", count: 1...Int.max,
      help: "A column of a CSV file, as file.column; or words, which find the closest figures"),
    options: [
      OptionDeclaration(
        "--on", "DAY", default: "the report's day",
        help: "The day (YYYY-MM-DD) or month (YYYY-MM) of the figure",
        expected: "YYYY-MM-DD or YYYY-MM", kind: .day, into: \Self.on),
      .day("--from", help: "The first of several days together", into: \Self.from),
      .day("--to", help: "The last of them", into: \Self.to),
      .conditions(into: \Self.conditions),
      OptionDeclaration(
        "--compare", "WITH", help: "Put the period right before beside it",
        expected: "before", choices: ["before"]
      ) { (command: inout Self, text: String) in
        command.comparesBefore = text == "before"
        return command.comparesBefore
      },
      .shared,
    ],
    examples: [
      Example(
        line: "runrate figure churn.churn_rate --on 2026-06 --compare before",
        purpose: "a month's churn, beside that of the month before"),
      Example(
        line: "runrate figure daily.net_revenue --from 2026-06-01 --to 2026-06-15",
        purpose: "several days together"),
      Example(line: "runrate figure trial to paid in Germany", purpose: "which figure that is"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let report = try options.publishedReport(console)
    let reader = FigureReader(report)
    if let question = try question(options.arguments, report.day) {
      return try write(try reader.figure(question), question, reader, options, console)
    }
    let found = try FigureSearch(report).find(options.arguments.joined(separator: " "))
    guard comparesBefore, let figure = found.figures.first else {
      try console.write(options.writesJSON ? found.json.page : found.text)
      return found.refusal == nil ? .allWell : .noInput
    }
    let question = FigureQuestion(figure.metric, at: figure.address, report.day)
    return try write(figure, question, reader, options, console)
  }

  /// The figure that is named; nil where words say which it is.
  private func question(_ words: [String], _ day: Day) throws -> FigureQuestion? {
    let isPrecise = on != nil || from != nil || to != nil || !conditions.isEmpty
    let isName = words.count == 1 && (isPrecise || words[0].contains("."))
    if isName, !words[0].contains(" ") {
      return FigureQuestion(try Metric(named: words[0]), try span(day), conditions)
    }
    guard !isPrecise else {
      throw Failure.usage("--on, --from, --to and --where stand with FILE.COLUMN")
    }
    return try FigureQuestion(words.joined(separator: " "), day)
  }

  private func write(
    _ figure: Figure, _ question: FigureQuestion, _ reader: FigureReader, _ options: Options,
    _ console: Console
  ) throws -> ExitCode {
    let before = try comparesBefore ? earlier(question, reader) : nil
    let comparison = before.map { FigureComparison(figure, with: $0) }
    try console.write(options.writesJSON ? json(figure, comparison).page : text(figure, comparison))
    return .allWell
  }

  private func span(_ day: Day) throws -> FigureQuestion.Span {
    switch (on, from, to) {
    case (let moment, nil, nil): return .moment(moment ?? .day(day))
    case (nil, let first?, let last?) where first <= last: return .days(first...last)
    case (nil, _?, _?): throw Failure.usage("--from is after --to")
    case (nil, _, _): throw Failure.missing(oneOf: ["--from DAY and --to DAY"])
    default: throw Failure.conflict("--on", "--from")
    }
  }

  private func earlier(_ question: FigureQuestion, _ reader: FigureReader) throws -> Figure {
    guard let before = question.before else {
      throw Failure.usage(
        "\(question.metric.name) has no period before: it is as of \(reader.report.day)")
    }
    return try reader.figure(before)
  }

  private func text(_ figure: Figure, _ comparison: FigureComparison?) -> String {
    let place = figure.address.readable
    let before = comparison.map { [(name: "Before", text: $0.text)] } ?? []
    let lines = (before + figure.facts).map { name, text in
      name.padding(toLength: 12, withPad: " ", startingAt: 0) + text + "\n"
    }
    return "\(figure.metric.name)\(place.isEmpty ? "" : ", " + place): \(figure.shownValue)\n\n"
      + lines.joined()
  }

  private func json(_ figure: Figure, _ comparison: FigureComparison?) -> JSONValue {
    guard case .object(let members) = figure.json, let comparison else { return figure.json }
    return .object(members + [.init("compared", comparison.json)])
  }
}

extension Options {
  /// The report that was asked for, or the latest; with `--share` only a shared one.
  func publishedReport(_ console: Console) throws -> PublishedReport {
    try PublishedReport(in: reports, of: askedDay(console), shared: isShared)
  }
}
