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

    /// `2026-06-30`, `2026-06` or `2026-06-01..2026-06-15`.
    init?(_ text: String) {
      let ends = text.split(separator: ".", omittingEmptySubsequences: true).map(String.init)
      if let day = Day(text) {
        self = .moment(.day(day))
      } else if let month = Month(text) {
        self = .moment(.month(month))
      } else if ends.count == 2,
        let first = Day(ends[0]) ?? Month(ends[0])?.firstDay,
        let last = Day(ends[1]) ?? Month(ends[1])?.lastDay
      {
        self = .days(min(first, last)...max(first, last))
      } else {
        return nil
      }
    }
  }

  /// A month of a file that tells of days is all its days together, unless the figure is how things
  /// stood at the end of a day; a day of a file that tells of months is its month.
  package init(_ metric: Metric, _ span: Span, _ conditions: [String: String] = [:]) {
    let said = metric.file.time.flatMap { time in
      conditions[time.name].flatMap(Span.init).map { (name: time.name, span: $0) }
    }
    self.metric = metric
    self.conditions = conditions.filter { $0.key != said?.name }
    switch said?.span ?? span {
    case .moment(.month(let month)) where metric.file.time?.kind == .day && !metric.column.isState:
      self.span = .days(month.firstDay...month.lastDay)
    case .moment(.day(let day)) where metric.file.tellsOfMonths || conditions["grain"] == "month":
      self.span = .moment(.month(day.month))
    case let span: self.span = span
    }
  }

  /// Reads what ``text`` writes; nil for words that name no table first.
  package init?(_ text: String, _ report: Day) throws(FigureRefusal) {
    let words = text.split(separator: " ").map(String.init)
    guard let name = words.first, let dot = name.firstIndex(of: "."),
      ReportSchema.table(String(name[..<dot])) != nil
    else { return nil }
    let metric = try Metric(named: name)
    let times = words.dropFirst().prefix { !$0.contains("=") }
    var pairs: [(String, String)] = []
    for word in words.dropFirst(1 + times.count) {
      if let sign = word.firstIndex(of: "=") {
        pairs.append((String(word[..<sign]), String(word[word.index(after: sign)...])))
      } else if let last = pairs.popLast() {
        pairs.append((last.0, "\(last.1) \(word)"))
      }
    }
    guard let span = times.isEmpty ? .moment(.day(report)) : Span(times.joined(separator: " "))
    else { return nil }
    self.init(metric, span, Dictionary(firstOf: pairs))
  }

  /// What stands at an address; of a table without days nothing says when.
  package init(_ metric: Metric, at address: CellAddress, _ report: Day) {
    // Everything is meant where nothing is said.
    var pairs = address.pairs.filter { $0.name != "all" }
    var span = Span.moment(.day(report))
    // A segment can be called as the time is: `period=2026-01..2026-03,period=P1Y`.
    if let place = pairs.firstIndex(where: { $0.name == metric.file.time?.name }),
      let said = Span(pairs[place].value)
    {
      span = said
      pairs.remove(at: place)
    }
    self.init(metric, span, Dictionary(firstOf: pairs.map { ($0.name, $0.value) }))
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
    let name = metric.file.time?.name ?? DailyPeriods.period.name
    if let period = conditions[name].flatMap({ Self.periodsBefore[$0] }) {
      return FigureQuestion(metric, span, conditions.merging([name: period]) { $1 })
    }
    guard metric.file.time != nil else {
      let month = conditions["month"].flatMap(Month.init)
      return month.map { `where`("month", is: $0.advanced(by: -1).description) }
    }
    guard conditions[name] == nil else { return nil }
    switch span {
    case .moment(.month(let month)): return at(.moment(.month(month.advanced(by: -1))))
    case .moment(.day(let day)):
      return at(.moment(.day(day.advanced(by: conditions["grain"] == "week" ? -7 : -1))))
    case .days(let days):
      guard days.areWholeMonths else {
        return at(
          .days(days.lowerBound.advanced(by: -days.count)...days.lowerBound.advanced(by: -1)))
      }
      let months = days.lowerBound.month.distance(to: days.upperBound.month) + 1
      let first = days.lowerBound.month.advanced(by: -months)
      return at(.days(first.firstDay...first.advanced(by: months - 1).lastDay))
    }
  }

  /// Periods up to the report's day that have a name, and those before them.
  private static let periodsBefore = [
    Churn.trailing: Churn.previous, "week": "week_before", "30_days": "30_days_before",
  ]

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

extension ClosedRange<Day> {
  var areWholeMonths: Bool {
    lowerBound == lowerBound.month.firstDay && upperBound == upperBound.month.lastDay
  }
}

extension TableSchema {
  /// Whether its rows are of months only.
  fileprivate var tellsOfMonths: Bool {
    time?.kind == .month || name == Churn.schema.name
  }
}
