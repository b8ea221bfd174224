import Metrics
import Timeline
import Values

extension Failure {
  /// Money of one customer that cannot be counted to the millionth. Whom reports call `customer`.
  init(absurd money: AmountOverflow, of customer: String) {
    self.init(
      "the \(grouped(Int64(money.charges))) charges of customer \(customer) come to so much that sums of "
        + "it cannot be counted to the millionth; the largest, of "
        + "\(grouped(money.largest.micros / 1_000_000)), is of \(money.time.iso8601)",
      hint: "leave the events with absurd prices out of the log, and make the database anew where "
        + "it has them already",
      exit: .badData)
  }
}
