import Metrics
import Values

/// What customers have agreed to, and which figures rest on those who have.
extension Figures {
  var consentTable: FigureTable {
    var table = FigureTable(
      header: [
        "Consent", "Customers", "Payers", "App events, 28 days", "Share", "Store events, 28 days",
        "Share",
      ])
    table.fill(rows(of: Consent.self)) { row in
      row.cells([
        Consent.state, Consent.customers, Consent.payers, Consent.appEvents, Consent.appShare,
        Consent.storeEvents, Consent.storeShare,
      ]).map(shown)
    }
    return table
  }

  /// Said beside every figure that only the app's events tell, where the log has none of customers
  /// who have denied; empty elsewhere.
  var consentSentences: [String] {
    let rows = rows(of: Consent.self)
    guard let denied = rows.where(Consent.state, is: "denied").first,
      let granted = rows.where(Consent.state, is: "granted").first,
      denied.integer(Consent.customers) > 0, denied.integer(Consent.appEvents) == 0,
      granted.integer(Consent.appEvents) > 0
    else { return [] }
    let people = counted(denied.integer(Consent.customers), "customer")
    return [
      "Based on customers who consented: in 28 days the log has no app event of "
        + "\(people) who declined, \(shown(denied.cell(Consent.payers))) of whom have paid."
    ]
  }

  var consentRemarks: [ReportSection.Remark] {
    consentSentences.map { ReportSection.Remark(text: $0) }
  }
}
