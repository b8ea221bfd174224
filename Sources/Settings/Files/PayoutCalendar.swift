package import Values

/// When stores pay what they owe: by months of their own (Definitions, "Payouts").
package struct PayoutCalendar: SettingsSection, Hashable {
  package enum Store: String, CaseIterable, Sendable {
    case appStore = "app_store"
    case googlePlay = "google_play"

    /// What logs call the platforms that it sells on.
    package var platforms: [String] {
      switch self {
      case .appStore: ["ios", "ipados", "macos", "tvos", "watchos", "visionos"]
      case .googlePlay: ["android"]
      }
    }
  }

  /// A month of a store, by its own count.
  package struct FiscalMonth: Sendable, Hashable {
    package let store: Store
    /// The calendar month in which the middle of it lies.
    package let month: Month
    package let days: ClosedRange<Day>
    /// The day on which its money is to come, as the configuration says.
    package let payDay: Day
  }

  /// Nil: it has no calendar.
  package var appStore: AppStore?
  /// Nil: it has no calendar.
  package var googlePlay: GooglePlay?
  package var file: String?

  package init() {}
}

extension PayoutCalendar {
  /// The months of a store that overlap `days`, in order; none of one without a calendar.
  package func months(of store: Store, in days: ClosedRange<Day>) -> [FiscalMonth] {
    let all =
      switch store {
      case .appStore: appStore.map { $0.months(in: days) } ?? []
      case .googlePlay: googlePlay.map { $0.months(in: days) } ?? []
      }
    return all.filter { $0.days.overlaps(days) }
  }
}

extension PayoutCalendar.GooglePlay {
  fileprivate func months(in days: ClosedRange<Day>) -> [PayoutCalendar.FiscalMonth] {
    (days.lowerBound.month...days.upperBound.month).map { month in
      PayoutCalendar.FiscalMonth(
        store: .googlePlay, month: month, days: month.firstDay...month.lastDay,
        payDay: month.advanced(by: 1).firstDay.advanced(by: payOnDay - 1))
    }
  }
}

extension PayoutCalendar.AppStore {
  fileprivate func months(in days: ClosedRange<Day>) -> [PayoutCalendar.FiscalMonth] {
    let years = (days.lowerBound.month.year - 1)...(days.upperBound.month.year + 1)
    return years.flatMap { year in
      fiscalYear(from: start(ofYearIn: year), to: start(ofYearIn: year + 1)).map { days in
        let middle = days.lowerBound.advanced(by: days.count / 2)
        return PayoutCalendar.FiscalMonth(
          store: .appStore, month: middle.month, days: days,
          payDay: days.upperBound.advanced(by: payAfterDays))
      }
    }
  }

  /// Of fiscal years: the day after September's last Saturday, unless configured.
  private func start(ofYearIn year: Int) -> Day {
    if let told = fiscalYears.first(where: { $0.month.year == year }) { return told }
    let last = Month(year: year, month: 9).lastDay
    let sinceSaturday = (Int(last.number) + 5) % 7
    return last.advanced(by: 1 - sinceSaturday)
  }

  /// Twelve months of whole weeks; a 53rd week is in the third month.
  private func fiscalYear(from start: Day, to next: Day) -> [ClosedRange<Day>] {
    let pattern = Array(repeating: weeks, count: 4).flatMap(\.self).map { $0 * 7 }
    let over = start.distance(to: next) - pattern.reduce(0, +)
    var first = start
    return pattern.enumerated().map { index, length in
      let end = first.advanced(by: length + (index == 2 ? over : 0) - 1)
      defer { first = end.advanced(by: 1) }
      return first...end
    }
  }
}

// MARK: - From the configuration

extension PayoutCalendar {
  static let settings: [Setting<Self>] = [
    Setting("appStore", \.appStore, .object, "The App Store's fiscal months."),
    Setting("googlePlay", \.googlePlay, .object, "Google Play's calendar months."),
    Setting(
      "file", \.file, .file.example("\"payouts.csv\""), .nothing,
      "What was paid: `store,fiscal_month,amount,paid_on` (CSV)."),
  ]

  mutating func check(_ entries: Entries) throws(Failure) {
    guard appStore != nil || googlePlay != nil else {
      throw entries.entry.wrongValue("at least one of appStore and googlePlay")
    }
  }

  package struct AppStore: SettingsSection, Hashable {
    package var payAfterDays = 45
    package var weeks = [5, 4, 4]
    package var fiscalYears: [Day] = []

    package init() {}

    static let settings: [Setting<Self>] = [
      Setting(
        "payAfterDays", \.payAfterDays, .whole(0...120), .judged,
        "Days from the end of a fiscal month to its payout."),
      Setting(
        "weeks", \.weeks, .list(of: .whole(4...5)), .judged,
        "Weeks of the three months of a quarter."),
      Setting(
        "fiscalYears", \.fiscalYears,
        .list(of: .day).described(as: "list of dates", "[\"2025-09-28\"]"),
        .judged,
        "First days of fiscal years that do not follow the last Saturday of September."),
    ]

    mutating func check(_ entries: Entries) throws(Failure) {
      fiscalYears.sort()
      guard let entry = entries["weeks"] else { return }
      guard weeks.count == 3, weeks.reduce(0, +) == 13 else {
        throw entry.unwanted("a quarter has three months, of 13 weeks together")
      }
    }
  }

  package struct GooglePlay: SettingsSection, Hashable {
    package var payOnDay = 15

    package init() {}

    static let settings: [Setting<Self>] = [
      Setting("payOnDay", \.payOnDay, .whole(1...28), .judged, "The day of the next month.")
    ]
  }
}

/// What stores have paid: `store,fiscal_month,amount,paid_on` (CSV).
package struct PaidOut: Sendable, Equatable {
  package struct Row: Sendable, Hashable {
    package let amount: Amount
    package let paidOn: Day
  }

  private var rows: [String: Row] = [:]

  package init() {}

  /// What a store has paid for one of its months; nil where nobody says.
  package func row(_ store: PayoutCalendar.Store, _ month: Month) -> Row? {
    rows["\(store.rawValue) \(month)"]
  }

  private enum Column: String, CaseIterable {
    case store, month = "fiscal_month", amount, paidOn = "paid_on"
  }

  /// The payouts that `bytes`, the content of `file`, spell.
  package static func parse(_ bytes: [UInt8], file: String) throws(Failure) -> PaidOut {
    var paid = PaidOut()
    var lines: [String: Int] = [:]
    for row in try CSVTable<Column>(bytes, file: file).rows {
      let store = try row.read(.store, "app_store or google_play") {
        PayoutCalendar.Store(rawValue: $0)
      }
      let month = try row.read(.month, "a month YYYY-MM") { Month($0) }
      let key = "\(store.rawValue) \(month)"
      try row.requireFirst(key, &lines)
      paid.rows[key] = Row(
        amount: try row.read(.amount, "an amount, such as 1234.56") { text in
          ExactDecimal(text).flatMap(Amount.init(decimal:))
        }, paidOn: try row.read(.paidOn, "a day YYYY-MM-DD") { Day($0) })
    }
    return paid
  }
}
