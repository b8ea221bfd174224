import Feed
import Timeline
import Values

/// A successful payment, price 0 included.
extension Charge: DerivedRow {
  static let table = CustomerTable.charge

  static func columns<Columns: RowColumns>(
    of charge: Self?, in context: RowContext?, to columns: inout Columns
  ) {
    columns.keys(context)
    columns.time("time_ms", charge?.time)
    columns.integer("day", context?.day(of: charge?.time))
    columns.text("product", charge?.product)
    columns.text("tier", charge?.tier)
    columns.period(charge.map(\.period))
    columns.text("country", charge?.country)
    columns.text("currency", charge?.currency)
    columns.amount("original_price", charge?.price, nullable: true)
    columns.amount("original_refunded", charge?.refunded)
    columns.amount("gross", charge?.gross, nullable: true)
    columns.amount("tax", charge?.tax)
    columns.amount("commission", charge?.commission)
    columns.flag("is_estimated", charge?.isEstimated)
    columns.app(charge.map(\.app))
    columns.transaction(charge?.transaction)
  }
}

/// A refund of a charge, or a reversal of one.
extension Refund: DerivedRow {
  static let table = CustomerTable.refund

  static func columns<Columns: RowColumns>(
    of refund: Self?, in context: RowContext?, to columns: inout Columns
  ) {
    columns.keys(context)
    columns.integer("charge", refund?.charge)
    columns.time("time_ms", refund?.time)
    columns.integer("day", context?.day(of: refund?.time))
    columns.amount("amount", refund?.amount)
    columns.amount("tax", refund?.tax)
    columns.amount("commission", refund?.commission)
    columns.flag("is_reversal", refund?.isReversal)
  }
}

/// Payments and refunds of a customer by which a figure may be wrong, of one issue and transaction:
/// what was paid, or, of refunds of an unknown payment, what they name.
struct PaymentDoubts: DerivedRow {
  static let table = CustomerTable.paymentDoubt

  let issue: DataQualityIssue
  let transaction: UInt64
  let doubts: [PaymentDoubt]

  static func columns<Columns: RowColumns>(
    of row: Self?, in context: RowContext?, to columns: inout Columns
  ) {
    columns.key("customer", context?.customer)
    columns.key("issue", row.map { Int64($0.issue.rawValue) })
    columns.transaction(row?.transaction, isKey: true)
    columns.integer("cases", row?.doubts.count)
    columns.amount("amount", row?.doubts.reduce(.zero) { $0 + $1.amount })
    columns.integer("last_day", context?.day(of: row?.doubts.lazy.map(\.time).max()))
  }

  static func all(_ doubts: [PaymentDoubt]) -> [Self] {
    guard !doubts.isEmpty else { return [] }
    let alike = Dictionary(grouping: doubts) {
      [Int64($0.issue.rawValue), $0.transaction.transactionNumber]
    }
    return alike.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
      Self(issue: $0.value[0].issue, transaction: $0.value[0].transaction, doubts: $0.value)
    }
  }
}
