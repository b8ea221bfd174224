import Metrics
import Values

// At which time of its file a figure is asked for.

extension FigureSearch {
  /// The figure at the time that is asked for. Throws where the file does not tell of such times.
  func question(_ candidate: Candidate, _ asked: AskedQuestion) throws(FigureRefusal)
    -> FigureQuestion
  {
    let metric = candidate.entry.metric
    if !asked.aheadPlaces.subtracting(candidate.explained).isEmpty, !metric.file.tellsOfDaysToCome {
      throw FigureRefusal(
        reason: .unripe,
        message: "the report knows nothing after \(report.day): \(metric.name) is still to come")
    }
    if metric.file.name == Changes.schema.name, asked.time.isBesideOtherTime {
      throw FigureRefusal(
        reason: .notPublished, message: "\(metric.name) is from one month to the next")
    }
    guard let time = metric.file.time else {
      return try timeless(metric, asked.time.span, candidate.conditions)
    }
    if asked.time.span == nil, metric.file.isOfAges, asked.timeContest == nil {
      throw FigureRefusal(
        reason: .notPublished, message: "\(metric.name) is of one \(time.name) at an age")
    }
    var conditions = candidate.conditions
    if isTrailing(metric, asked) {
      conditions[time.name] = Churn.trailing
      return FigureQuestion(metric, .moment(.day(report.day)), conditions)
    }
    let span = try span(asked.time.span, time, metric)
    if case .week = asked.time.span { conditions["grain"] = "week" }
    return FigureQuestion(metric, span, conditions)
  }

  /// That of a file without days: its months are keys, or it is as of the report.
  private func timeless(
    _ metric: Metric, _ span: AskedTime.Span?, _ conditions: [String: String]
  ) throws(FigureRefusal) -> FigureQuestion {
    let question = FigureQuestion(metric, .moment(.day(report.day)), conditions)
    if case .month(let month) = span, metric.file.keys.contains(where: { $0.name == "month" }) {
      return question.where("month", is: month.description)
    }
    let isOfAll = metric.file.name == CohortAverages.schema.name
    guard isOfAll ? span == nil : isOfReport(span, metric.file) else {
      throw FigureRefusal(
        reason: .notPublished,
        message: "\(metric.name) is as of \(report.day), and of no other day")
    }
    return question
  }

  /// What is still to come is in no month that is over, and changes are those of one month.
  private func isOfReport(_ span: AskedTime.Span?, _ file: TableSchema) -> Bool {
    switch span {
    case nil, .now, .trailing: true
    case .day(let day): day == report.day
    case .month(let month): month == report.day.month && !file.tellsOfDaysToCome
    case .week(let monday): monday == report.day.week && file.name != Changes.schema.name
    case .days(let days):
      days.upperBound == report.day && file.name != Changes.schema.name && !file.tellsOfDaysToCome
    }
  }

  /// Whether it is of a file that has the trailing 30 days beside months, and of these.
  func isTrailing(_ metric: Metric, _ asked: AskedQuestion) -> Bool {
    metric.file.time?.kind == .text && [nil, .now, .trailing(30)].contains(asked.time.span)
  }

  private func span(_ asked: AskedTime.Span?, _ time: Table.Column, _ metric: Metric)
    throws(FigureRefusal) -> FigureQuestion.Span
  {
    let isMonthly = time.kind == .month || time.kind == .text
    let isGrained = metric.file.isGrained
    if let month = asked?.wholeMonth(report.day) { return .moment(.month(month)) }
    switch asked {
    case nil, .now:
      return .moment(isMonthly || isGrained ? .month(report.day.month) : .day(report.day))
    case .days(let days) where metric.column.isState: return .moment(.day(days.upperBound))
    case .days(let days) where metric.column.tellsOfEnd:
      return .moment(.month(days.upperBound.month))
    case .days(let days): return .days(days)
    case .trailing(let count) where !isMonthly:
      return .days(report.day.advanced(by: 1 - count)...report.day)
    case .day(let day) where !isMonthly || day == day.month.lastDay && metric.column.tellsOfEnd:
      return isMonthly ? .moment(.month(day.month)) : .moment(.day(day))
    case .week(let monday) where isGrained: return .moment(.day(monday))
    case .week(let monday) where !isMonthly:
      let last = min(monday.advanced(by: 6), report.day)
      return metric.column.isState ? .moment(.day(last)) : .days(monday...last)
    case .day, .week, .trailing, .month:
      throw FigureRefusal(
        reason: .notPublished, message: "\(metric.name) is of months")
    }
  }
}

extension TableSchema {
  /// Whether its rows tell of cohorts as they grow older, of which another file has the averages.
  fileprivate var isOfAges: Bool {
    [Retention.schema.name, LTV.schema.name, TrialCurve.schema.name].contains(name)
  }

  var isGrained: Bool { columns.contains { $0.role == .grain } }

  /// Whether it says what is expected.
  var tellsOfDaysToCome: Bool {
    [Outlook.schema.name, Upcoming.schema.name, Payouts.schema.name, PredictedLTV.schema.name]
      .contains(name)
  }
}

extension Table.Column {
  /// Whether a month's figure is how things stood at its end.
  fileprivate var tellsOfEnd: Bool { name.hasPrefix("closing") }
}
