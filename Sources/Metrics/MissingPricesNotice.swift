import Timeline
import Values

/// Charges of which neither the log nor the catalogue tells a price, so that they count no money:
/// what every form of a report says above its headline (Definitions, "Charges"). Numbers are nil
/// where they are hidden (``SmallCells``).
package struct MissingPricesNotice: Sendable, Equatable {
  package let charges: Int64?
  /// All charges, those of nothing left aside.
  private let all: Int64?

  /// Nil where every charge has its price.
  package init?(_ figures: Figures) {
    guard let row = figures.row(of: .missingPrice) else { return nil }
    charges = row[DataQuality.cases]
    let priced = figures.rows(of: Operations.self).totals.sum(Operations.paidCharges)
    all = charges.map { $0 + priced }
  }
}

// MARK: - In words

extension MissingPricesNotice {
  /// What is missing, what follows from it, and which key mends it.
  package var sentences: [String] {
    let count = charges.flatMap { charges in
      all.map { "\(grouped(charges)) of \(counted($0, "charge"))" }
    }
    return [
      "\(count ?? "Some charges") \(charges == 1 ? "has" : "have") no price, neither in the log nor "
        + "in the catalogue.",
      "They count as 0 in all money figures, and give nobody MRR.",
      "Log price and currency with each payment, or write the price of each product into products "
        + "of the configuration; runrate doctor names the products.",
    ]
  }

  /// What stands beside each figure that is too small for it: `167 charges without a price`.
  package var mark: String {
    "\(charges.map { counted($0, "charge") } ?? "charges") without a price"
  }
}

extension Figures {
  /// What stands above every figure: what could not be proven, and why money is too small.
  package var notices: [[String]] {
    [unprovenSentences].compactMap(\.self) + incompleteMoney
  }

  /// Why money figures are too small, each reason in a few sentences; none where they are whole.
  package var incompleteMoney: [[String]] {
    [
      MissingRatesNotice(self)?.sentences, MissingPricesNotice(self)?.sentences,
      MissingPeriodsNotice(self)?.sentences,
    ].compactMap(\.self)
  }

  /// What was counted of a doubt; nil where it was never met.
  func row(of doubt: DataQualityIssue) -> Row<DataQuality>? {
    rows(of: DataQuality.self).of(.doubt).first {
      $0[DataQuality.item] == doubt.text && $0[DataQuality.cases] != 0
    }
  }
}
