import Settings
import Values

// Which days a window means, and which ones before it are to be compared with it.
//
//   days, 1 of them    Tue                  the Tuesdays before
//   days, 28           Tue to Mon           the 28 days before those, and so on
//   month              1 to 31 May          April, March …
//   month to date      1 to 17 June         1 to 17 May, 1 to 17 April …
extension AlertRule.Window {
  /// The days that the window means when `last` is the newest day that may take part.
  func days(upTo last: Day) -> ClosedRange<Day> {
    switch span {
    case .days: return last.advanced(by: 1 - max(1, days))...last
    case .monthToDate: return last.month.firstDay...last
    case .month:
      let isOver = last == last.month.lastDay
      let month = isOver ? last.month : last.month.advanced(by: -1)
      return month.firstDay...month.lastDay
    }
  }

  /// The same days so many periods earlier: whole weeks, so that weekdays are compared with
  /// themselves, and so many of them that the windows do not overlap.
  func days(_ days: ClosedRange<Day>, earlier periods: Int) -> ClosedRange<Day> {
    switch span {
    case .days:
      let shift = -(days.count + 6) / 7 * 7 * periods
      return days.lowerBound.advanced(by: shift)...days.upperBound.advanced(by: shift)
    case .monthToDate:
      let month = days.lowerBound.month.advanced(by: -periods)
      return month.firstDay...min(month.lastDay, month.firstDay.advanced(by: days.count - 1))
    case .month:
      let month = days.lowerBound.month.advanced(by: -periods)
      return month.firstDay...month.lastDay
    }
  }
}

extension ClosedRange<Day> {
  /// The same days of the month so many months before; nil where that month lacks one of them.
  func earlier(byMonths months: Int) -> ClosedRange<Day>? {
    guard let first = lowerBound.earlier(byMonths: months),
      let last = upperBound.earlier(byMonths: months)
    else { return nil }
    return first...last
  }

  /// The same days of so many months before, the newest first: without the last of a shorter month,
  /// which also has the payments of the days that it lacks.
  func sameDays(ofMonthsBefore count: Int) -> [ClosedRange<Day>] {
    (1...count).compactMap { earlier(byMonths: $0) }.filter { endsMonth || !$0.endsMonth }
  }

  func earlier(byDays count: Int) -> ClosedRange<Day> {
    lowerBound.advanced(by: -count)...upperBound.advanced(by: -count)
  }

  private var endsMonth: Bool { upperBound == upperBound.month.lastDay }
}

extension Day {
  fileprivate func earlier(byMonths months: Int) -> Day? {
    let earlier = month.advanced(by: -months)
    let day = earlier.firstDay.advanced(by: month.firstDay.distance(to: self))
    return day <= earlier.lastDay ? day : nil
  }
}
