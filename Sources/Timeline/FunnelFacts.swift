import Values

/// Customers by the steps of funnels that they reached, at the day of entry (SPEC 5.3).
extension FactDrawing {
  func drawFunnels(_ sums: inout FactSums) {
    for passage in timeline.funnels {
      let segments =
        customer + [
          Segment(.paywall, passage.paywall), Segment(.trigger, passage.trigger),
          Segment(.variant, passage.variant),
        ]
      for step in 1...passage.reached {
        let position = FunnelPosition.packed(funnel: passage.funnel, step: step)
        sums.add(.funnel, day(passage.entry), position, segments, 0, 1)
      }
    }
  }
}

/// A funnel and one of its steps as one integer.
package enum FunnelPosition {
  /// More steps than a funnel may have.
  package static let base: Int32 = 64

  package static func packed(funnel: Int32, step: Int) -> Int32 { funnel * base + Int32(step) }
}
