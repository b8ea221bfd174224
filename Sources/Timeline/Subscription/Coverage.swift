package import Feed
package import Values

/// The time that a trial, a charge or a free offer gives access (Definitions, "When somebody has
/// access").
package struct Coverage: Sendable {
  package enum Kind: Sendable { case trial, paid, free }

  /// A stretch of access. A coverage has more than one when grace or an undone refund brings back
  /// one that was already over: the gap stays a gap, so that earlier days keep their state.
  package struct Piece: Sendable {
    package var start: Instant
    package var end: Instant
    /// The coverage's own end as known in this piece: past it, it runs on tolerance or grace.
    package var ownEnd: Instant
    /// From when to when grace lasts, where there is any.
    package var grace: Range<Instant>?
    /// What ended this piece before its own rules did. Stays when the coverage resumes later: how
    /// it looked until then does not change.
    package var stop: Stop?
    /// The terms that it has by a change of plan, by their place among the customer's; nil for those
    /// of the coverage's charge.
    package var terms: Int?
  }

  /// What ended a coverage before its own rules did. Raw values are stored, and 0 for none.
  package enum Stop: Int64, CaseIterable, Sendable { case replaced = 1, expired, refunded, revoked }

  package let kind: Kind
  package let start: Instant
  /// Product, tier and period of the last terms.
  package private(set) var product: StringID
  package private(set) var tier: StringID
  /// Nil where apps are not told apart, 0 where none is known.
  package let app: StringID?
  package private(set) var period: Period?
  package private(set) var graceLength: TimeSpan
  /// Key of the `transaction_id` of the charge or trial, 0 for none.
  package let transaction: UInt64
  /// Index of the charge, nil for trials and free offers.
  package internal(set) var charge: Int?

  package internal(set) var ownEnd: Instant
  /// The day of the month that the own end means, where the month that it lies in, or one of those
  /// before, was too short for it.
  package internal(set) var meantDay: Int?
  /// Why the `expired` that ended it says it did; 0 for none.
  var endReason: StringID = 0
  package internal(set) var pieces: SmallArray<Piece>
  package internal(set) var stop: Stop?
  package internal(set) var graceEnd: Instant?
  var cancelledAt: Instant?
  var failedAt: Instant?
  /// A trial that an `expired` or `revoked` spoke of, even after its end.
  package internal(set) var isLapsed = false
  /// When its subscription ended so that what is paid for the time before is owed money alone.
  var finalEnd: Instant?
  /// Since when its biller has given up on the payment that is due.
  var unpaidSince: Instant?

  /// No access is known to last longer. Tolerance and grace end later, and their days, too, have
  /// years of four digits.
  static var latestEnd: Instant { .distantFuture - .days(366) }

  init(
    kind: Kind, start: Instant, ownEnd: Instant, product: ProductRule?, app: StringID?,
    period: Period?, graceLength: TimeSpan, transaction: UInt64, charge: Int?,
    meantDay: Int? = nil
  ) {
    self.kind = kind
    self.start = start
    let ownEnd = min(ownEnd, Self.latestEnd)
    self.ownEnd = ownEnd
    self.product = product?.id ?? 0
    self.tier = product?.tier ?? 0
    self.app = app
    self.period = period
    self.graceLength = graceLength
    self.transaction = transaction
    self.charge = charge
    self.meantDay = meantDay
    // One that is told of after its own end has no length, rather than a negative one.
    pieces = SmallArray(Piece(start: start, end: max(start, ownEnd), ownEnd: ownEnd, grace: nil))
  }

  /// The end as known now, tolerance, grace and interruptions included.
  package var end: Instant { pieces[pieces.count - 1].end }

  /// Whether it ended in trouble with billing: a payment had failed, or it was in a grace that
  /// reached past its own end (Definitions, "Churn and retention").
  package var hadBillingTrouble: Bool {
    hadBillingTrouble(in: pieces[pieces.count - 1], before: .distantFuture)
  }

  /// The same of one piece, as it was known just before `close`.
  func hadBillingTrouble(in piece: Piece, before close: Instant) -> Bool {
    failedAt.map { $0 < close } ?? false || piece.grace != nil
  }

  func isRunning(at time: Instant) -> Bool {
    let piece = pieces[pieces.count - 1]
    return piece.start <= time && time < piece.end
  }

  /// Where the coverage's own rules end it (Definitions, "When somebody has access"), were it not
  /// stopped.
  func naturalEnd(tolerance: TimeSpan) -> Instant {
    let graceEnd = max(ownEnd, graceEnd ?? ownEnd)
    guard kind == .paid else { return graceEnd }
    if graceEnd > ownEnd {
      let wasCancelledBefore = cancelledAt.map { $0 <= ownEnd } ?? false
      return wasCancelledBefore ? graceEnd : max(ownEnd + tolerance, graceEnd)
    }
    let lapse = min(cancelledAt ?? .distantFuture, failedAt ?? .distantFuture)
    return lapse < .distantFuture ? max(ownEnd, lapse) : ownEnd + tolerance
  }

  /// Moves the end, never into the past of `time`: what was active stays active. A coverage that
  /// is over starts again at `time` if the new end lies behind it.
  mutating func moveEnd(to end: Instant, at time: Instant) {
    if isRunning(at: time) {
      pieces[pieces.count - 1].end = max(end, time)
    } else if end > time {
      goOn(from: time, to: end)
    }
    markGrace(from: time)
  }

  private mutating func goOn(from start: Instant, to end: Instant) {
    let terms = pieces[pieces.count - 1].terms
    pieces.append(Piece(start: start, end: end, ownEnd: ownEnd, grace: nil, terms: terms))
  }

  /// Goes on from `time` under other terms, whose place among the customer's is `index`.
  mutating func change(to terms: Charge, _ index: Int, graceLength: TimeSpan, at time: Instant) {
    (product, tier, period) = (terms.product, terms.tier, terms.period)
    self.graceLength = graceLength
    var next = pieces[pieces.count - 1]
    (next.start, next.terms) = (time, index)
    next.grace = next.grace.map { max(time, $0.lowerBound)..<max(time, $0.upperBound) }
    pieces[pieces.count - 1].end = time
    pieces.append(next)
  }

  /// How many pieces it has under terms to which it was changed.
  var changesOfPlan: Int { pieces.count { $0.terms != nil } }

  /// Moves the places of its changed terms.
  mutating func rebase(terms offset: Int) {
    for index in pieces.indices { pieces[index].terms = pieces[index].terms.map { $0 + offset } }
  }

  /// The place of the charge whose terms hold in a piece; nil for trials and free offers.
  package func terms(in piece: Piece) -> Int? { piece.terms ?? charge }

  /// Lasts until `time` after all, without an interruption since it ended.
  mutating func last(until time: Instant) {
    pieces[pieces.count - 1].end = max(pieces[pieces.count - 1].end, time)
  }

  /// Past its own end, ends at `time`, where it lasted longer.
  mutating func endWaiting(at time: Instant) {
    guard time >= ownEnd, time < end else { return }
    stop = .replaced
    for index in pieces.indices where pieces[index].end > time {
      pieces[index].end = max(pieces[index].start, time)
      pieces[index].stop = .replaced
    }
  }

  /// Ends the running coverage at `time`.
  mutating func stop(_ reason: Stop, at time: Instant) {
    pieces[pieces.count - 1].end = time
    pieces[pieces.count - 1].stop = reason
    stop = reason
  }

  /// Moves the own end. Where the coverage is past its old one already, the time since then stays
  /// grace or tolerance: a new piece begins.
  mutating func extend(to newEnd: Instant, tolerance: TimeSpan, at time: Instant) {
    let wasPastOwnEnd = time > ownEnd
    meantDay = nil
    ownEnd = min(newEnd, Self.latestEnd)
    if wasPastOwnEnd {
      pieces[pieces.count - 1].end = time
      let end = naturalEnd(tolerance: tolerance)
      goOn(from: time, to: end)
    } else {
      pieces[pieces.count - 1].ownEnd = ownEnd
      moveEnd(to: naturalEnd(tolerance: tolerance), at: time)
    }
    markGrace(from: time)
  }

  private mutating func markGrace(from time: Instant) {
    guard let graceEnd else { return }
    if let known = pieces[pieces.count - 1].grace, known.upperBound < time, graceEnd > time {
      // Another one, behind a time in which none was known: that stays as it was.
      let end = pieces[pieces.count - 1].end
      pieces[pieces.count - 1].end = time
      goOn(from: time, to: end)
    }
    let last = pieces.count - 1
    let known = pieces[last].grace
    let start = max(pieces[last].ownEnd, known?.lowerBound ?? time)
    // A grace that is cut short was grace until now: days that are over keep their state.
    let end = max(graceEnd, min(time, known?.upperBound ?? graceEnd))
    // One of no day, as of an app that grants none, has been a grace past the own end nevertheless.
    let isGrace = start < end || start == end && graceEnd > pieces[last].ownEnd
    pieces[last].grace = isGrace ? start..<end : nil
  }
}

/// What a row of the table `coverage` tells of: a coverage of some kind, or what stands beside
/// coverages. Raw values are stored, and models in SQL have them as numbers.
package enum CoverageKind: Int64, CaseIterable, Sendable {
  case trial = 1, paid, free, grant
  /// The days on which an add-on has MRR, which gives no access.
  case addOn

  package init(_ kind: Coverage.Kind) {
    self =
      switch kind {
      case .trial: .trial
      case .paid: .paid
      case .free: .free
      }
  }

  /// As the view `coverages` has it.
  package var name: String { self == .addOn ? "add_on" : "\(self)" }
}
