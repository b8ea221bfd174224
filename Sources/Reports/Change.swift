import Metrics

/// How a figure has changed: amounts and counts by a share of what they were, rates by percentage
/// points.
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
