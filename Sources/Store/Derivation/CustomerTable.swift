import Settings

/// The derived tables with rows of customers, named as in the database: what the fold makes of each
/// customer beside facts.
enum CustomerTable: Int, CaseIterable, Sendable {
  case customer, charge, refund, coverage, referral, redemption, complimentary, suspicion

  var name: String { "\(self)" }

  /// Its place among the tables, from 0.
  var index: Int { rawValue }

  /// How many columns it has.
  var width: Int {
    switch self {
    case .customer: 7 + Dimension.ofCustomers.count
    case .charge: 17
    case .refund: 9
    case .coverage: 21
    case .referral: 7
    case .redemption: 5
    case .complimentary, .suspicion: 8
    }
  }

  /// The column that says whose a row is.
  var customerColumn: String { self == .customer ? "id" : "customer" }
}

extension CustomerTable {
  /// Columns of charges by their places.
  enum Charge {
    static let gross = 11
    static let transaction = 16
  }

  /// Columns of refunds by their places.
  enum Refund {
    static let amount = 5
  }
}
