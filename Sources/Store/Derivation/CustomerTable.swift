import Settings
import Timeline

/// The derived tables with rows of customers, named as in the database.
enum CustomerTable: Int, CaseIterable, Sendable {
  case customer, charge, refund, coverage, trialTransaction, referral, redemption, complimentary,
    suspicion, paymentDoubt

  var name: String { snakeCase("\(self)") }

  /// Its place among the tables, from 0.
  var index: Int { rawValue }

  /// Its columns as `derived.sql` has them, in the order of the rows.
  var columns: [DerivedColumn] { Self.columns[index] }

  /// How many columns it has.
  var width: Int { columns.count }

  /// The column that says whose a row is.
  var customerColumn: String { self == .customer ? "id" : "customer" }

  private func place(of column: DerivedColumn) -> Int {
    guard let place = columns.firstIndex(of: column) else {
      preconditionFailure("\(name) has no column \(column.name)")
    }
    return place
  }

  private static let columns = allCases.map(\.declaredColumns)

  private var declaredColumns: [DerivedColumn] {
    switch self {
    case .customer:
      ["id", "first_ms"] + Dimension.ofCustomers.map { .text($0.name) } + [
        "since_day", "access_until_ms", "complimentary_until_ms", "net_revenue", .text("app"),
      ]
    case .charge:
      [
        "customer", "number", "time_ms", "day", .text("product"), .text("tier"), "period",
        .text("country"), .text("currency"), "original_price", "original_refunded", "gross", "tax",
        "commission", "is_estimated", .text("app"), "transaction_hash",
      ]
    case .refund:
      [
        "customer", "number", "charge", "time_ms", "day", "amount", "tax", "commission",
        "is_reversal",
      ]
    case .coverage:
      [
        "customer", "number", "piece", "kind", "charge", .text("product"), .text("tier"), "period",
        "start_ms", "own_end_ms", "own_end_day", "end_ms", "start_day", "end_day", "grace_end_ms",
        "stop", "auto_renew", "billing_trouble", "mrr", "net_mrr", "recurring", .text("app"),
      ]
    case .trialTransaction: ["customer", "number", "transaction_hash"]
    case .referral:
      [
        "customer", "number", "referrer", "recorded_ms", "recorded_day", "completed_ms",
        "completed_day",
      ]
    case .redemption: ["customer", "number", "time_ms", .text("offer"), .text("code")]
    case .complimentary:
      [
        "customer", "number", "start_day", "end_day", .text("reason"), .text("granted_by"),
        .text("product"), "paid_day",
      ]
    case .suspicion:
      [
        "customer", "number", "kind", "transaction_hash", "cases", "amount", "last_day", "other",
      ]
    case .paymentDoubt:
      ["customer", "issue", "transaction_hash", "cases", "amount", "last_day"]
    }
  }
}

extension CustomerTable {
  enum Charge {
    static let gross = CustomerTable.charge.place(of: "gross")
    static let transaction = CustomerTable.charge.place(of: "transaction_hash")
  }

  enum Trial {
    static let transaction = CustomerTable.trialTransaction.place(of: "transaction_hash")
  }

  enum Refund {
    static let amount = CustomerTable.refund.place(of: "amount")
  }
}
