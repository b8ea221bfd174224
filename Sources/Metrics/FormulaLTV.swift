package import Values

extension Figures {
  /// Lifetime value by formula: MRR per subscriber at the end of the last whole month ÷ the churn of
  /// subscribers in a month, over the last three (Definitions, "Lifetime value"). Nil where fewer
  /// than 30 have churned in them, or 300 were there at their openings.
  ///
  /// Not revenue of a month ÷ churn: a month's payments hold whole years, and months without any.
  package var formulaLTV: Amount? {
    let months = (1...3).map { asOf.advanced(by: 1).month.advanced(by: -$0).description }
    let churn = rows(of: Churn.self).totals.filter { months.contains($0.text(Churn.month)) }
    let opening = churn.reduce(0) { $0 + $1.integer(Churn.openingCustomers) }
    let churned = churn.reduce(0) { $0 + $1.integer(Churn.churnedCustomers) }
    guard opening >= 300, churned >= 30,
      let last = rows(of: MRRMovements.self).totals.last(where: {
        $0[MRRMovements.month]?.description == months[0]
      }),
      let mrr = last[MRRMovements.closing], let subscribers = last[MRRMovements.closingSubscribers],
      subscribers > 0
    else { return nil }
    return mrr.times(Fraction(opening, over: subscribers * churned))
  }
}
