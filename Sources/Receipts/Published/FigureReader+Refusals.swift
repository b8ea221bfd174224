import Metrics
import Reports
import Values

// What is not told, and what is nearest to it.

extension FigureReader {
  func absent(_ question: FigureQuestion) -> FigureRefusal {
    FigureRefusal(
      reason: .notPublished,
      message: "the report of \(report.day) has no \(question.text)", nearest: [])
  }

  /// Whether it is of days to come, of people not old enough, or of none. Throws for a segment or
  /// row that no day has.
  func nothing(_ question: FigureQuestion) throws -> FigureRefusal {
    try requireKnownRow(question)
    let first: Day? =
      switch question.span {
      case .moment(.day(let day)): day
      case .moment(.month(let month)): month.firstDay
      case .days(let days): days.upperBound
      }
    let isFuture = question.metric.file.time != nil && first.map { $0 > report.day } ?? false
    return FigureRefusal(
      reason: isFuture ? .unripe : .absent,
      message: isFuture
        ? "the report knows nothing after \(report.day): \(question.text) is still to come"
        : "the report of \(report.day) has no \(question.text): there was nothing, or it is not "
          + "old enough",
      nearest: try nearest(to: question, among: { _ in true }))
  }

  private func requireKnownRow(_ question: FigureQuestion) throws {
    for (name, value) in question.conditions.sorted(by: { $0.key < $1.key }) {
      let known = try labels(of: name, in: question.metric.file)
      guard !known.isEmpty, !known.contains(value) else { continue }
      throw ExplainError.unknownSegment(
        dimension: name, value: value, nearest: namesByNearness(to: value, among: known.sorted()))
    }
  }

  /// The texts of a column, or the segments of a dimension; none for numbers.
  private func labels(of name: String, in file: TableSchema) throws -> Set<String> {
    let rows = try report.table(file).rows
    if let index = file.columns.firstIndex(where: { $0.name == name }) {
      return Set(rows.compactMap { $0[index].text }).subtracting(["all"])
    }
    guard let dimension = file.columns.firstIndex(where: { $0.role == .dimension }) else {
      return []
    }
    return Set(rows.filter { $0[dimension] == .text(name) }.compactMap { $0[dimension + 1].text })
  }

  /// A cell without a value: hidden, not proven, or nothing to divide by.
  func empty(_ question: FigureQuestion, _ address: CellAddress) throws -> FigureRefusal {
    let nearest = try nearest(to: question, among: \.isSettled)
    if report.run.unproven?.contains(question.metric.name) ?? false {
      return FigureRefusal(
        reason: .notPublished, message: "\(question.metric.name) is not shown: a check failed",
        nearest: nearest)
    }
    guard let few = report.run.hiddenBelow else {
      return FigureRefusal(
        reason: .notPublished,
        message: "\(question.metric.name) (\(address)) is empty: nothing to count or divide by",
        nearest: nearest)
    }
    return FigureRefusal(
      reason: .tooFew,
      message: "\(question.metric.name) (\(address)) is hidden: it may be of fewer than \(few)",
      nearest: nearest)
  }

  func several(_ rows: [[Cell]], _ question: FigureQuestion) -> ExplainError {
    let keys = question.metric.file.keys
    let choices = keys.indices.compactMap { index -> ExplainError.Choice? in
      let values = rows.map { CSVWriter.text(of: $0[index]) }.distinct
      guard values.count > 1 else { return nil }
      return ExplainError.Choice(column: keys[index].name, values: values)
    }
    return .severalRows(metric: question.metric.name, rows: rows.count, choices: choices)
  }

  /// The row with a value that is right before, or the first one after, as it is asked for.
  func nearest(to question: FigureQuestion, among isFit: (Figure) -> Bool) throws -> [String] {
    guard seeksNearest else { return [] }
    var alone = self
    alone.seeksNearest = false
    guard let time = question.metric.file.time else { return try nearestKeys(to: question) }
    let wanted: Day =
      switch question.span {
      case .moment(.day(let day)): day
      case .moment(.month(let month)): month.lastDay
      case .days(let days): days.upperBound
      }
    let index = question.metric.file.columns.firstIndex { $0.name == time.name } ?? 0
    let table = try report.table(question.metric.file)
    let times = Set(table.rows.map { $0[index] })
    let isMonth = if case .moment(.month) = question.span { true } else { false }
    let spans = times.compactMap { cell -> RowQuestion.Moment? in
      if let month = cell.month ?? cell.text.flatMap(Month.init) { return .month(month) }
      return isMonth ? nil : cell.day.map { .day($0) }
    }
    let ranked = spans.sorted { distance($0, wanted) < distance($1, wanted) }
    for moment in ranked.prefix(24) {
      let other = question.at(.moment(moment))
      if let figure = try? alone.figure(other), isFit(figure) { return [other.text] }
    }
    return []
  }

  /// Days before count as nearer than days after.
  private func distance(_ moment: RowQuestion.Moment, _ wanted: Day) -> Int {
    let day: Day =
      switch moment {
      case .day(let day): day
      case .month(let month): month.lastDay
      }
    let days = wanted.distance(to: day)
    return days > 0 ? days + 10_000 : -days
  }

  /// Rows of a table without days that are asked for by another key.
  private func nearestKeys(to question: FigureQuestion) throws -> [String] {
    let file = question.metric.file
    return try report.table(file).rows.prefix(3).map {
      "\(question.metric.name) \(CellAddress(of: $0, file))"
    }
  }
}

extension Figure {
  /// Whether it is final.
  var isSettled: Bool { maturity.isFinal }
}
