import Settings
import Values

/// The measures of ``FactTable/rollout``: what customers of a step did within it, each once for
/// those who are out and once for those who are in.
package struct RolloutMeasure: FactMeasure {
  package enum Act: Int, CaseIterable, Sendable {
    case customers
    /// Those who got it within the step, after their first day: out, and in no other measure.
    case joined
    /// With a session.
    case sessions
    case crashed
    case anr
    /// Who had not paid before.
    case prospects
    /// Those of them who paid.
    case payers
    case revenue
    case squaresHigh
    case squaresLow
  }

  package enum Side: Int, CaseIterable, Sendable { case out, `in` }

  let act: Act
  let side: Side

  package static let allCases = Side.allCases.flatMap { side in
    Act.allCases.map { Self(act: $0, side: side) }
  }

  package var index: Int { side.rawValue * Act.allCases.count + act.rawValue }
  package var name: String { snakeCase("\(act)") + "_\(side)" }
}

/// Who had something new, and what they did (Definitions, "Rollouts"), by day and step.
extension FactEmitter {
  private typealias Change = (day: Int32, act: RolloutMeasure.Act, value: Int64)

  func emitRollouts(_ sums: inout FactSums) {
    for passage in timeline.rollouts {
      let side: RolloutMeasure.Side = passage.isIn ? .in : .out
      for change in changes(of: passage) {
        let measure = RolloutMeasure(act: change.act, side: side)
        sums.add(.rollout, change.day, passage.position, Place(.all), measure, change.value)
      }
    }
  }

  /// Who gets it after his first day was out until then: what he did is taken back on that day.
  private func changes(of passage: RolloutPassage) -> [Change] {
    let all = use(passage) + conversion(passage) + money(passage)
    guard let joined = passage.joined else { return all }
    let before = all.filter { $0.day < joined }
    return before + before.map { (joined, $0.act, -$0.value) } + [(joined, .joined, 1)]
  }

  private func use(_ passage: RolloutPassage) -> [Change] {
    let days: [(RolloutMeasure.Act, Int32?)] = [
      (.customers, passage.start), (.sessions, passage.firstSession),
      (.crashed, passage.firstCrash), (.anr, passage.firstANR),
    ]
    return days.compactMap { act, day in day.map { ($0, act, 1) } }
  }

  private func conversion(_ passage: RolloutPassage) -> [Change] {
    guard !timeline.isFromBefore else { return [] }
    let first = timeline.firstPaid.map { day(timeline.charges[$0].time) }
    if let first, first < passage.start { return [] }
    guard let first, passage.end.map({ first <= $0 }) ?? true else {
      return [(passage.start, .prospects, 1)]
    }
    return [(passage.start, .prospects, 1), (first, .payers, 1)]
  }

  /// What the customer has brought since his first day in the step, on each day on which that
  /// changed.
  private func money(_ passage: RolloutPassage) -> [Change] {
    let charges = timeline.charges.lazy.filter(\.isPayment).map(\.time)
    let days = Set((Array(charges) + timeline.refunds.map(\.time)).map { day($0) })
      .filter { $0 >= passage.start && $0 <= passage.end ?? .max }.sorted()
    let start = zone.start(of: Day(Int(passage.start)))
    var (known, squares) = (Amount.zero, SquareSum(.zero))
    return days.flatMap { day -> [Change] in
      let end = Instant(milliseconds: zone.end(of: Day(Int(day))).milliseconds - 1)
      let now = timeline.netRevenue(in: start...end)
      let square = SquareSum(now)
      defer { (known, squares) = (now, square) }
      return [
        (day, .revenue, (now - known).micros), (day, .squaresHigh, square.high - squares.high),
        (day, .squaresLow, square.low - squares.low),
      ]
    }
  }
}
