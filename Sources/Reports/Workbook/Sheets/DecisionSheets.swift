import Metrics

/// Tables below one another, each with a heading: what helps to decide what to do next.
struct DecisionSheet: WorkbookSheet {
  let name: SheetName
  let title: String
  let explanation: String
  /// The tables, what each is, and its block.
  let parts: [(table: any ReportTable.Type, heading: String, block: BlockName)]
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
      try writer.matured(table, at: row + 1, part.block)
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
      parts: [(Todo.self, "In grace or billing retry, trials about to end, set to cancel", "todo")]),
    DecisionSheet(
      name: "Budget", title: "Budget",
      explanation:
        "Actual against the budget that the configuration names, by month. A month that is "
        + "not over is shown to date.",
      parts: [(Budgets.self, "By month, figure and segment", "budget")]),
    DecisionSheet(
      name: "Due", title: "Upcoming renewals and trial endings",
      explanation:
        "Trials that end, renewals that fall due and access that ends in the coming days.",
      parts: [(Upcoming.self, "By how many days ahead", "upcoming")]),
    DecisionSheet(
      name: "Outlook", title: "Outlook",
      explanation: "Committed MRR, what trials and renewals are expected to bring, MRR at the next "
        + "month ends with its 80% interval, and earlier forecasts vs actuals.",
      parts: [(Outlook.self, "Committed, due and forecast", "outlook")]),
    DecisionSheet(
      name: "Payouts", title: "Payouts",
      explanation: "Proceeds by the stores' own months, when they pay, what is expected with its "
        + "80% interval, and what was paid.",
      parts: [(Payouts.self, "By store and month", "payouts")]),
    DecisionSheet(
      name: "Paywalls", title: "Paywalls",
      explanation: "What paywalls led to so far, by the month of the view, in the last 13 months. "
        + "Grey italic: viewers still have time to pay, or fewer than 30.",
      parts: [
        (Paywalls.self, "By paywall, trigger and variant", "paywalls"),
        (FunnelLosses.self, "Revenue lost at each funnel step", "funnel_losses"),
        (ConversionTimes.self, "Days to convert", "conversion_times"),
        (PaywallEncounters.self, "New customers who had seen a paywall", "paywall_encounters"),
      ]),
    DecisionSheet(
      name: "Offers", title: "Offers and referrals",
      explanation:
        "Redemptions vs customers of the same month who began without an offer. Grey italic: "
        + "fewer than 30.",
      parts: [
        (Offers.self, "By offer and code", "offers"), (Referrals.self, "Referrals", "referrals"),
        (OfferCodes.self, "One-time codes", "offer_codes"),
      ]),
    DecisionSheet(
      name: "Complimentary", title: "Complimentary access",
      explanation: "Access that was granted, by reason, and everybody who has it. Customers are "
        + "hashed as in the sheet Subscribers.",
      parts: [
        (ComplimentaryReasons.self, "By reason", "complimentary_reasons"),
        (FreeAccess.self, "When everybody had free access", "free_access"),
        (Complimentary.self, "Who has it", "complimentary"),
      ], isOfDays: true),
    DecisionSheet(
      name: "Features", title: "Features and gates",
      explanation:
        "Uses of features, by month. Denied: customers who did not pay at the time, and what they "
        + "did within 7 days. Grey italic: the 7 days are not over, or fewer than 30 users.",
      parts: [(Features.self, "By feature", "features")]),
    DecisionSheet(
      name: "App health", title: "App health",
      explanation: "How the processes of the apps ended, why they failed, how long ago access was "
        + "checked, and signs of abuse; of days the last 28, of everybody.",
      parts: [
        (Failures.self, "Why processes failed", "failures"),
        (AppHealth.self, "How processes ended", "app_health"),
        (EntitlementAge.self, "Since the last check of access", "entitlement_age"),
        (Integrity.self, "Signs of abuse", "integrity"),
      ], isOfDays: true),
    DecisionSheet(
      name: "Consent", title: "Consent",
      explanation: "What customers have agreed to, and the share of all events of the last 28 days "
        + "that each state accounts for.",
      parts: [(Consent.self, "By state", "consent")]),
    DecisionSheet(
      name: "Costs", title: "CAC and payback",
      explanation: "Spend and customers of the same month, and what they have brought so far. "
        + "Grey italic: the month is not over, or fewer than 30 customers.",
      parts: [(AcquisitionCost.self, "By channel and campaign", "acquisition_cost")]),
    DecisionSheet(
      name: "Plans", title: "Plans and prices",
      explanation: "The products of the catalogue, changes between them, and monthly prices paid.",
      parts: [
        (Plans.self, "Products", "plans"), (PlanChanges.self, "Changes of plan", "plan_changes"),
        (PricePoints.self, "Charges by monthly-equivalent price", "price_points"),
        (PlanLimits.self, "Limits of plans", "plan_limits"),
      ]),
    DecisionSheet(
      name: "Review", title: "Needs review",
      explanation:
        "Suspicious activity to look at. No action is taken on any of it. Customers are hashed as in the sheet "
        + "Subscribers.",
      parts: [(Suspicious.self, "Suspicious activity", "suspicious")]),
  ]
}
