import Feed
import Settings
import Values

/// The measures of ``FactTable/freePhase``: customers of a time when everybody had access, and what
/// they did after it.
package enum FreePhaseMeasure: Int, FactMeasure {
  /// Who used the app in it, by the first day.
  case customers
  /// Those of them who had paid before it, by the same day.
  case payersBefore
  /// Trials that matured rates leave out, by the day of their start.
  case trials
  /// Those of the others who paid after it, by the day of their first payment.
  case payers
  /// What these brought.
  case netRevenue
}

/// When everybody had access without paying (Definitions, "When somebody has access"), by phase.
extension FactEmitter {
  func emitFreePhases(_ sums: inout FactSums) {
    for (number, phase) in rules.freePhases.enumerated() {
      func add(_ measure: FreePhaseMeasure, _ day: Int32, _ value: Int64 = 1) {
        sums.add(.freePhase, day, Int32(number), Place(.all), measure, value)
      }
      for trial in timeline.trials where trial.runs(in: phase) { add(.trials, day(trial.start)) }
      guard let use = timeline.firstUses.first(where: { $0.phase == number })?.day else { continue }
      add(.customers, use)
      let first = timeline.firstPaid.map { timeline.charges[$0].time }
      if timeline.isFromBefore || first.map({ $0 < phase.lowerBound }) ?? false {
        add(.payersBefore, use)
      } else if let first, first >= phase.upperBound {
        add(.payers, day(first))
        for charge in timeline.charges where charge.time >= first {
          add(.netRevenue, day(charge.time), (charge.gross ?? .zero).micros)
        }
        for refund in timeline.refunds { add(.netRevenue, day(refund.time), -refund.amount.micros) }
      }
    }
  }
}

extension Trial {
  /// Whether nobody needed to pay in some of the time in which the trial could convert.
  func runs(in phase: Range<Instant>) -> Bool {
    start < phase.upperBound && phase.lowerBound < maturesAt
  }

  func isFree(_ rules: FoldRules) -> Bool { rules.freePhases.contains { runs(in: $0) } }
}

/// When a customer first used the app while everybody had access.
struct FreeUse: Sendable {
  /// Among the phases of the configuration.
  let phase: Int
  let day: Int32

  static func all(in customer: CustomerEvents, _ rules: FoldRules) -> [FreeUse] {
    rules.freePhases.enumerated().compactMap { number, phase in
      customer.events.first {
        phase.contains($0.time) && $0.kind.has([.activity, .paywall, .subscription])
      }.map { FreeUse(phase: number, day: rules.zone.day(of: $0.time).number) }
    }
  }
}
