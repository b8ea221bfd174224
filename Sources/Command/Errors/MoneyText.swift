import Metrics
import Timeline
import Values

extension ErrorText {
  /// Money that cannot be counted to the millionth. No shop charges that much: a log, or
  /// a file that goes with it, says so.
  init(tooLarge sum: String) {
    self.init(
      "\(sum) adds up to more than 9.2 × 10¹², which cannot be counted to the millionth",
      hint:
        "look for absurd amounts in the log, the configuration's prices and the spend, and leave "
        + "them out",
      exitCode: .badData)
  }

  /// The same of one customer, whom reports call `customer`.
  init(absurd money: AmountOverflow, of customer: String) {
    self.init(
      "the \(grouped(Int64(money.charges))) charges of customer \(customer) come to so much that sums of "
        + "it cannot be counted to the millionth; the largest, of "
        + "\(grouped(money.largest.micros / 1_000_000)), is of \(money.time.iso8601)",
      hint: "leave the events with absurd prices out of the log, and make the database anew where "
        + "it has them already",
      exitCode: .badData)
  }
}
