import Feed
import SQLite
import Settings
import Timeline
import Values

/// Rows of customers in the derived tables, as integers in the order of the columns.
struct CustomerRows: Sendable, Equatable {
  private var buffers = CustomerTable.allCases.map { RowBuffer(width: $0.width) }

  init() {}

  private(set) subscript(_ table: CustomerTable) -> RowBuffer {
    get { buffers[table.index] }
    _modify { yield &buffers[table.index] }
  }

  mutating func add(_ other: CustomerRows) {
    for place in buffers.indices { buffers[place].add(other.buffers[place]) }
  }

  mutating func add(_ timeline: Timeline, id: UserID, _ manyIDs: ManyIDs?, _ zone: Zone) {
    for index in timeline.subscriptions.indices {
      for number in timeline.subscriptions[index].coverages {
        add(
          timeline.coverages[number], number, timeline.subscriptions[index], timeline, id, zone)
      }
    }
    addTransactions(ofTrials: timeline, id)
    for (index, grant) in timeline.grants.enumerated() {
      add(grant, timeline.coverages.count + index, id, zone)
      describe(grant, index, timeline, id, zone)
    }
    for number in timeline.charges.indices where !timeline.charges[number].isPlanTerms {
      add(timeline.charges[number], number, id, zone)
    }
    for (number, refund) in timeline.refunds.enumerated() { add(refund, number, id, zone) }
    addAddOns(of: timeline, id, zone)
    for (number, referral) in timeline.referrals.enumerated() { add(referral, number, id, zone) }
    for (number, offer) in timeline.offers.enumerated() where offer.isOffer {
      self[.redemption].append([
        id, Int64(number), offer.time.milliseconds, Int64(offer.offer), Int64(offer.code),
      ])
    }
    for (number, doubt) in timeline.anomalyFlags.enumerated() { add(doubt, number, id, zone) }
    if let manyIDs { add(manyIDs, timeline, id, zone) }
    add(timeline.doubts, id, zone)
    setCustomer(timeline, id, zone)
  }

  private mutating func addTransactions(ofTrials timeline: borrowing Timeline, _ id: UserID) {
    for number in timeline.coverages.indices {
      guard timeline.coverages[number].kind == .trial else { continue }
      let transaction = timeline.coverages[number].transaction
      guard transaction != 0 else { continue }
      self[.trialTransaction].append([id, Int64(number), transaction.transactionNumber])
    }
  }

  private mutating func add(_ referral: Referral, _ number: Int, _ id: UserID, _ zone: Zone) {
    self[.referral].append([
      id, Int64(number), referral.referrer == 0 ? 0 : UserID(keyHash: referral.referrer),
      referral.recorded.milliseconds, Int64(zone.day(of: referral.recorded).number),
      referral.completed?.milliseconds ?? Statement.null,
      referral.completed.map { Int64(zone.day(of: $0).number) } ?? Statement.null,
    ])
  }

  private mutating func describe(
    _ grant: Grant, _ number: Int, _ timeline: Timeline, _ id: UserID, _ zone: Zone
  ) {
    let paid = timeline.charges.lazy.filter { $0.isPaid && $0.time > grant.start }.map(\.time).min()
    self[.complimentary].append([
      id, Int64(number), Int64(zone.day(of: grant.start).number),
      grant.isOpen ? Statement.null : Int64(zone.day(of: grant.end).number), Int64(grant.reason),
      Int64(grant.grantedBy), Int64(grant.product),
      paid.map { Int64(zone.day(of: $0).number) } ?? Statement.null,
    ])
  }

  private mutating func add(_ doubt: AnomalyFlag, _ number: Int, _ id: UserID, _ zone: Zone) {
    self[.suspicion].append([
      id, Int64(number), doubt.kind.rawValue, doubt.transaction.transactionNumber,
      Int64(doubt.count), doubt.amount.micros, Int64(zone.day(of: doubt.last).number), 0,
    ])
  }

