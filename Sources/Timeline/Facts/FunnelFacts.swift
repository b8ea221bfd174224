import Settings
import Values

/// The measures of ``FactTable/funnel``.
package enum FunnelMeasure: Int, FactMeasure {
  case customers
  case netRevenue
}

/// Customers by the last step of funnels that they reached, at the day of entry (Definitions,
/// "Funnels"). The steps before it follow from it: ``FactSums/expand()``.
extension FactEmitter {
  func emitFunnels(_ sums: inout FactSums) {
    for passage in timeline.funnels {
      let place = sums.own(
        and: Segment(.paywall, passage.paywall), Segment(.trigger, passage.trigger),
        Segment(.variant, passage.variant), passage.app.map { Segment(.app, $0) })
      let position = FunnelPosition.packed(funnel: passage.funnel, step: passage.reached)
      let net = timeline.net(in: passage.entry...passage.deadline)
      sums.add(.funnel, day(passage.entry), position, place) { put in
        put(.customers, 1)
        put(.netRevenue, net.micros)
      }
    }
  }
}

/// A funnel and one of its steps as one integer.
package enum FunnelPosition {
  /// More steps than a funnel may have.
  package static let base: Int32 = 64

  package static func packed(funnel: Int32, step: Int) -> Int32 { funnel * base + Int32(step) }

  /// The steps of the same funnel that come before.
  static func stepsBefore(_ position: Int32) -> Range<Int32> {
    (position / base * base + 1)..<position
  }
}
