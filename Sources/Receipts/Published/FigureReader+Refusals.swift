import Metrics
import Reports
import Values

// What is not told, and what is nearest to it.

extension FigureReader {
  func absent(_ question: FigureQuestion) -> FigureRefusal {
    FigureRefusal(
      reason: .notPublished,
      message: "the report of \(report.day) has no \(question.text)")
  }

  /// Whether it is of days to come, of people not old enough, or of none. Throws for a segment or
  /// row that no day has.
  func nothing(_ question: FigureQuestion) throws -> FigureRefusal {
    try requireKnownRow(question)
    let isFuture = question.metric.file.time != nil && question.span.start > report.day
    return FigureRefusal(
      reason: isFuture ? .unripe : .absent,
      message: isFuture
        ? "the report knows nothing after \(report.day): \(question.text) is still to come"
        : "the report of \(report.day) has no \(question.text): there was nothing, or it is not "
          + "old enough")
  }

  private func requireKnownRow(_ question: FigureQuestion) throws {
    for (name, value) in question.conditions.sorted(by: { $0.key < $1.key }) {
      let known = try labels(of: name, in: question.metric.file)
      guard !known.isEmpty, !known.contains(value) else { continue }
      let names = namesByNearness(to: value, among: known.sorted())
      var refusal = FigureRefusal(unknown: name, value, among: names, of: question.metric)
      refusal.nearest = Array(
        names.lazy.map { question.where(name, is: $0) }
          .filter { (try? self.alone.settledFigure($0)) != nil }.map(\.text).prefix(3))
      throw refusal
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
    if report.run.unproven?.contains(question.metric.name) ?? false {
      return FigureRefusal(
        reason: .notPublished, message: "\(question.metric.name) is not shown: a check failed")
    }
    guard let few = report.run.hiddenBelow else {
      return FigureRefusal(
        reason: .absent,
        message: "\(question.metric.name) (\(address)) is empty: nothing to count or divide by")
    }
    return FigureRefusal(
      reason: .tooFew,
      message: "\(question.metric.name) (\(address)) is hidden: it may be of fewer than \(few)")
  }

  /// Up to three figures that are told: of the same row first, and of a time right before.
  func nearest(to question: FigureQuestion) throws -> [String] {
    let (metric, file) = (question.metric, question.metric.file)
    guard !file.listsPeople else { return try nearest(to: metric) }
    if let split = question.ofSegments { return try nearest(to: split) }
    let index = file.columns.firstIndex(of: metric.column) ?? 0
    let rows = try report.table(file).rows.filter { $0[index] != .missing }
    let ranks = rows.map { Nearness(of: $0, to: question, report.day) }
    let order = rows.indices.sorted { ranks[$0] < ranks[$1] }
    var found: [String] = []
    for index in order where found.count < 3 {
      if let text = try? told(metric, rows[index]) { found.append(text) }
    }
    return found
  }

  /// How to ask for a row, where it is told.
  private func told(_ metric: Metric, _ row: [Cell]) throws -> String {
    let question = FigureQuestion(metric, at: CellAddress(of: row, metric.file), report.day)
    try figure(question, row).requireSettled(report)
    return question.text
  }

  /// Of a column of people: the same of everybody, or how many there are.
  private func nearest(to metric: Metric) throws -> [String] {
    let same = try? Metric(named: metric.column.name)
    let others = [same, try Metric(named: "daily.subscribers")].compactMap(\.self)
    let other = others.first { !$0.file.listsPeople && $0.column.role == .figure }
    return try other.map { try nearest(to: FigureQuestion($0, .moment(.day(report.day)))) } ?? []
  }
}

/// How far a row is from what is asked for.
private struct Nearness: Comparable {
  /// The keys that are another, and the days between; days after count as further than days before.
  private let others, days: Int

  init(of row: [Cell], to question: FigureQuestion, _ report: Day) {
    let keys = question.metric.file.keys
    let isOfSegment = question.isOfSegment
    var (others, days, dimension) = (0, 0, "")
    for (column, cell) in zip(keys, row) {
      let said = question.conditions[column.name]
      switch column.role {
      case .time: days = Self.days(from: question.span.end, to: cell)
      case .dimension: dimension = cell.plainText
      case .value where dimension == "all": others += isOfSegment ? 1 : 0
      case .value: others += cell.plainText == question.conditions[dimension] ? 0 : 2
      case .grain: others += said ?? question.span.grain == cell.plainText ? 0 : 1
      default:
        let isUsual = cell.text.map(["all", "matured"].contains) ?? true
        others += said.map { $0 == cell.plainText } ?? isUsual ? 0 : 1
      }
    }
    (self.others, self.days) = (others, days)
  }

  private static func days(from wanted: Day, to cell: Cell) -> Int {
    let day = cell.day ?? (cell.month ?? cell.text.flatMap(Month.init))?.lastDay
    guard let day else { return 20_000 }
    let days = wanted.distance(to: day)
    return days > 0 ? days + 10_000 : -days
  }

  static func < (one: Self, other: Self) -> Bool {
    (one.others, one.days) < (other.others, other.days)
  }
}

extension FigureQuestion {
  fileprivate var isOfSegment: Bool {
    conditions.keys.contains { name in !metric.file.keys.contains { $0.name == name } }
  }

  /// Of the file that has the segments, where its own has none.
  fileprivate var ofSegments: FigureQuestion? {
    guard isOfSegment, !metric.file.hasSegments,
      let file = metric.file.segments.flatMap(ReportSchema.table),
      let column = file.column(metric.column.name)
    else { return nil }
    return FigureQuestion(Metric(file, column), span, conditions)
  }
}

extension FigureQuestion.Span {
  /// The first day of a month, and the last one of several days.
  fileprivate var start: Day {
    if case .moment(.month(let month)) = self { month.firstDay } else { end }
  }

  /// The last day.
  fileprivate var end: Day {
    switch self {
    case .moment(.day(let day)): day
    case .moment(.month(let month)): month.lastDay
    case .days(let days): days.upperBound
    }
  }

  /// What rows by day, week and month are asked for by.
  fileprivate var grain: String { if case .moment(.month) = self { "month" } else { "day" } }
}
