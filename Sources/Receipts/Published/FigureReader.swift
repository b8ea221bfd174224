package import Metrics
package import Reports
import Statistics
import Values

/// Reads figures from a published report: one row, or several days together.
package struct FigureReader {
  package let report: PublishedReport
  /// In place of the report's own tables: the same, computed anew.
  private let tables: ((TableSchema) throws -> Table)?
  /// Whether refusals name what is nearest.
  private var seeksNearest = true

  package init(_ report: PublishedReport, tables: ((TableSchema) throws -> Table)? = nil) {
    (self.report, self.tables) = (report, tables)
  }

  /// The same without what is nearest, which takes a while to find.
  var alone: FigureReader {
    var alone = self
    alone.seeksNearest = false
    return alone
  }

  /// The rows that can be of the days that `needles` spell.
  func table(_ file: TableSchema, holding needles: [String]) throws -> Table {
    try tables.map { try $0(file) } ?? report.table(file, holding: needles)
  }

  /// The figure that is asked for. Throws ``FigureRefusal`` where there is none.
  package func figure(_ question: FigureQuestion) throws -> Figure {
    try orNearest(question) { try told(question) }
  }

  /// The same where nothing can change it any more, and enough people are behind it.
  package func settledFigure(_ question: FigureQuestion) throws -> Figure {
    try orNearest(question) {
      let figure = try told(question)
      try figure.requireSettled(report)
      return figure
    }
  }

  private func told(_ question: FigureQuestion) throws -> Figure {
    try requirePublic(question.metric)
    switch question.span {
    case .moment(let moment): return try figure(question, moment)
    case .days(let days): return try figure(question, days)
    }
  }

  /// Refusals say what is nearest.
  private func orNearest(_ question: FigureQuestion, _ find: () throws -> Figure) throws -> Figure {
    do {
      return try find()
    } catch var refusal as FigureRefusal where seeksNearest {
      if refusal.reason != .unknown || refusal.nearest.isEmpty {
        refusal.nearest = try nearest(to: question)
      }
      throw refusal
    }
  }

  /// That of a receipt's cell.
  package func figure(_ metric: Metric, at address: CellAddress) throws -> Figure {
    let question = FigureQuestion(metric, at: address, report.day)
    if case .days = question.span { return try told(question) }
    let needles = address.time(metric.file).map { [$0] } ?? []
    let rows = try table(metric.file, holding: needles).rows
    guard let row = rows.first(where: { CellAddress(of: $0, metric.file) == address }) else {
      throw absent(question)
    }
    return try figure(question, row)
  }

  private func requirePublic(_ metric: Metric) throws(FigureRefusal) {
    guard metric.file.listsPeople else { return }
    throw FigureRefusal(
      reason: .people, message: "\(metric.file.name).csv lists single people: it has no figures")
  }
}

// MARK: - One row

extension FigureReader {
  private func figure(_ question: FigureQuestion, _ moment: RowQuestion.Moment) throws -> Figure {
    let rows = try rows(question, moment)
    guard let row = rows.first else { throw try nothing(question) }
    guard rows.count == 1 else { throw FigureRefusal(severalRows: rows, of: question.metric) }
    return try figure(question, row)
  }

  /// Those that are asked for.
  private func rows(_ question: FigureQuestion, _ moment: RowQuestion.Moment) throws -> [[Cell]] {
    let file = question.metric.file
    try requireSegments(question)
    let table = try table(file, holding: needles(question, moment))
    let asked = RowQuestion(moment, question.conditions)
    return usual(try asked.rows(of: file, in: table), question)
  }

  /// Where a key is not said, that of everything or of what has matured.
  func usual(_ rows: [[Cell]], _ question: FigureQuestion) -> [[Cell]] {
    var rows = rows
    for (index, key) in question.metric.file.keys.enumerated()
    where question.conditions[key.name] == nil {
      guard rows.count > 1 else { break }
      let usual = rows.filter { ["all", "matured"].contains($0[index].text) }
      if !usual.isEmpty { rows = usual }
    }
    return rows
  }

  /// A file without segments says nothing of one, whatever its total is.
  func requireSegments(_ question: FigureQuestion) throws {
    let file = question.metric.file
    let asked = RowQuestion(.day(report.day), question.conditions)
    let segment = try asked.segment(in: file)
    guard !file.hasSegments, segment.dimension != "all" else { return }
    throw FigureRefusal(
      reason: .notPublished, message: "\(file.name).csv is not split by \(segment.dimension)")
  }

  /// Texts that lines about the moment can have, where the file says when.
  private func needles(_ question: FigureQuestion, _ moment: RowQuestion.Moment) -> [String] {
    guard let time = question.metric.file.time else { return [] }
    if let said = question.conditions[time.name], Period(said) == nil { return [said] }
    switch moment {
    case .month(let month): return [month.description]
    case .day(let day): return [day.month.description, day.week.description]
    }
  }

  /// That of a row of the file.
  func figure(_ question: FigureQuestion, _ row: [Cell]) throws -> Figure {
    let file = question.metric.file
    func cell(_ column: String) -> Cell { row[file.columns.firstIndex { $0.name == column } ?? 0] }
    let value = cell(question.metric.column.name)
    let address = CellAddress(of: row, file)
    guard value != .missing else { throw try empty(question, address) }
    let quotient = file.quotient(question.metric.column)
    let ends = file.interval(of: question.metric.column)
    let terms = (
      quotient.map { term($0.part) { cell($0) } }, quotient.map { term($0.whole) { cell($0) } }
    )
    return figure(
      question.metric, address, value, terms,
      ends.map { (cell($0.low.name), cell($0.high.name)) },
      MaturityFacts(metric: question.metric, row: row, report: report).maturity)
  }

  /// The sum of some columns.
  func term(_ columns: [String], _ cell: (String) -> Cell) -> Figure.Term {
    let cells = columns.map(cell)
    let sum = cells.reduce(Int64(0)) { $0 + $1.integer }
    let isMoney = cells.contains { $0.amount != nil }
    return Figure.Term(
      name: columns.joined(separator: " + "),
      value: cells.contains(.missing)
        ? .missing : isMoney ? .money(Amount(micros: sum)) : .count(sum))
  }

  func figure(
    _ metric: Metric, _ address: CellAddress, _ value: Cell,
    _ terms: (part: Figure.Term?, whole: Figure.Term?), _ ends: (Cell, Cell)?,
    _ maturity: Maturity
  ) -> Figure {
    let columns = metric.reconciled
    return Figure(
      metric: metric, address: address, value: value, unit: metric.column.unit(report.currency),
      part: terms.part, whole: terms.whole, interval: interval(ends, terms), maturity: maturity,
      checks: (report.run.proofs ?? []).filter { !columns.isDisjoint(with: $0.columns) },
      receipt: Receipt(
        day: report.day, metric: metric.name, address: address, value: CSVWriter.text(of: value),
        report: report.id))
  }

  /// That of the file; else Wilson's, where both are counts.
  private func interval(
    _ ends: (Cell, Cell)?, _ terms: (part: Figure.Term?, whole: Figure.Term?)
  ) -> Figure.Interval? {
    if let ends {
      return ends.0 == .missing ? nil : Figure.Interval(low: ends.0, high: ends.1)
    }
    guard let part = terms.part?.value.count, let whole = terms.whole?.value.count,
      let wilson = Statistics.Interval(wilson: part, of: whole), let low = Rate(wilson.low),
      let high = Rate(wilson.high)
    else { return nil }
    return Figure.Interval(low: .rate(low), high: .rate(high))
  }
}
