import Glibc
import Values

/// MRR less what is known to be on its way out, in whole cents, so that files add up.
struct CommittedMRR {
  let mrr: Amount
  /// Of who has switched renewal off; all of it counts as lost.
  let setToCancel: Amount
  /// Of who is in grace and would go on, and what is expected to be lost of it.
  let atStake: Amount
  let graceLosses: Amount
  let inGrace: Int
  /// Nil where no failed payment is old enough to tell.
  let recovery: Rate?
  private let subscribers: Rows<Subscribers>

  init(_ figures: Figures, _ today: Row<Daily>, _ running: [RunningCoverage]) {
    mrr = (today[Daily.mrr] ?? .zero).wholeCents
    setToCancel = (today[Daily.setToCancelMRR] ?? .zero).wholeCents
    // Of who has switched renewal off, too, all is lost by that already.
    let grace = running.filter { $0.isInGrace && $0.renews && $0.mrr > .zero }
    inGrace = grace.count
    atStake = grace.reduce(Amount.zero) { $0 + $1.mrr }
    recovery = figures.recoveryRate
    graceLosses = Self.losses(of: atStake, recovery)
    subscribers = figures.rows(of: Subscribers.self)
  }

  var leaving: Amount { setToCancel + graceLosses }
  var committed: Amount { mrr - leaving }

  private static func losses(of amount: Amount, _ recovery: Rate?) -> Amount {
    (amount - (recovery.map { amount.times($0.fraction) } ?? .zero)).wholeCents
  }

  /// Of what leaves, the MRR that is still paid for, or in grace, behind a day.
  func stillPaid(after day: Day) -> Amount {
    func mrr(_ state: String) -> Amount {
      subscribers.where(Subscribers.state, is: state).reduce(.zero) { sum, row in
        row[Subscribers.ends].map { $0 > day } ?? true ? sum + (row[Subscribers.mrr] ?? .zero) : sum
      }
    }
    return min(setToCancel, mrr("set_to_cancel").wholeCents)
      + min(graceLosses, Self.losses(of: mrr("grace"), recovery))
  }
}

extension Amount {
  /// As CSV files write it: in hundredths, rounded half to even.
  var wholeCents: Amount {
    Amount(micros: Int64(roundedHalfToEven(Int128(micros), over: 10_000)) * 10_000)
  }
}

/// How much of the MRR of one billing period is lost in a month: what falls due, times the share
/// that was not renewed. A period of a month or less falls due whole; of a longer one, what began
/// so many months before.
struct RenewalLoss {
  /// Months that a share is taken of.
  static let shortWindow = 6
  static let longWindow = 12

  /// Of what falls due, how much is lost.
  let share: Double
  /// The variance of one month's share, and of ``share`` itself.
  let noise: Double
  let error: Double
  /// Of a longer period, how much is lost in a month without being due.
  private let early: Double
  private let months: Double
  private let begun: [Month: Double]

  /// What fell due in a month and what was lost of it.
  private typealias Case = (due: Double, lost: Double)

  init(_ history: MRRHistory, period: String) {
    let months = Period(period).map { 1 / $0.monthlyShare.approximate } ?? 1
    let flows = history.whole.map { ($0.month, $0.flows[period] ?? MRRHistory.Flow()) }
    let begun = Self.begun(flows, months)
    let (cases, early) = Self.cases(flows, begun, months)
    let average = Self.average(history, period)
    let due = cases.reduce(0) { $0 + $1.due }
    let lost = cases.reduce(0) { $0 + $1.lost }
    let share = due + average > 0 ? (lost + average / 2) / (due + average) : 0.5
    let chance = share * (1 - share) * average
    let spread = cases.reduce(0) { $0 + ($1.lost / $1.due - share) * ($1.lost / $1.due - share) }
    let count = Double(cases.count)
    let least = min(0.25, chance / max(cases.last?.due ?? 0, average, 1e-9))
    noise = (spread + 3 * least) / (count + 2)
    error = count > 0 ? noise / (count + 2) : 1.0 / 12
    (self.share, self.early, self.months, self.begun) = (share, early, months, begun)
  }

  /// Those of the newest months, and how much of a longer period is lost without being due.
  private static func cases(
    _ flows: [(Month, MRRHistory.Flow)], _ begun: [Month: Double], _ months: Double
  ) -> ([Case], early: Double) {
    let isLong = months > 1.5
    let window = flows.suffix(isLong ? longWindow : shortWindow).map { month, flow in
      (
        flow: flow,
        due: isLong ? begun[month.advanced(by: -Int(months.rounded()))] ?? 0 : flow.opening
      )
    }
    let undue = window.filter { $0.due < 0.01 * $0.flow.opening }
    let opening = undue.reduce(0) { $0 + $1.flow.opening }
    let early = isLong && opening > 0 ? undue.reduce(0) { $0 + $1.flow.lost } / opening : 0
    let cases = window.filter { $0.due > 0 && $0.due >= 0.01 * $0.flow.opening }.map { one in
      (due: one.due, lost: min(one.due, max(0, one.flow.lost - early * one.flow.opening)))
    }
    return (cases, early)
  }

  /// The expected loss in a month, or this part of it, of what is there.
  func loss(of mrr: Double, in month: Month, part: Double) -> Double {
    guard months > 1.5 else { return mrr * (1 - pow(1 - share, part)) }
    return min(mrr, due(of: mrr, in: month) * share * part + early * mrr * part)
  }

  func due(of mrr: Double, in month: Month) -> Double {
    guard months > 1.5 else { return mrr }
    let length = Int(months.rounded())
    let rounds = (1...10).map { round in
      (begun[month.advanced(by: -round * length)] ?? 0) * pow(1 - share, Double(round - 1))
    }
    return min(mrr, rounds.reduce(0, +))
  }

  /// What began in each month; of what was there before the first one, an equal part each month.
  private static func begun(_ flows: [(Month, MRRHistory.Flow)], _ months: Double) -> [Month:
    Double]
  {
    var begun = Dictionary(firstOf: flows.map { ($0.0, $0.1.begun) })
    guard let first = flows.first, first.1.opening > 0, months > 1.5 else { return begun }
    for ago in 1...Int(months.rounded()) {
      begun[first.0.advanced(by: -ago)] = first.1.opening / months
    }
    return begun
  }

  private static func average(_ history: MRRHistory, _ period: String) -> Double {
    guard let flow = history.entries.last?.flows[period], flow.subscribers > 0 else { return 0 }
    return flow.closing / flow.subscribers
  }
}
