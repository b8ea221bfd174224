import Feed
import Settings
import Values

/// The measures of ``FactTable/funnel``.
package enum FunnelMeasure: Int, FactMeasure {
  case customers
  case netRevenue
}

/// The measures of ``FactTable/funnelStep``: customers by the day on which they took a step, and those
/// of them who took the next, by how soon, in days of 24 hours: a day, and a day more than trials of usual
/// lengths take.
package enum FunnelStepMeasure: Int, FactMeasure {
  case customers
  case within1
  case within4
  case within8
  case within15
  case within31

  /// The shortest that holds; nil for a longer time.
  init?(holding time: TimeSpan) {
    let days = (time.milliseconds + 86_399_999) / 86_400_000
    switch days {
    case ...1: self = .within1
    case ...4: self = .within4
    case ...8: self = .within8
    case ...15: self = .within15
    case ...31: self = .within31
    default: return nil
    }
  }
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
      emitSteps(of: passage, &sums)
    }
  }

  /// How soon each step was followed by the next.
  private func emitSteps(of passage: FunnelPassage, _ sums: inout FactSums) {
    let daily = rules.funnels[Int(passage.funnel)].dailySteps
    for number in 0..<passage.reached where daily >> UInt64(number + 2) & 1 == 1 {
      let step = passage.steps[number]
      let next = number + 1 < passage.reached ? passage.steps[number + 1].time : nil
      let place = sums.place(of: step, timeline.attributes)
      let position = FunnelPosition.packed(funnel: passage.funnel, step: number + 2)
      sums.add(.funnelStep, day(step.time), position, place) { put in
        put(.customers, 1)
        if let next, let soon = FunnelStepMeasure(holding: next - step.time) { put(soon, 1) }
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
