import Feed
import Timeline
import Values

/// A stretch of access, or the days on which an add-on has MRR, which is no access. It is active at
/// the ends of start_day to end_day - 1.
struct CoverageRow: DerivedRow {
  static let table = CustomerTable.coverage

  var piece = 0
  let kind: CoverageKind
  var charge: Int?
  let product: StringID
  var tier: StringID = 0
  var period: Period?
  let start: Instant
  /// Nil for a grant without an end.
  let ownEnd: Instant?
  let end: Instant
  var graceEnd: Instant?
  var stop: Coverage.Stop?
  var autoRenew = false
  var hadBillingTrouble = false
  var mrr = Amount.zero
  var netMRR = Amount.zero
  /// What the next renewal costs.
  var recurring = Amount.zero
  var app: StringID?

  static func columns<Columns: RowColumns>(
    of row: Self?, in context: RowContext?, to columns: inout Columns
  ) {
    columns.keys(context)
    columns.key("piece", row.map { Int64($0.piece) })
    columns.integer("kind", row?.kind.rawValue)
    columns.integer("charge", row?.charge, nullable: true)
    columns.text("product", row?.product)
    columns.text("tier", row?.tier)
    columns.period(row.map(\.period))
    columns.time("start_ms", row?.start)
    columns.time("own_end_ms", row?.ownEnd, nullable: true)
    columns.integer("own_end_day", context?.day(of: row?.ownEnd), nullable: true)
    columns.time("end_ms", row?.end)
    columns.integer("start_day", context?.day(of: row?.start))
    columns.integer("end_day", context?.day(of: row?.end))
    columns.time("grace_end_ms", row?.graceEnd, nullable: true)
    columns.integer("stop", row.map { $0.stop?.rawValue ?? 0 })
    columns.flag("auto_renew", row?.autoRenew)
    columns.flag("billing_trouble", row?.hadBillingTrouble)
    columns.amount("mrr", row?.mrr)
    columns.amount("net_mrr", row?.netMRR)
    columns.amount("recurring", row?.recurring)
    columns.app(row.map(\.app))
  }
}

extension CoverageRow {
  /// A piece of a trial, of what a charge paid for, or of a free offer.
  init(_ place: Int, of coverage: Coverage, autoRenew: Bool, _ timeline: Timeline) {
    let piece = coverage.pieces[place]
    let terms = coverage.terms(in: piece).map { timeline.charges[$0] }
    self.init(
      piece: place, kind: CoverageKind(coverage.kind), charge: coverage.charge,
      product: terms?.product ?? coverage.product, tier: terms?.tier ?? coverage.tier,
      period: terms?.period ?? coverage.period, start: piece.start, ownEnd: piece.ownEnd,
      end: piece.end, graceEnd: piece.grace?.upperBound, stop: coverage.stop,
      autoRenew: autoRenew, hadBillingTrouble: coverage.hadBillingTrouble, app: coverage.app)
    guard coverage.kind == .paid, let terms else { return }
    (mrr, netMRR, recurring) = (terms.mrr, terms.netMRR, terms.recurringGross)
  }

  init(_ grant: Grant) {
    self.init(
      kind: .grant, product: grant.product, start: grant.start,
      ownEnd: grant.isOpen ? nil : grant.end, end: grant.end,
      stop: grant.isRevoked ? .revoked : nil)
  }

  init(_ addOn: (charge: Int, days: Range<Day>), _ timeline: Timeline, _ zone: Zone) {
    let charge = timeline.charges[addOn.charge]
    let end = zone.start(of: addOn.days.upperBound)
    self.init(
      kind: .addOn, charge: addOn.charge, product: charge.product, tier: charge.tier,
      period: charge.period, start: zone.start(of: addOn.days.lowerBound), ownEnd: end, end: end,
      mrr: charge.mrr, netMRR: charge.netMRR, app: charge.app)
  }
}

/// The transaction of a trial, by the number of its coverage, where the log tells one.
struct TrialTransaction: DerivedRow {
  static let table = CustomerTable.trialTransaction

  let transaction: UInt64

  static func columns<Columns: RowColumns>(
    of row: Self?, in context: RowContext?, to columns: inout Columns
  ) {
    columns.keys(context)
    columns.transaction(row?.transaction)
  }
}

/// Complimentary access. `paid`: the first payment after its beginning.
struct ComplimentaryAccess: DerivedRow {
  static let table = CustomerTable.complimentary

  let grant: Grant
  let paid: Instant?

  static func columns<Columns: RowColumns>(
    of row: Self?, in context: RowContext?, to columns: inout Columns
  ) {
    columns.keys(context)
    columns.integer("start_day", context?.day(of: row?.grant.start))
    columns.integer(
      "end_day", context?.day(of: row.flatMap { $0.grant.isOpen ? nil : $0.grant.end }),
      nullable: true)
    columns.text("reason", row?.grant.reason)
    columns.text("granted_by", row?.grant.grantedBy)
    columns.text("product", row?.grant.product)
    columns.integer("paid_day", context?.day(of: row?.paid), nullable: true)
  }
}

extension ComplimentaryAccess {
  init(_ grant: Grant, _ timeline: Timeline) {
    self.grant = grant
    paid = timeline.charges.lazy.filter { $0.isPaid && $0.time > grant.start }.map(\.time).min()
  }
}
