import Settings
package import Values

package enum Offers: ReportTable, ByMonth, BySegment {
  package static let audience = key("audience", "new, returning, or running: had access already.")
  package static let starts = count("starts", "Redemptions; accesses that began, for (without).")
  package static let converted = count(
    "converted", "Followed by a payment at the full price so far.")
  package static let matured = count("matured", "Those whose terms ended 30 days ago.")
  package static let maturedConverted = count(
    "matured_converted", "Those of them followed by a full price in that time.")
  package static let conversionRate = ratio(
    "conversion_rate", maturedConverted, over: matured, "Matured converted ÷ matured.")
  package static let (low, high) = wilson(maturedConverted, of: matured, "that rate's")
  package static let similarConversionRate = ratio(
    "similar_conversion_rate", similarMaturedConverted, over: similarMatured,
    "The same of those without an offer.")
  package static let aged = count("aged", "Those that began 90 days ago.")
  package static let agedRetained = count(
    "aged_retained", "Those of them with MRR on the 90th day.")
  package static let retentionRate = ratio(
    "retention_rate", agedRetained, over: aged, "Aged retained ÷ aged.")
  package static let revenuePerCustomer = average(
    "revenue_per_customer", agedRevenue, over: aged, "Net revenue of the 90 days ÷ aged.")
  package static let similarAged = count(
    "similar_aged", "Same month and audience without an offer, 90 days old.")
  package static let similarRetentionRate = ratio(
    "similar_retention_rate", similarRetained, over: similarAged,
    "Those of them with MRR ÷ all of them.")
  package static let similarRevenuePerCustomer = average(
    "similar_revenue_per_customer", similarRevenue, over: similarAged,
    "Their net revenue of 90 days ÷ all of them.")

  // Columns of the query that rates are made of.
  static let similarMaturedConverted = hidden("similar_matured_converted")
  static let similarMatured = hidden("similar_matured")
  static let agedRevenue = hidden("aged_revenue", .money)
  static let similarRetained = hidden("similar_retained")
  static let similarRevenue = hidden("similar_revenue", .money)

  package static let schema = TableSchema(
    "offers",
    "One row for every month, offer or code, and audience; (without): who began without one.",
    question: "Do offers bring customers who stay?", topic: .offers,
    query: PackageResources.offers_sql,
    steps: [
      Model("offer_month", PackageResources.offer_month_sql, grain: "month, audience, segment")
    ],
    columns: [
      month, dimension, value, audience, starts, converted, matured, maturedConverted,
      conversionRate, low, high, similarConversionRate, aged, agedRetained, retentionRate,
      revenuePerCustomer, similarAged, similarRetentionRate, similarRevenuePerCustomer,
    ],
    traces: [.event], dimensions: [.offer, .offerCode], whole: .offer)
}

extension Collection where Element == Row<Offers> {
  /// Net revenue of the first 90 days for each customer whose 90 days are over, over all rows; nil
  /// where there is none.
  package var agedRevenuePerCustomer: Amount? {
    guard let aged = pooled(Offers.aged), aged > 0 else { return nil }
    let sum = reduce(Amount.zero) { sum, row in
      let each = row[Offers.revenuePerCustomer] ?? .zero
      return sum + each.times(Fraction(row.integer(Offers.aged), over: 1))
    }
    return sum.times(Fraction(1, over: aged))
  }
}
