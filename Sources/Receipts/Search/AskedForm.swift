import Metrics

/// What kind of answer a question asks for: `how many`, `how much`, `what share`, `how long`.
struct AskedForm {
  private let isForCount, isForAmount, isForRate, isForShare, isForTime: Bool

  init(_ words: [String], _ stems: [String]) {
    let text = words.joined(separator: " ")
    isForCount = text.contains(Self.count)
    isForAmount = text.contains(Self.amount)
    isForTime = text.contains(Self.time)
    isForShare =
      !Self.shares.isDisjoint(with: words) && AskedTime.changes.isDisjoint(with: words)
    isForRate =
      isForShare || !Self.rates.isDisjoint(with: stems)
      || !isForCount && text.contains(Self.conversion)
  }

  /// No number is an amount, and neither is a part of something.
  func excludes(_ column: Table.Column) -> Bool {
    isForCount && column.kind == .money || isForShare && [.money, .count].contains(column.kind)
  }

  /// How well a figure is such an answer.
  func points(_ column: Table.Column) -> Double {
    var points = 0.0
    if isForCount, column.kind != .count { points -= 0.5 }
    if isForAmount, column.kind == .count { points -= 0.5 }
    if isForRate, ![.rate, .number].contains(column.kind) { points -= 0.5 }
    if isForTime { points += Self.times.contains(column.unit) ? 0.4 : -0.4 }
    return points
  }

  // Parsed once: a literal is, each time that it is evaluated. Matching changes nothing.
  private nonisolated(unsafe) static let count =
    /\b(how many (?!percent|point|hour|day|week|month)|number of|count of)\b/
  private nonisolated(unsafe) static let amount =
    /\b(how much|dollars?|usd|money|value of|amount of)\b/
  private nonisolated(unsafe) static let time =
    /\b(how long|median|how many (hours|days|weeks|months)|(days|time) (between|from|to|until))\b/
  private nonisolated(unsafe) static let conversion = /\b(conversion|to paid|t2p|retention)\b/

  private static let rates: Set = ["rate", "percen", "likely"]
  private static let shares: Set = [
    "share", "fraction", "proportion", "portion", "percent", "percentage",
  ]
  private static let times: [Table.Unit?] = [.hours, .days, .months]
}
