package import Metrics
package import Values

/// Figures as people write them: `$9,412`, `24.1%`, `+3.2%`. CSV files are exact.
package struct DisplayFormat {
  package let currency: String

  package init(currency: String) { self.currency = currency }

  static let unknown = "–"
  /// In place of what a shared report hides.
  static let tooFew = "too few people to be shown"

  /// The currency's sign in front of amounts.
  var sign: String { currencySign(UntrustedText.cleaned(currency, limit: 3)) }

  package func text(_ cell: Cell) -> String {
    switch cell {
    case .missing: DisplayFormat.unknown
    case .text(let text): text
    case .count(let count): grouped(count)
    case .money(let amount): money(amount)
    case .rate(let rate): DisplayFormat.percent(rate)
    case .day(let day): day.description
    case .month(let month): month.description
    case .flag(let flag): flag ? "yes" : "no"
    }
  }

  /// Without decimals from 100 on.
  func money(_ amount: Amount) -> String {
    let hundredths = cents(amount)
    let minus = hundredths < 0 ? "−" : ""
    let size = Int64(hundredths.magnitude)
    guard size < 10_000 else { return minus + sign + grouped((size + 50) / 100) }
    return minus + sign + "\(size / 100).\(padded(Int(size % 100), 2))"
  }

  /// With all its decimals, at least two: a figure that others are to add up to.
  package func exact(_ amount: Amount) -> String {
    let minus = amount.micros < 0 ? "−" : ""
    let (whole, fraction) = amount.micros.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let places = decimals(Int(fraction), fewest: 2)
    return "\(minus)\(sign)\(grouped(Int64(whole))).\(places)"
  }

  package static func percent(_ rate: Rate) -> String { "\(fixed(rate.value * 100, 1))%" }

  /// A number with so many decimals, rounded to nearest.
  package static func fixed(_ value: Double, _ places: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return unknown }
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = Int64((value * scale).rounded())
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    let minus = scaled < 0 ? "−" : ""
    return minus + grouped(Int64(whole)) + (places == 0 ? "" : "." + padded(Int(rest), places))
  }

  package static func change(_ now: Cell, from before: Cell) -> String {
    switch Change(now, from: before) {
    case .share(let share): signed(share * 100, "%")
    case .points(let points): signed(points, "pp")
    case nil: unknown
    }
  }

  private static func signed(_ value: Double, _ unit: String) -> String {
    let text = fixed(value, 1)
    let space = unit == "pp" ? " " : ""
    if text == "0.0" || text == "−0.0" { return "±0\(space)\(unit)" }
    return (value > 0 ? "+" : "") + text + space + unit
  }

  /// A moment in UTC, to the minute: `2026-05-17 22:00 UTC`.
  package static func moment(_ instant: Instant) -> String {
    let minutes = floorDivide(instant.milliseconds, by: 60_000)
    let day = Day(Int(floorDivide(minutes, by: 1440)))
    let inDay = Int(minutes - Int64(day.number) * 1440)
    return "\(day) \(padded(inDay / 60, 2)):\(padded(inDay % 60, 2)) UTC"
  }

  /// `3 May – 30 May`.
  static func days(_ days: ClosedRange<Day>) -> String {
    "\(shortDay(days.lowerBound)) – \(shortDay(days.upperBound))"
  }

  /// `20–26 Jun`, `28 Jun – 3 Jul`, `20 Jun`.
  static func shortDays(_ days: ClosedRange<Day>) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    if first == last { return shortDay(first) }
    return first.month == last.month
      ? "\(first.civil.day)–\(shortDay(last))" : Self.days(days)
  }

  /// `17 May`.
  static func shortDay(_ day: Day) -> String { "\(day.civil.day) \(monthName(day.month))" }

  /// `Sun 17 May`.
  static func dayName(_ day: Day) -> String {
    let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    return "\(weekdays[day.weekday]) \(day.civil.day) \(monthName(day.month))"
  }

  /// `May 2026`.
  static func monthAndYear(_ month: Month) -> String {
    "\(monthName(month)) \(padded(month.year, 4))"
  }

  static func monthName(_ month: Month) -> String {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return names[month.monthOfYear - 1]
  }
}

/// Of amounts and counts as a share, of rates in percentage points.
enum Change: Equatable {
  case share(Double)
  case points(Double)

  /// Nil where one of them is unknown, or the figure was nothing. Of two losses the larger one is
  /// the growth: from −$10 to −$20 is +100%. From a loss to a gain there is none.
  init?(_ now: Cell, from before: Cell) {
    guard let a = now.magnitude, let b = before.magnitude else { return nil }
    if case .rate = now {
      self = .points((a - b) * 100)
    } else if b == 0 {
      guard a == 0 else { return nil }
      self = .share(0)
    } else if b < 0, a > 0 {
      return nil
    } else {
      self = .share(a < 0 && b < 0 ? (b - a) / -b : (a - b) / abs(b))
    }
  }
}

/// Billing periods as people say them.
enum PeriodWords {
  /// `yearly payments`; other periods as they are.
  static func payments(_ period: String) -> String {
    names[period].map { "\($0) payments" }
      ?? (period == "(other)" ? "others" : "\(period) payments")
  }

  /// `Yearly`; other periods as they are.
  static func title(_ period: String) -> String {
    names[period].map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? period
  }

  private static let names = [
    "P7D": "weekly", "P1W": "weekly", "P1M": "monthly", "P3M": "quarterly", "P6M": "half-yearly",
    "P12M": "yearly", "P1Y": "yearly",
  ]

  /// Whether one payment is for more than a quarter: their cash comes in lumps.
  static func isLong(_ period: String) -> Bool {
    Period(period).map { $0.monthlyShare.numerator * 3 < $0.monthlyShare.denominator } ?? false
  }
}

/// Column names as people read them: `new_mrr` → `New MRR`.
enum Heading {
  private static let acronyms: Set<String> = [
    "mrr", "arr", "arpu", "arppu", "nrr", "grr", "fx", "ltv",
  ]

  static func of(_ name: String) -> String {
    let words = name.split(separator: "_").map(String.init)
    let spelled = words.map { acronyms.contains($0) ? $0.uppercased() : $0 }
    guard let first = spelled.first, let letter = first.first else { return name }
    return ([letter.uppercased() + first.dropFirst()] + spelled.dropFirst()).joined(separator: " ")
  }

  /// The width at which a heading fits on two lines.
  static func width(_ heading: String) -> Int {
    let words = heading.split(separator: " ")
    let breaks = (1...max(1, words.count)).map { first in
      max(
        words.prefix(first).joined(separator: " ").count,
        words.dropFirst(first).joined(separator: " ").count)
    }
    return breaks.min() ?? 0
  }
}
