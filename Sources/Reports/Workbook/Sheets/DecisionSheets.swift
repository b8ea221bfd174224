import Metrics

/// Tables below one another, each with a heading: what helps to decide what to do next.
struct DecisionSheet: WorkbookSheet {
  let name: SheetName
  let title: String
  let explanation: String
  /// The tables, and what each is.
  let parts: [(table: any ReportTable.Type, heading: String)]
  /// Whether it shows the last days of everybody, and not the last months by segment.
  var isOfDays = false

  var subject: String {
    explanation.split(separator: ". ").first.map { $0.hasSuffix(".") ? "\($0)" : "\($0)." } ?? title
  }

  func isNeeded(_ figures: Figures) -> Bool {
    parts.contains { !figures.table(declaredBy: $0.table).rows.isEmpty }
  }

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(title, explanation)
    var row = 3
    for part in parts {
      let whole = figures.published(figures.table(declaredBy: part.table))
      let table =
        isOfDays ? whole.recentDays(to: figures.asOf) : whole.recent(13, to: figures.asOf)
      try writer.put(part.heading, row, 0, .section, fits: false)
      try writer.matured(table, at: row + 1, BlockName(of: part.table))
      row += max(1, table.rows.count) + 4
    }
    try writer.finish(frozenRows: parts.count == 1 ? 5 : 2, frozenColumns: keys(of: figures))
  }

  /// The columns that all tables begin with something to tell their rows by.
  private func keys(of figures: Figures) -> Int {
    let widths = parts.map { part in
      figures.table(declaredBy: part.table).columns.prefix {
        [.text, .month, .day].contains($0.kind)
      }.count
    }
    return min(3, widths.min() ?? 0)
  }
}

extension DecisionSheet {
  static let all: [DecisionSheet] = [
    DecisionSheet(
      name: "To do", title: "What to do",
      explanation: "Customers whose MRR can still be saved or won, most MRR at stake "
        + "first. They are hashed as in the sheet Subscribers.",
      parts: [(Todo.self, "In grace or billing retry, trials about to end, set to cancel")]),
    DecisionSheet(
      name: "Budget", title: "Budget",
      explanation:
        "Actual against the budget that the configuration names, by month. A month that is "
        + "not over is shown to date.",
      parts: [(Budgets.self, "By month, figure and segment")]),
    DecisionSheet(
      name: "Due", title: "Upcoming renewals and trial endings",
      explanation:
        "Trials that end, renewals that fall due and access that ends in the coming days.",
      parts: [(Upcoming.self, "By how many days ahead")]),
    DecisionSheet(
      name: "Outlook", title: "Outlook",
      explanation: "Committed MRR, what trials and renewals are expected to bring, MRR at the next "
        + "month ends with its 80% interval, and earlier forecasts vs actuals.",
      parts: [(Outlook.self, "Committed, due and forecast")]),
    DecisionSheet(
      name: "Payouts", title: "Payouts",
      explanation: "Proceeds by the stores' own months, when they pay, what is expected with its "
        + "80% interval, and what was paid.",
      parts: [(Payouts.self, "By store and month")]),
    DecisionSheet(
      name: "Paywalls", title: "Paywalls",
      explanation: "What paywalls led to so far, by the month of the view, in the last 13 months. "
        + "Grey italic: viewers still have time to pay, or fewer than 30.",
      parts: [
        (Paywalls.self, "By paywall, trigger and variant"),
        (FunnelLosses.self, "Revenue lost at each funnel step"),
        (ConversionTimes.self, "Days to convert"),
        (PaywallEncounters.self, "New customers who had seen a paywall"),
      ]),
    DecisionSheet(
      name: "Offers", title: "Offers and referrals",
      explanation:
        "Redemptions vs customers of the same month who began without an offer. Grey italic: "
        + "fewer than 30.",
      parts: [
        (Offers.self, "By offer and code"), (Referrals.self, "Referrals"),
        (OfferCodes.self, "One-time codes"),
      ]),
    DecisionSheet(
      name: "Complimentary", title: "Complimentary access",
      explanation: "Access that was granted, by reason, and everybody who has it. Customers are "
        + "hashed as in the sheet Subscribers.",
      parts: [
        (ComplimentaryReasons.self, "By reason"),
        (FreeAccess.self, "When everybody had free access"),
        (Complimentary.self, "Who has it"),
      ], isOfDays: true),
    DecisionSheet(
      name: "Features", title: "Features and gates",
      explanation:
        "Uses of features, by month. Denied: customers who did not pay at the time, and what they "
        + "did within 7 days. Grey italic: the 7 days are not over, or fewer than 30 users.",
      parts: [(Features.self, "By feature")]),
    DecisionSheet(
      name: "App health", title: "App health",
      explanation: "How the processes of the apps ended, why they failed, how long ago access was "
        + "checked, and signs of abuse; of days the last 28, of everybody.",
      parts: [
        (Failures.self, "Why processes failed"),
        (AppHealth.self, "How processes ended"),
        (EntitlementAge.self, "Since the last check of access"),
        (Integrity.self, "Signs of abuse"),
      ], isOfDays: true),
    DecisionSheet(
      name: "Consent", title: "Consent",
      explanation: "What customers have agreed to, and the share of all events of the last 28 days "
        + "that each state accounts for.",
      parts: [(Consent.self, "By state")]),
    DecisionSheet(
      name: "Costs", title: "CAC and payback",
      explanation: "Spend and customers of the same month, and what they have brought so far. "
        + "Grey italic: the month is not over, or fewer than 30 customers.",
      parts: [(AcquisitionCost.self, "By channel and campaign")]),
    DecisionSheet(
      name: "Plans", title: "Plans and prices",
      explanation: "The products of the catalogue, changes between them, and monthly prices paid.",
      parts: [
        (Plans.self, "Products"), (PlanChanges.self, "Changes of plan"),
        (PricePoints.self, "Charges by monthly-equivalent price"),
        (PlanLimits.self, "Limits of plans"),
      ]),
    DecisionSheet(
      name: "Review", title: "Needs review",
      explanation:
        "Suspicious activity to look at. No action is taken on any of it. Customers are hashed as in the sheet "
        + "Subscribers.",
      parts: [(Suspicious.self, "Suspicious activity")]),
  ]
}
