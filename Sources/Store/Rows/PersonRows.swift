import Feed
import Settings
import Timeline
import Values

/// A customer, whose id is that of the user seen first.
extension Timeline: DerivedRow {
  static let table = CustomerTable.customer

  static func columns<Columns: RowColumns>(
    of timeline: Self?, in context: RowContext?, to columns: inout Columns
  ) {
    columns.key("id", context?.customer)
    columns.time("first_ms", timeline?.firstEvent)
    for place in Dimension.ofCustomers.indices {
      columns.text(Dimension.ofCustomers[place].name, timeline?.attributes.values[place])
    }
    columns.integer("since_day", context?.day(of: timeline?.accessSince), nullable: true)
    columns.time("access_until_ms", timeline?.accessUntil, nullable: true)
    columns.time(
      "complimentary_until_ms", timeline?.grants.lazy.map(\.end).max(), nullable: true)
    columns.amount("net_revenue", timeline.map { $0.gross - $0.refunded })
    columns.app(timeline.map(\.app))
  }

  /// All payments, in the reporting currency.
  fileprivate var gross: Amount {
    var gross = Amount.zero
    for index in charges.indices { gross += charges[index].gross ?? .zero }
    return gross
  }

  private var refunded: Amount { refunds.reduce(.zero) { $0 + $1.amount } }
}

/// That a customer was referred, by the user id of the referrer.
extension Referral: DerivedRow {
  static let table = CustomerTable.referral

  static func columns<Columns: RowColumns>(
    of referral: Self?, in context: RowContext?, to columns: inout Columns
  ) {
    columns.keys(context)
    columns.integer(
      "referrer", referral.map { $0.referrer == 0 ? 0 : UserID(keyHash: $0.referrer) })
    columns.time("recorded_ms", referral?.recorded)
    columns.integer("recorded_day", context?.day(of: referral?.recorded))
    columns.time("completed_ms", referral?.completed, nullable: true)
    columns.integer("completed_day", context?.day(of: referral?.completed), nullable: true)
  }
}

/// That a customer redeemed an offer or a code.
extension OfferStart: DerivedRow {
  static let table = CustomerTable.redemption

  static func columns<Columns: RowColumns>(
    of start: Self?, in context: RowContext?, to columns: inout Columns
  ) {
    columns.keys(context)
    columns.time("time_ms", start?.time)
    columns.text("offer", start?.offer)
    columns.text("code", start?.code)
  }
}

/// What a person should look at.
struct Suspicion: DerivedRow {
  static let table = CustomerTable.suspicion

  let kind: AnomalyFlag.Kind
  var transaction: UInt64 = 0
  let cases: Int
  let amount: Amount
  let last: Instant
  /// Of many ids, the user that joins most of them.
  var other: UserID = 0

  static func columns<Columns: RowColumns>(
    of row: Self?, in context: RowContext?, to columns: inout Columns
  ) {
    columns.keys(context)
    columns.integer("kind", row?.kind.rawValue)
    columns.transaction(row?.transaction)
    columns.integer("cases", row?.cases)
    columns.amount("amount", row?.amount)
    columns.integer("last_day", context?.day(of: row?.last))
    columns.integer("other", row?.other)
  }
}

extension Suspicion {
  init(_ flag: AnomalyFlag) {
    self.init(
      kind: flag.kind, transaction: flag.transaction, cases: flag.count, amount: flag.amount,
      last: flag.last)
  }

  /// More ids than one person has.
  init(_ ids: ManyIDs, _ timeline: Timeline) {
    self.init(
      kind: .manyIDs, cases: ids.count, amount: timeline.gross, last: ids.last, other: ids.center)
  }
}
