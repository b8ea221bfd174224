package import Timeline
import Values

/// What makes money doubtful without being an error, as a run reports it on stderr: how many cases,
/// and what to do.
package enum PaymentDoubts {
  /// A sentence for each kind that has cases.
  package static func sentences(_ figures: Figures) -> [String] {
    sentences { figures.row(of: $0)?[DataQuality.cases] ?? 0 }
  }

  /// `count`: how many cases a kind has.
  package static func sentences(_ count: (DataQualityIssue) -> Int64) -> [String] {
    DataQualityIssue.allCases.compactMap { issue in
      let cases = count(issue)
      return cases > 0 ? sentence(issue, cases) : nil
    }
  }

  private static func sentence(_ issue: DataQualityIssue, _ cases: Int64) -> String? {
    switch issue {
    case .cutShort:
      "\(counted(cases, "paid period")) ended early because a payment for another product followed: if "
        + "customers can hold both, log original_transaction_id; if one replaces the other, give both "
        + "products the same group, as products: { \"a\": { group: \"app\" }, \"b\": { group: \"app\" } }."
    case .claimedByMany:
      "\(counted(cases, "charge")) \(cases == 1 ? "has" : "have") a transaction_id that more than five "
        + "customers claim: it is ignored as an id, and each charge counts (suspicious.csv lists them)."
    case .standingEnd:
      "\(counted(cases, "renewal")) \(cases == 1 ? "has" : "have") the expires_at of the payment before: "
        + "log the end of the period that was paid."
    case .unmatchedRefund:
      "\(counted(cases, "refund")) \(cases == 1 ? "names" : "name") a payment that no log has, and "
        + "\(cases == 1 ? "moves" : "move") no money: read the logs of the payments, or log payment_id with both."
    case .convertedByVendor:
      "\(counted(cases, "charge")) \(cases == 1 ? "was" : "were") converted by the vendor, for want of an exchange "
        + "rate: set exchangeRates for your own."
    case .estimatedPrice, .unknownOffer, .missingPrice, .missingRate, .unknownProduct,
      .missingPeriod:
      nil
    }
  }
}
