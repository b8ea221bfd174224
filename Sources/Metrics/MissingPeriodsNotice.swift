import Timeline
import Values

/// Charges of products that the catalogue lacks, of which the log tells no billing period either:
/// they are revenue, and give nobody MRR. Where they are more than a few, every form of a report
/// says so above its headline (Definitions, "Charges"): a few may well be bought once. Numbers are
/// nil where they are hidden (``SmallCells``).
package struct MissingPeriodsNotice: Sendable, Equatable {
  package let charges: Int64?
  /// All charges with a price.
  private let all: Int64

  /// One charge in so many is worth a notice.
  private static let few: Int64 = 100

  /// Nil where every charge, or all but a few, has its period.
  package init?(_ figures: Figures) {
    guard let row = figures.row(of: .missingPeriod) else { return nil }
    charges = row[DataQuality.cases]
    all = figures.rows(of: Operations.self).totals.sum(Operations.paidCharges)
    if let charges, charges < all / Self.few { return nil }
  }
}

// MARK: - In words

extension MissingPeriodsNotice {
  /// What is missing, what follows from it, and which key mends it.
  package var sentences: [String] {
    let count = charges.map { "\(grouped($0)) of \(counted(max(all, $0), "charge"))" }
    return [
      "\(count ?? "Some charges") \(charges == 1 ? "has" : "have") no billing period, neither in the log "
        + "nor in the catalogue.",
      "They are in revenue, but give nobody MRR, and nobody who paid them is a subscriber.",
      "Log period or expires_at with each payment, or write the period of each product into products of "
        + "the configuration; runrate init drafts them.",
    ]
  }

  /// What stands beside MRR and subscribers: `180 charges without a period`.
  package var mark: String {
    "\(charges.map { counted($0, "charge") } ?? "charges") without a period"
  }
}
