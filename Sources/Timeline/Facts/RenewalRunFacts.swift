import Settings
import Values

/// How often subscribers of a product renewed before they first did not: what predicted lifetime
/// value is fitted to (Definitions, "Lifetime value").
///
/// A run begins with a subscription's first payment, or with a change to another product, and ends
/// with the first renewal that does not come in time; who comes back later has no other. A decision
/// counts on the day by which everybody's is known, so that those who renew are not seen before
/// those who do not.
extension FactEmitter {
  func emitRenewalRuns(_ sums: inout FactSums) {
    for index in timeline.subscriptions.indices {
      emitRuns(of: timeline.subscriptions[index], &sums)
    }
  }

  private func emitRuns(
    of subscription: borrowing Timeline.Subscription, _ sums: inout FactSums
  ) {
    let charges = timeline.charges[subscription.charges]
    let end = subscription.coverages.upperBound
    var run: RenewalRun?
    for index in subscription.coverages where timeline.coverages[index].kind == .paid {
      run = RenewalRun(timeline.coverages[index], after: run)
      if isCutByChange(timeline.coverages[index], among: charges) { continue }
      guard isDue(timeline.coverages[index], among: charges), let run else { break }
      let isRenewed = renewal(of: index, before: end, among: charges) == .inTime
      let wait = max(tolerance, timeline.coverages[index].graceLength)
      sums.add(
        .renewalRun, day(timeline.coverages[index].ownEnd + wait), run.position,
        Place(Segment(.product, run.product))
      ) { put in
        put(.due, 1)
        put(.renewed, isRenewed ? 1 : 0)
      }
      if !isRenewed { break }
    }
  }
}

/// Where a subscriber stands: which product, for which period, and how often they have paid.
struct RenewalRun {
  let product: Int32
  let period: Int32
  let number: Int32

  init(_ coverage: borrowing Coverage, after last: RenewalRun?) {
    product = coverage.product
    period = coverage.period?.packed ?? 0
    let goesOn = last?.product == product && last?.period == period
    number = goesOn ? (last?.number ?? 0) + 1 : 1
  }

  var position: Int32 { RenewalPosition.packed(period: period, number: number) }
}

/// A packed period and a number of payments as one integer.
package enum RenewalPosition {
  /// More payments than anybody makes: a week's in 78 years.
  package static let base: Int32 = 4096

  package static func packed(period: Int32, number: Int32) -> Int32 {
    period * base + min(number, base - 1)
  }
}
