import Settings
import Values

/// Apple's share of a subscription's price: lower after a year of paid service (Definitions,
/// "Revenue").
struct CommissionRule {
  private static let year = TimeSpan.days(365)
  /// A longer gap between paid coverages starts the count again.
  private static let longestGap = TimeSpan.days(60)

  private let commission: Catalogue.Commission

  init(_ commission: Catalogue.Commission) { self.commission = commission }

  /// The rate of a charge at `time`, after the subscription's earlier `coverages`.
  func rate(for time: Instant, after coverages: [Coverage]) -> Fraction {
    guard !commission.isSmallBusiness else { return commission.afterOneYear }
    let served = paidService(before: time, coverages)
    return served >= Self.year ? commission.afterOneYear : commission.standard
  }

  private func paidService(before time: Instant, _ coverages: [Coverage]) -> TimeSpan {
    var served = TimeSpan.zero
    var end: Instant?
    for coverage in coverages where coverage.kind == .paid {
      if let end, coverage.start - end > Self.longestGap { served = .zero }
      // A coverage that was told to end before it began has served nothing.
      for piece in coverage.pieces {
        served = served + max(.zero, min(piece.end, time) - piece.start)
      }
      end = max(end ?? coverage.end, min(coverage.end, time))
    }
    if let end, time - end > Self.longestGap { return .zero }
    return served
  }
}
