import Metrics
import Values

/// The options of `explain`.
extension OptionDeclaration {
  static let on = OptionDeclaration(
    "--on", "DAY", default: "the as-of day",
    help: "The day (YYYY-MM-DD) or month (YYYY-MM) of the figure", expected: "YYYY-MM-DD or YYYY-MM"
  ) { options, text in
    if let day = Day(text) {
      options.on = .day(day)
    } else if let first = Day(text + "-01") {
      options.on = .month(first.month)
    } else {
      return false
    }
    return true
  }

  static let condition = OptionDeclaration(
    "--where", "NAME=VALUE", default: "the total",
    help: "A segment or row, such as country=DE or step=2; can be given more than once",
    expected: "NAME=VALUE, each name once", isRepeatable: true
  ) { options, text in
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return false }
    return options.conditions.updateValue(String(parts[1]), forKey: String(parts[0])) == nil
  }
}
