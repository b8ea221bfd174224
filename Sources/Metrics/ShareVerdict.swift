import Statistics

/// How a share stands beside another one, as far as chance lets one tell (Fisher's exact test).
package enum ShareVerdict: String, Sendable {
  case larger = "significantly higher"
  case smaller = "significantly lower"
  case alike = "no significant difference"

  /// Fewer of either say nothing.
  private static let smallestSample: Int64 = 10

  /// Nil where there are too few to tell.
  package init?(_ part: Int64, of whole: Int64, beside other: Int64, of others: Int64) {
    guard min(whole, others) >= Self.smallestSample, (0...whole).contains(part),
      (0...others).contains(other)
    else { return nil }
    guard fisherExactPValue(part, of: whole, against: other, of: others) < 0.05 else {
      self = .alike
      return
    }
    let share = Double(part) / Double(whole)
    self = share > Double(other) / Double(others) ? .larger : .smaller
  }
}
