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

  /// The rate of a charge at `time`, after the subscription's earlier `coverages`; `service` goes
  /// with the subscription from charge to charge.
  func rate(
    for time: Instant, after coverages: [Coverage], _ service: inout PaidService
  ) -> Fraction {
    guard !commission.isSmallBusiness else { return Catalogue.Commission.smallBusiness }
    let served = service.length(before: time, coverages, longestGap: Self.longestGap)
    return served >= Self.year ? commission.afterOneYear : commission.standard
  }
}

/// How long a subscription was paid for without a longer gap: what the coverages that are over
/// have served is kept, so that each is counted once.
struct PaidService {
  /// So many coverages, from the first on, are counted.
  private var counted = 0
  private var served = TimeSpan.zero
  private var end: Instant?

  /// To be called where a coverage that was over may run again.
  mutating func forget(ifCounted coverage: Int) {
    if coverage < counted { self = PaidService() }
  }

  /// Up to `time`, which never is before that of an earlier call.
  mutating func length(
    before time: Instant, _ coverages: [Coverage], longestGap: TimeSpan
  ) -> TimeSpan {
    while counted < coverages.count, coverages[counted].end <= time {
      add(coverages[counted], before: time, longestGap)
      counted += 1
    }
    var whole = self
    for coverage in coverages[counted...] { whole.add(coverage, before: time, longestGap) }
    if let end = whole.end, time - end > longestGap { return .zero }
    return whole.served
  }

  private mutating func add(_ coverage: Coverage, before time: Instant, _ longestGap: TimeSpan) {
    guard coverage.kind == .paid else { return }
    if let end, coverage.start - end > longestGap { served = .zero }
    // One that was told to end before it began has served nothing; a time in which it did not run,
    // behind a refund that was undone, is part of it.
    served = served + max(.zero, min(coverage.end, time) - coverage.start)
    end = max(end ?? coverage.end, min(coverage.end, time))
  }
}
