package import Values

extension Cell {
  /// The number that a chart draws and a workbook stores: units of the currency, fractions,
  /// counts. Nil for text, dates and what is missing.
  package var magnitude: Double? {
    switch self {
    case .count(let count): Double(count)
    case .money(let amount): Double(amount.micros) / 1_000_000
    case .rate(let rate): rate.value
    case .flag(let flag): flag ? 1 : 0
    case .missing, .text, .day, .month: nil
    }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var count: Int64? {
    if case .count(let count) = self { count } else { nil }
  }

  package var amount: Amount? {
    if case .money(let amount) = self { amount } else { nil }
  }

  package var rate: Rate? {
    if case .rate(let rate) = self { rate } else { nil }
  }

  package var day: Day? {
    if case .day(let day) = self { day } else { nil }
  }

  package var month: Month? {
    if case .month(let month) = self { month } else { nil }
  }

  /// True only for a flag that is set.
  package var isSet: Bool { self == .flag(true) }
}
