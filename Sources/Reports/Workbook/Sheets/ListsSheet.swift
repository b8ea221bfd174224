import Metrics

/// A hidden sheet of whole tables below one another, each with a heading and a filter.
struct ListsSheet: WorkbookSheet {
  let name: SheetName
  let title: String
  let explanation: String
  let parts: [(table: any ReportTable.Type, heading: String)]
  let isHidden = true

  func isNeeded(_ figures: Figures) -> Bool {
    parts.contains { !figures.table(declaredBy: $0.table).rows.isEmpty }
  }

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(title, explanation)
    var row = 3
    for part in parts {
      let table = recent(figures.published(figures.table(declaredBy: part.table)), figures)
      guard !table.rows.isEmpty else { continue }
      try writer.put(part.heading, row, 0, .section, fits: false)
      try writer.matured(table, at: row + 1, BlockName(of: part.table))
      row += table.rows.count + 4
    }
    try writer.finish(frozenRows: 2, frozenColumns: 1)
  }

  /// Days of the last four weeks, months of the last 13.
  private func recent(_ table: Table, _ figures: Figures) -> Table {
    let isOfDays = table.columns.contains { $0.role == .time && $0.kind == .day }
    return isOfDays
      ? table.recentDays(to: figures.asOf) : table.recent(13, to: figures.asOf)
  }

  static let all: [ListsSheet] = [
    ListsSheet(
      name: "Offers", title: "Offers, referrals, complimentary access and features",
      explanation: "Months of the last 13. Grey: fewer than 30, or the time is not over.",
      parts: [
        (Offers.self, "Offers beside customers who began without one"),
        (Referrals.self, "Referrals"), (OfferCodes.self, "One-time codes"),
        (ComplimentaryReasons.self, "Complimentary access by reason"),
        (FreeAccess.self, "When everybody had free access"),
        (Features.self, "Features, and what denials led to"),
      ]),
    ListsSheet(
      name: "Health", title: "App health, consent and what needs review",
      explanation: "How the processes of the apps ended and why, how long ago access was checked, "
        + "signs of abuse; of days the last 28, of everybody.",
      parts: [
        (Failures.self, "Why processes failed"), (AppHealth.self, "How processes ended"),
        (EntitlementAge.self, "Since the last check of access"),
        (Integrity.self, "Signs of abuse"), (Consent.self, "Consent"),
        (Suspicious.self, "Suspicious activity; no action is taken"),
      ]),
  ]
}