  private mutating func add(
    _ manyIDs: ManyIDs, _ timeline: Timeline, _ id: UserID, _ zone: Zone
  ) {
    let gross = timeline.charges.reduce(Amount.zero) { $0 + ($1.gross ?? .zero) }
    self[.suspicion].append([
      id, Int64(timeline.anomalyFlags.count), AnomalyFlag.Kind.manyIDs.rawValue, 0,
      Int64(manyIDs.count), gross.micros, Int64(zone.day(of: manyIDs.last).number),
      manyIDs.center,
    ])
  }

  /// One row for each issue, and each payment that refunds name.
  private mutating func add(_ doubts: [PaymentDoubt], _ id: UserID, _ zone: Zone) {
    guard !doubts.isEmpty else { return }
    let alike = Dictionary(grouping: doubts) {
      [Int64($0.issue.rawValue), $0.transaction.transactionNumber]
    }
    for (key, doubts) in alike.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let last = doubts.lazy.map(\.time).max() ?? .distantPast
      let amount = doubts.reduce(Amount.zero) { $0 + $1.amount }
      self[.paymentDoubt].append([
        id, key[0], key[1], Int64(doubts.count), amount.micros, Int64(zone.day(of: last).number),
      ])
    }
  }

  private mutating func setCustomer(_ timeline: Timeline, _ id: UserID, _ zone: Zone) {
    var gross = Amount.zero
    for index in timeline.charges.indices { gross += timeline.charges[index].gross ?? .zero }
    let refunded = timeline.refunds.reduce(Amount.zero) { $0 + $1.amount }
    self[.customer].put(id)
    self[.customer].put(timeline.firstEvent.milliseconds)
    for place in Dimension.ofCustomers.indices {
      self[.customer].put(Int64(timeline.attributes.values[place]))
    }
    let rest: InlineArray<5, Int64> = [
      timeline.accessSince.map { Int64(zone.day(of: $0).number) } ?? Statement.null,
      timeline.accessUntil?.milliseconds ?? Statement.null,
      timeline.grants.lazy.map(\.end.milliseconds).max() ?? Statement.null,
      (gross - refunded).micros, column(ofApp: timeline.app),
    ]
    for column in rest.indices { self[.customer].put(rest[column]) }
  }

  private mutating func add(_ charge: borrowing Charge, _ number: Int, _ id: UserID, _ zone: Zone) {
    self[.charge].append([
      id, Int64(number), charge.time.milliseconds, Int64(zone.day(of: charge.time).number),
      Int64(charge.product), Int64(charge.tier), Int64(charge.period?.packed ?? 0),
      Int64(charge.country), Int64(charge.currency), charge.price?.micros ?? Statement.null,
      charge.refunded.micros, charge.gross?.micros ?? Statement.null, charge.tax.micros,
      charge.commission.micros, charge.isEstimated ? 1 : 0,
      column(ofApp: charge.app), charge.transaction.transactionNumber,
    ])
  }

  private mutating func add(_ refund: Refund, _ number: Int, _ id: UserID, _ zone: Zone) {
    self[.refund].append([
      id, Int64(number), Int64(refund.charge), refund.time.milliseconds,
      Int64(zone.day(of: refund.time).number), refund.amount.micros, refund.tax.micros,
      refund.commission.micros, refund.isReversal ? 1 : 0,
    ])
  }

  private mutating func add(
    _ coverage: borrowing Coverage, _ number: Int, _ subscription: borrowing Timeline.Subscription,
    _ timeline: borrowing Timeline, _ id: UserID, _ zone: Zone
  ) {
    for index in coverage.pieces.indices {
      let piece = coverage.pieces[index]
      let terms = coverage.terms(in: piece)
      let money = coverage.kind == .paid ? terms : nil
      let sold = (
        product: terms.map { timeline.charges[$0].product } ?? coverage.product,
        tier: terms.map { timeline.charges[$0].tier } ?? coverage.tier,
        period: (terms.flatMap { timeline.charges[$0].period } ?? coverage.period)?.packed ?? 0
      )
      self[.coverage].append([
        id, Int64(number), Int64(index), CoverageKind(coverage.kind).rawValue,
        coverage.charge.map(Int64.init) ?? Statement.null,
        Int64(sold.product), Int64(sold.tier), Int64(sold.period), piece.start.milliseconds,
        piece.ownEnd.milliseconds, Int64(zone.day(of: piece.ownEnd).number), piece.end.milliseconds,
        Int64(zone.day(of: piece.start).number), Int64(zone.day(of: piece.end).number),
        piece.grace?.upperBound.milliseconds ?? Statement.null, coverage.stop?.rawValue ?? 0,
        subscription.autoRenew.isOn ? 1 : 0, coverage.hadBillingTrouble ? 1 : 0,
        money.map { timeline.charges[$0].mrr.micros } ?? 0,
        money.map { timeline.charges[$0].netMRR.micros } ?? 0,
        money.map { timeline.charges[$0].recurringGross.micros } ?? 0,
        column(ofApp: coverage.app),
      ])
    }
  }
}

