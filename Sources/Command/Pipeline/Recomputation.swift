import Metrics
import Receipts
import Reports
import Values

/// Figures of a published report, computed once more from the events of the database.
struct Recomputation {
  private let options: Options
  private let console: Console

  init(_ options: Options, _ console: Console) throws {
    try requireDatabase(options)
    (self.options, self.console) = (options, console)
  }

  /// On a copy, as of a day: it takes long, and a night must not wait for it.
  private func session(asOf day: Day) throws -> Session {
    var options = options
    options.asOf = .day(day)
    let (copy, own) = try options.copyingDatabase(console)
    return try Session(own, console, on: copy)
  }

  /// The value of the receipt's cell as a report of its day would have it; nil without one.
  func value(of receipt: Receipt) throws -> String? {
    let metric = try Metric(named: receipt.metric)
    let session = try session(asOf: receipt.day)
    let figures = try session.figures(toExplain: metric)
    let report = try PublishedReport(in: options.reports, of: receipt.day)
    let reader = FigureReader(report) { schema in
      schema.table(
        from: CSVRecords(CSVWriter().bytes(of: figures.table(schema.name))).map(\.fields))
    }
    do {
      return try reader.figure(metric, at: receipt.address).text
    } catch is FigureRefusal {
      return nil
    }
  }

  /// The customers behind a figure, with what each has of it.
  func people(_ metric: Metric, _ question: RowQuestion, asOf day: Day) throws -> JSONValue {
    let session = try session(asOf: day)
    return try session.explain(metric, question, session.figures(toExplain: metric)).json
  }
}
