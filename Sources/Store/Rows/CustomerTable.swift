import Timeline

/// The derived tables with rows of customers, named as in the database.
enum CustomerTable: Int, CaseIterable, Sendable {
  case customer, charge, refund, coverage, trialTransaction, referral, redemption, complimentary,
    suspicion, paymentDoubt

  private var row: any DerivedRow.Type {
    switch self {
    case .customer: Timeline.self
    case .charge: Charge.self
    case .refund: Refund.self
    case .coverage: CoverageRow.self
    case .trialTransaction: TrialTransaction.self
    case .referral: Referral.self
    case .redemption: OfferStart.self
    case .complimentary: ComplimentaryAccess.self
    case .suspicion: Suspicion.self
    case .paymentDoubt: PaymentDoubts.self
    }
  }

  private static let definitions = allCases.map { TableDefinition(of: $0.row) }

  var name: String { snakeCase("\(self)") }

  /// Its place among the tables, from 0.
  var index: Int { rawValue }

  /// Its columns in the order of the rows.
  var columns: [DerivedColumn] { Self.definitions[index].columns }

  /// How many columns it has.
  var width: Int { columns.count }

  /// The column that says whose a row is.
  var customerColumn: String { columns[0].name }

  /// The statement that makes it.
  var schema: String { Self.definitions[index].statement(name) }
}