/// No string has a number below 0.
private func column(ofApp app: StringID?) -> Int64 { app.map(Int64.init) ?? -1 }

extension CustomerRows {
  /// The days on which add-ons have MRR, behind all coverages and grants.
  private mutating func addAddOns(of timeline: Timeline, _ id: UserID, _ zone: Zone) {
    let first = timeline.coverages.count + timeline.grants.count
    for (place, addOn) in timeline.addOnStretches(zone).enumerated() {
      let charge = timeline.charges[addOn.charge]
      let end = zone.start(of: addOn.days.upperBound)
      self[.coverage].append([
        id, Int64(first + place), 0, CoverageKind.addOn.rawValue, Int64(addOn.charge),
        Int64(charge.product),
        Int64(charge.tier), Int64(charge.period?.packed ?? 0),
        zone.start(of: addOn.days.lowerBound).milliseconds, end.milliseconds,
        Int64(addOn.days.upperBound.number), end.milliseconds,
        Int64(addOn.days.lowerBound.number), Int64(addOn.days.upperBound.number), Statement.null,
        0, 0, 0, charge.mrr.micros, charge.netMRR.micros, 0, column(ofApp: charge.app),
      ])
    }
  }
}

extension CustomerRows {
  private mutating func add(_ grant: Grant, _ number: Int, _ id: UserID, _ zone: Zone) {
    let end = zone.day(of: grant.end).number
    self[.coverage].append([
      id, Int64(number), 0, CoverageKind.grant.rawValue, Statement.null, Int64(grant.product), 0, 0,
      grant.start.milliseconds, grant.isOpen ? Statement.null : grant.end.milliseconds,
      grant.isOpen ? Statement.null : Int64(end), grant.end.milliseconds,
      Int64(zone.day(of: grant.start).number), Int64(end), Statement.null,
      grant.isRevoked ? Coverage.Stop.revoked.rawValue : 0, 0, 0, 0, 0, 0, column(ofApp: nil),
    ])
  }
}

/// Rows of one width behind one another.
struct RowBuffer: Sendable, Equatable {
  let width: Int
  private(set) var values: [Int64] = []

  init(width: Int) { self.width = width }

  var count: Int {
    precondition(values.count % width == 0, "a row has as many values as its table has columns")
    return values.count / width
  }

  mutating func append<let columns: Int>(_ row: InlineArray<columns, Int64>) {
    precondition(columns == width, "a row has as many values as its table has columns")
    for column in row.indices { values.append(row[column]) }
  }

  /// Adds the next column of a row whose width the program does not know.
  mutating func put(_ value: Int64) { values.append(value) }

  mutating func add(_ other: RowBuffer) { values += other.values }

  func forEach(_ body: (ArraySlice<Int64>) throws -> Void) rethrows {
    for row in 0..<count { try body(values[(row * width)..<((row + 1) * width)]) }
  }
}
