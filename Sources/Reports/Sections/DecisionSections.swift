import Metrics

/// Parts of the summary and of the page that help to decide something: a sentence or two, and
/// tables.
extension ReportSection {
  static let todo = ReportSection(
    "todo", "What to do", short: "To do",
    [
      .sentences { [$0.todoSentence] },
      .table("What can be done, and for whom") { $0.todoGroupTable },
      .table("Customers whose MRR can still be saved or won") { $0.todoTable },
    ])

  static let due = ReportSection(
    "due", "Upcoming renewals and trial endings", short: "Due",
    [.table("Trials ending and renewals due") { $0.upcomingTable }])

  static let experiments = ReportSection(
    "experiments", "Experiments",
    [
      .remarks { figures in
        figures.experimentLines.map { Remark(lead: "\($0.name): \($0.verdict).", text: $0.reason) }
      },
      .sentences { $0.consentSentences },
      .table("Matured customers, by variant") { $0.experimentTable },
      .table("Realised lifetime value by variant, with its 95% interval") { $0.variantValueTable },
      .table("The same at several prices") { $0.priceTable },
      .remarks { figures in
        figures.priceSentences.map { Remark(lead: "\($0.name):", text: $0.text) }
      },
    ])

  static let payouts = ReportSection(
    "payouts", "Payouts",
    [
      .table("Payouts to come") { $0.comingPayoutTable },
      .table("Months that are over", lengths: (3, 13)) { $0.payoutTable($1) },
    ])

  static let paywalls = ReportSection(
    "paywalls", "Paywalls",
    [
      .sentences { [$0.paywallSentence] + $0.timingSentences + $0.consentSentences },
      .table("What paywalls led to") { $0.paywallTable },
      .table("Revenue lost at each funnel step") { $0.lossTable },
    ])

  static let offers = ReportSection(
    "offers", "Offers and referrals", short: "Offers",
    [
      .sentences { $0.offerSentences + [$0.referralSentence] },
      .table("Offers beside similar customers") { $0.offerTable },
      .table("One-time codes") { $0.codeTable },
      .table("Referrals by month") { $0.referralTable },
    ])

  static let complimentary = ReportSection(
    "complimentary", "Complimentary access", short: "Gifts",
    [
      .table("By reason, and who paid then") { $0.complimentaryTable },
      .table("What ends next", lengths: (8, 60)) { $0.endingTable($1) },
      .table("When everybody had free access, and who paid afterwards") { $0.freeAccessTable },
    ])

  static let features = ReportSection(
    "features", "Features and gates", short: "Features",
    [
      .sentences { [$0.gateSentence] + $0.consentSentences },
      .table("Features, and what denials led to") { $0.featureTable },
    ])

  static let health = ReportSection(
    "health", "App health", short: "Health",
    [
      .sentences { $0.healthSentences },
      .table("How processes ended") { $0.healthTable },
      .table("Why they failed") { $0.failureTable($1) },
      .table("Since the last check of access", lengths: (7, 28)) { $0.entitlementAgeTable($1) },
      .table("Signs of abuse") { $0.integrityTable },
    ])

  static let rollouts = ReportSection(
    "rollouts", "Rollouts",
    [
      .sentences { $0.rolloutSentences },
      .table("Customers with it beside customers without") { $0.rolloutTable },
    ])

  static let consent = ReportSection(
    "consent", "Consent",
    [
      .sentences { $0.consentSentences },
      .table("Customers and events by consent status") { $0.consentTable },
    ])

  static let costs = ReportSection(
    "costs", "CAC and payback", short: "Costs",
    [.table("Spend by channel, and its return") { $0.costTable }])

  static let plans = ReportSection(
    "plans", "Plans",
    [
      .sentences { $0.limitSentences },
      .table("The products of the catalogue") { $0.planTable },
      .table("Limits of plans, and who uses how much of them") { $0.limitTable },
    ])

  static let doubts = ReportSection(
    "doubts", "Needs review", short: "Review",
    [
      .sentences { [$0.suspicionSentence] },
      .table("Suspicious activity") { $0.suspicionTable },
    ])
}
