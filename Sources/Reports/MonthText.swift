import Values

/// Months in columns that also hold other words (`trailing-30d`).
enum MonthText {
  /// The month of `YYYY-MM`; nil for anything else.
  static func month(_ text: String) -> Month? { Day(text + "-01")?.month }
}
