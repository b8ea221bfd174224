import Metrics
import Values

/// Times in which everybody had access: what they do to rates, and who paid after them.
extension Figures {
  var freeAccessTable: FigureTable {
    FigureTable(
      citing: rows(of: FreeAccess.self), self,
      [
        .of("Everybody had access", FreeAccess.reason), .of("From", FreeAccess.from),
        .of("To", FreeAccess.to), .of("Customers", FreeAccess.customers),
        .of("Had paid before", FreeAccess.payersBefore), .of("Others", FreeAccess.others),
        .of("Paid in 7 days", FreeAccess.rate7), .of("30 days", FreeAccess.rate30),
        .interval(FreeAccess.low30, FreeAccess.high30), .of("90 days", FreeAccess.rate90),
        .of("Net revenue since", FreeAccess.netRevenue),
      ])
  }

  /// Which cohorts fall into such a time, and what that means for a figure.
  func freeAccessRemarks(_ meaning: (Row<FreeAccess>) -> String) -> [ReportSection.Remark] {
    rows(of: FreeAccess.self).map { row in
      let end = row[FreeAccess.to].map { "to \(shown(.day($0)))" } ?? "on"
      let days = "from \(shown(row.cell(FreeAccess.from))) \(end)"
      let reason = row.text(FreeAccess.reason)
      return ReportSection.Remark(
        text: "Everybody had access \(days) (\(reason)): " + meaning(row))
    }
  }

  var freeTrialRemarks: [ReportSection.Remark] {
    freeAccessRemarks { row in
      "its \(counted(row.integer(FreeAccess.trials), "trial")) are excluded from matured rates."
    }
  }

  var freeFunnelRemarks: [ReportSection.Remark] {
    freeAccessRemarks { _ in
      "cohorts whose conversion window overlaps it are excluded from matured rates."
    }
  }

  var freeChurnRemarks: [ReportSection.Remark] {
    freeAccessRemarks { row in
      "churn \(months(row)) is not comparable, because nobody lost access by leaving."
    }
  }

  /// `in Apr 2025`, `from Apr 2025 to May 2025`, or `since Apr 2025`.
  private func months(_ row: Row<FreeAccess>) -> String {
    let from = row[FreeAccess.from]?.month ?? asOf.month
    let first = DisplayFormat.monthAndYear(from)
    guard let to = row[FreeAccess.to], to <= asOf else { return "since \(first)" }
    return from == to.month
      ? "in \(first)" : "from \(first) to \(DisplayFormat.monthAndYear(to.month))"
  }
}

/// What customers have agreed to, and which figures rest on those who have.
extension Figures {
  var consentTable: FigureTable {
    FigureTable(
      citing: rows(of: Consent.self), self,
      [
        .of("Consent", Consent.state), .of("Customers", Consent.customers),
        .of("Payers", Consent.payers), .of("App events, 28 days", Consent.appEvents),
        .of("Share", Consent.appShare), .of("Store events, 28 days", Consent.storeEvents),
        .of("Share", Consent.storeShare),
      ])
  }

  /// For figures of app events, where none is of customers who have declined; else empty.
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
}
