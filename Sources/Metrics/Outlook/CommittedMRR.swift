import Values

/// Today's MRR less what is known to be on its way out, in whole cents: as CSV files write them,
/// the parts add up.
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
