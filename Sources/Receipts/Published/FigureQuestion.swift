package import Metrics
package import Reports
package import Values

/// Which figure somebody asks for: a column, when, and of which segment or row.
package struct FigureQuestion: Sendable {
  package let metric: Metric
  package let span: Span
  package let conditions: [String: String]

  package enum Span: Sendable, Equatable {
    case moment(RowQuestion.Moment)
    /// Several days together.
    case days(ClosedRange<Day>)
  }

  /// A month of a file that tells of days is all its days together, unless the figure is how things
  /// stood at the end of a day.
  package init(_ metric: Metric, _ span: Span, _ conditions: [String: String] = [:]) {
    (self.metric, self.conditions) = (metric, conditions)
    if case .moment(.month(let month)) = span, metric.file.time?.kind == .day,
      !metric.column.isState
    {
      self.span = .days(month.firstDay...month.lastDay)
    } else {
      self.span = span
    }
  }

  /// What stands at an address; of a table without days nothing says when.
  package init(_ metric: Metric, at address: CellAddress, _ report: Day) {
    let time = address.time(metric.file)
    let ends = time?.split(separator: ".", omittingEmptySubsequences: true).map(String.init) ?? []
    var conditions = Dictionary(
      address.pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    if ends.count == 2, let first = Day.first(ends[0]), let last = Day.last(ends[1]) {
      conditions[metric.file.time?.name ?? ""] = nil
      self.init(metric, .days(min(first, last)...max(first, last)), conditions.withoutTotal)
      return
    }
    let moment: RowQuestion.Moment =
      time.flatMap(Day.init).map { .day($0) } ?? time.flatMap(Month.init).map { .month($0) }
      ?? .day(report)
    if time.map({ Day($0) != nil || Month($0) != nil }) ?? false,
      conditions[metric.file.time?.name ?? ""] == time
    {
      conditions[metric.file.time?.name ?? ""] = nil
    }
    self.init(metric, .moment(moment), conditions.withoutTotal)
  }

  /// The same at another time.
  package func at(_ span: Span) -> FigureQuestion { FigureQuestion(metric, span, conditions) }

  /// The same of another row.
  func `where`(_ key: String, is label: String) -> FigureQuestion {
    FigureQuestion(metric, span, conditions.merging([key: label]) { $1 })
  }

  /// The same of another column of the file.
  func of(_ column: Table.Column) -> FigureQuestion {
    FigureQuestion(Metric(metric.file, column), span, conditions)
  }

  /// The same right before: the day, week, month or days before; nil where there is no such thing.
  package var before: FigureQuestion? {
    let time = metric.file.time?.name ?? ""
    if conditions[time] == Churn.trailing {
      return FigureQuestion(metric, span, conditions.merging([time: Churn.previous]) { $1 })
    }
    guard metric.file.time != nil else { return nil }
    switch span {
    case .moment(.month(let month)): return at(.moment(.month(month.advanced(by: -1))))
    case .moment(.day(let day)):
      return at(.moment(.day(day.advanced(by: conditions["grain"] == "week" ? -7 : -1))))
    case .days(let days):
      let first = days.lowerBound
      if first.month.days == first..<days.upperBound.advanced(by: 1) {
        return at(.moment(.month(first.month.advanced(by: -1))))
      }
      return at(.days(first.advanced(by: -days.count)...first.advanced(by: -1)))
    }
  }

  /// In words, as a command line or a tool takes it.
  package var text: String {
    let when =
      switch span {
      case .moment(.day(let day)): day.description
      case .moment(.month(let month)): month.description
      case .days(let days): "\(days.lowerBound)..\(days.upperBound)"
      }
    return ([metric.name, when] + conditions.sorted { $0.key < $1.key }.map { "\($0)=\($1)" })
      .joined(separator: " ")
  }
}

extension [String: String] {
  /// Everything is meant where nothing is said.
  fileprivate var withoutTotal: Self { filter { $0.key != "all" } }
}

extension Day {
  /// The first day of what `YYYY-MM-DD` or `YYYY-MM` spells.
  package static func first(_ text: String) -> Day? { Day(text) ?? Month(text)?.firstDay }
  /// The last day of it.
  package static func last(_ text: String) -> Day? { Day(text) ?? Month(text)?.lastDay }
}
