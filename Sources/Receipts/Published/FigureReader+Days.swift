import Metrics
import Reports
import Values

// Several days, or months, together.

extension FigureReader {
  func figure(_ question: FigureQuestion, _ days: ClosedRange<Day>) throws -> Figure {
    let file = question.metric.file
    try requireSegments(question)
    guard let time = file.time, time.kind != .text else {
      throw FigureRefusal(
        reason: .notPublished, message: "\(question.metric.name) is not of days that could be added"
      )
    }
    let rows = try rows(question, days, time)
    guard let last = rows.last, days.upperBound <= report.day else { throw try nothing(question) }
    let (value, terms) = try combined(question.metric, rows)
    guard value != .missing else { throw absent(question) }
    let isMonthly = file.isByMonth(days)
    let (first, end): (String, String) =
      isMonthly
      ? (days.lowerBound.month.description, days.upperBound.month.description)
      : (days.lowerBound.description, days.upperBound.description)
    return figure(
      question.metric, CellAddress(of: last, file, time: "\(first)..\(end)"), value, terms, nil,
      MaturityFacts(metric: question.metric, row: last, report: report).maturity)
  }

  /// Of every day, or of every month where the file tells of months.
  private func rows(
    _ question: FigureQuestion, _ days: ClosedRange<Day>, _ time: Table.Column
  ) throws -> [[Cell]] {
    let file = question.metric.file
    let index = file.columns.firstIndex { $0.name == time.name } ?? 0
    let months = (days.lowerBound.month...days.upperBound.month).map(\.description)
    let byTime = Dictionary(grouping: try table(file, holding: months).rows) {
      CSVWriter.text(of: $0[index])
    }
    return try moments(question, days).flatMap { text, moment -> [[Cell]] in
      guard let found = byTime[text] else { return [] }
      let asked = RowQuestion(moment, question.conditions)
      let rows = usual(try asked.rows(of: file, in: file.table(found)), question)
      guard rows.count <= 1 else { throw FigureRefusal(severalRows: rows, of: question.metric) }
      return rows
    }
  }

  /// The days, or months, with what stands for them in the file.
  private func moments(_ question: FigureQuestion, _ days: ClosedRange<Day>)
    throws(FigureRefusal) -> [(text: String, moment: RowQuestion.Moment)]
  {
    guard question.metric.file.isByMonth(days) else {
      return days.map { ($0.description, .day($0)) }
    }
    guard days.areWholeMonths else {
      throw FigureRefusal(
        reason: .notPublished, message: "\(question.metric.name) is of whole months")
    }
    return (days.lowerBound.month...days.upperBound.month).map { ($0.description, .month($0)) }
  }

  private func combined(_ metric: Metric, _ rows: [[Cell]]) throws -> (
    Cell, (part: Figure.Term?, whole: Figure.Term?)
  ) {
    let file = metric.file
    func sum(_ column: String) -> Cell {
      let index = file.columns.firstIndex { $0.name == column } ?? 0
      let cells = rows.map { $0[index] }
      guard !cells.contains(.missing) else { return .missing }
      let sum = cells.reduce(Int64(0)) { $0 + $1.integer }
      return file.columns[index].kind == .money ? .money(Amount(micros: sum)) : .count(sum)
    }
    switch file.additivity(of: metric.column) {
    case "sum": return (sum(metric.column.name), (nil, nil))
    case "last day":
      return (rows.last?[file.columns.firstIndex(of: metric.column) ?? 0] ?? .missing, (nil, nil))
    case "quotient of sums":
      guard let quotient = file.quotient(metric.column) else { break }
      let (part, whole) = (term(quotient.part, sum), term(quotient.whole, sum))
      return (ratio(part.value, whole.value, metric.column.kind), (part, whole))
    default: break
    }
    throw FigureRefusal(
      reason: .notPublished,
      message: "\(metric.name) of several days is no sum of its days")
  }

  private func ratio(_ part: Cell, _ whole: Cell, _ kind: Table.Kind) -> Cell {
    guard part != .missing, whole.integer != 0 else { return .missing }
    guard kind == .money else {
      return Rate(part.integer, over: whole.integer).map(Cell.rate) ?? .missing
    }
    return .money(
      Amount(micros: Int64(roundedHalfToEven(Int128(part.integer), over: Int128(whole.integer)))))
  }
}

extension TableSchema {
  /// Whether these days are told of by its rows of months: of whole months, where it has both.
  fileprivate func isByMonth(_ days: ClosedRange<Day>) -> Bool {
    time?.kind == .month || days.areWholeMonths && columns.contains { $0.role == .grain }
  }
}
