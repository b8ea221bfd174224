import Metrics
import Values

// Days as the calendar has them, as seen from the report's.

extension AskedTime {
  /// `20 to 27 June`, `June 20-27`.
  func daysOfMonth(at index: Int) -> (Span, Int)? {
    let isMonthFirst = isMonth(index)
    guard let (first, last, count) = numbers(at: isMonthFirst ? index + 1 : index) else {
      return nil
    }
    let place = isMonthFirst ? index : index + count
    guard case .part(let month, of: 12) = token(place),
      case (.month(let month), let more)? = part(month, of: 12, nil, place..<place + 1),
      let from = Day(year: month.year, month: month.monthOfYear, day: first),
      let to = Day(year: month.year, month: month.monthOfYear, day: last)
    else { return nil }
    return (.days(from...to), count + (isMonthFirst ? 1 : more))
  }

  /// `the 27th` and nothing behind it that it could be the 27th of.
  func isDayOfThisMonth(_ index: Int) -> Bool {
    TimeWord.isOrdinal(words[index]) && words[index].first?.isNumber ?? false
      && says(index - 1, ["the"])
      && (index + 1 == words.count || says(index + 1, ["to", "and", "until", "through"]))
  }

  func dayOfThisMonth(_ day: Int) -> Day {
    let month = report.month.firstDay.advanced(by: day - 1) > report ? -1 : 0
    let first = report.month.advanced(by: month)
    return min(first.firstDay.advanced(by: day - 1), first.lastDay)
  }

  func isMonth(_ index: Int) -> Bool {
    if case .part(_, of: 12) = token(index) { true } else { false }
  }

  /// `first half of June`: up to the 15th, or after it.
  func halfOfMonth(_ half: Int, _ index: Int) -> (Span, Int)? {
    guard case .part(let month, of: 12) = token(index + 3),
      case (.month(let month), let count)? = part(month, of: 12, nil, index + 3..<index + 4)
    else { return nil }
    let middle = month.firstDay.advanced(by: 14)
    let days = half == 1 ? month.firstDay...middle : middle.advanced(by: 1)...month.lastDay
    return (.days(days), 3 + count)
  }

  /// `Sunday 28 June`, `last Tuesday`: the latest one that was.
  func weekday(at index: Int) -> (Span, Int)? {
    let isLast = token(index) == .offset(-1)
    let place = isLast ? index + 1 : index
    guard words.indices.contains(place),
      let weekday = TimeWord.weekdays.firstIndex(of: words[place])
    else { return nil }
    if let (span, count) = span(at: place + 1), case .day = span {
      return (span, place + 1 - index + count)
    }
    let back = (report.weekday - weekday + 7) % 7
    return (.day(report.advanced(by: -(isLast && back == 0 ? 7 : back))), place + 1 - index)
  }

  private func numbers(at index: Int) -> (first: Int, last: Int, count: Int)? {
    let join = says(index + 1, ["and", "to", "until", "through"]) ? 1 : 0
    guard case .number(let first) = token(index), case .number(let last) = token(index + 1 + join),
      first < last, last < 32
    else { return nil }
    return (Int(first), Int(last), 2 + join)
  }

  func week(of day: Day, at index: Int) -> Span {
    (1...4).contains { says(index - $0, ["week"]) } ? .week(day.week) : .day(day)
  }

  /// A month, quarter or half of a year that can stand behind it, or a day of the month.
  func part(
    _ number: Int, of parts: Int, _ day: Int64?, _ places: Range<Int>
  ) -> (Span, Int)? {
    let next = says(places.upperBound, ["of"]) ? 2 : 1
    let year: Int? =
      if case .year(let year) = token(places.upperBound + next - 1) { year } else { nil }
    let (months, count) = (12 / parts, places.count + (year == nil ? 0 : next))
    let month = (number - 1) * months + 1
    let first = year.map { Month(year: $0, month: month) } ?? usual(month)
    if let day {
      let day = Day(year: first.year, month: first.monthOfYear, day: Int(min(day, 32)))
      return day.map { (week(of: $0, at: places.lowerBound), count) }
    }
    guard months > 1 else { return (.month(first), count) }
    return (.days(first.firstDay...first.advanced(by: months - 1).lastDay), count)
  }

  /// `may` is a verb after these.
  func isVerb(_ index: Int) -> Bool {
    says(index, ["may"]) && says(index - 1, ["we", "it", "they", "you", "that", "i"])
  }

  private static let past: Set = ["was", "were", "did", "had", "last"]
  private static let planned: Set = ["budget", "budgeted", "planned", "target", "goal"]

  /// The latest one that has begun, or the next one where it is to come.
  private func usual(_ number: Int) -> Month {
    let this = Month(year: report.month.year, month: number)
    if isAhead { return this > report.month ? this : this.advanced(by: 12) }
    if words.contains(where: Self.planned.contains) { return this }
    // The month that is about to begin is still to come unless something was in it.
    let isPast = words.contains(where: Self.past.contains)
    if this == report.month.advanced(by: 1), !isPast { return this }
    return this > report.month ? this.advanced(by: -12) : this
  }

  /// Of the year that is named, or the latest one.
  func christmas(_ day: Int, _ index: Int) -> Span {
    let years = tokens[index...].lazy.compactMap {
      if case .year(let year) = $0 { year } else { nil }
    }
    return Day(year: years.first ?? usual(12).year, month: 12, day: day).map(Span.day) ?? .now
  }

  /// The last, this or the next one; nil for a week to come, which is no calendar's.
  func calendar(_ offset: Int, _ unit: Table.Unit, _ count: Int64) -> Span? {
    switch (unit, count) {
    case (.days, 7): offset < 0 ? .trailing(7) : offset == 0 ? .week(report.week) : nil
    case (.months, 1): .month(offset < 0 ? lastMonth : report.month.advanced(by: offset))
    case (.months, 3):
      days(
        of: 3,
        from: (offset < 0 ? lastMonth.advanced(by: -2) : report.month.advanced(by: 3 * offset))
          .firstOfQuarter)
    case (.months, _): days(of: 12, from: Month(year: report.month.year + offset, month: 1))
    default: nil
    }
  }

  /// The Monday of the last week that is over.
  var lastWeek: Day { report.advanced(by: -6).week }

  /// The last one that is over.
  var lastMonth: Month {
    report == report.month.lastDay ? report.month : report.month.advanced(by: -1)
  }

  /// So many months, up to the report.
  func days(of months: Int, from first: Month) -> Span {
    let last = first.advanced(by: months - 1).lastDay
    return .days(first.firstDay...(isAhead ? last : min(last, max(report, first.firstDay))))
  }

  func ago(_ number: Int, _ unit: Table.Unit) -> Span {
    guard unit == .months else { return .day(report.advanced(by: -number)) }
    let month = report.month.advanced(by: -number)
    let place = report.month.firstDay.distance(to: report)
    return .day(min(month.firstDay.advanced(by: place), month.lastDay))
  }
}
