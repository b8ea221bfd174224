import Metrics

/// Parts of the summary and of the page that help to decide something: a sentence or two, and
/// tables.
extension ReportSection {
  static let todo = decision(
    "todo", "What to do", short: "To do",
    [
      ("What can be done, and for whom", { $0.todoGroupTable }),
      ("Customers whose MRR can still be saved or won", { $0.todoTable }),
    ]
  ) { [$0.todoSentence] }

  static let due = decision(
    "due", "Upcoming renewals and trial endings", short: "Due",
    [("Trials ending and renewals due", { $0.upcomingTable })])

  static let experiments = ReportSection(
    "experiments", "Experiments",
    [
      .remarks { figures in
        figures.experimentLines.map { Remark(lead: "\($0.name): \($0.verdict).", text: $0.reason) }
      },
      .remarks { $0.consentRemarks },
      .tables(
        Tables(caption: "Matured customers, by variant") { figures, _ in
          [figures.experimentTable]
        }),
      .tables(
        Tables(caption: "Realised lifetime value by variant, with its 95% interval") { figures, _ in
          [figures.variantValueTable]
        }),
      .tables(Tables(caption: "The same at several prices") { figures, _ in [figures.priceTable] }),
      .remarks { figures in
        figures.priceSentences.map { Remark(lead: "\($0.name):", text: $0.text) }
      },
    ])

  static let payouts = ReportSection(
    "payouts", "Payouts",
    [
      .tables(
        Tables(caption: "Payouts to come") { figures, _ in [figures.comingPayoutTable] }),
      .tables(
        Tables(caption: "Months that are over", lengths: (3, 13)) { figures, count in
          [figures.payoutTable(count)]
        }),
    ])

  static let paywalls = decision(
    "paywalls", "Paywalls",
    [
      ("What paywalls led to", { $0.paywallTable }),
      ("Revenue lost at each funnel step", { $0.lossTable }),
    ]
  ) { [$0.paywallSentence] + $0.timingSentences + $0.consentSentences }

  static let offers = decision(
    "offers", "Offers and referrals", short: "Offers",
    [
      ("Offers beside similar customers", { $0.offerTable }),
      ("One-time codes", { $0.codeTable }),
      ("Referrals by month", { $0.referralTable }),
    ]
  ) { $0.offerSentences + [$0.referralSentence] }

  static let complimentary = ReportSection(
    "complimentary", "Complimentary access", short: "Gifts",
    [
      .tables(
        Tables(caption: "By reason, and who paid then") { figures, _ in
          [figures.complimentaryTable]
        }),
      .tables(
        Tables(caption: "What ends next", lengths: (8, 60)) { figures, count in
          [figures.endingTable(count)]
        }),
      .tables(
        Tables(caption: "When everybody had free access, and who paid afterwards") { figures, _ in
          [figures.freeAccessTable]
        }),
    ])

  static let features = decision(
    "features", "Features and gates", short: "Features",
    [("Features, and what denials led to", { $0.featureTable })]
  ) { [$0.gateSentence] + $0.consentSentences }

  static let health = ReportSection(
    "health", "App health", short: "Health",
    [
      .remarks { figures in figures.healthSentences.map { Remark(text: $0) } },
      .tables(Tables(caption: "How processes ended") { figures, _ in [figures.healthTable] }),
      .tables(
        Tables(caption: "Why they failed") { figures, count in [figures.failureTable(count)] }),
      .tables(
        Tables(caption: "Since the last check of access", lengths: (7, 28)) { figures, count in
          [figures.entitlementAgeTable(count)]
        }),
      .tables(
        Tables(caption: "Signs of abuse") { figures, _ in
          [figures.integrityTable]
        }),
    ])

  static let rollouts = decision(
    "rollouts", "Rollouts", [("Customers with it beside customers without", { $0.rolloutTable })]
  ) { $0.rolloutSentences }

  static let consent = ReportSection(
    "consent", "Consent",
    [
      .remarks { $0.consentRemarks },
      .tables(
        Tables(caption: "Customers and events by consent status") { figures, _ in
          [figures.consentTable]
        }),
    ])

  static let costs = decision(
    "costs", "CAC and payback", short: "Costs",
    [("Spend by channel, and its return", { $0.costTable })])

  static let plans = decision(
    "plans", "Plans",
    [
      ("The products of the catalogue", { $0.planTable }),
      ("Limits of plans, and who uses how much of them", { $0.limitTable }),
    ]
  ) { $0.limitSentences }

  static let doubts = decision(
    "doubts", "Needs review", short: "Review",
    [("Suspicious activity", { $0.suspicionTable })]
  ) { [$0.suspicionSentence] }

  private static func decision(
    _ id: String, _ title: String, short: String? = nil,
    _ tables: [(caption: String, make: @Sendable (Figures) -> FigureTable)],
    sentences: @escaping @Sendable (Figures) -> [String] = { _ in [] }
  ) -> ReportSection {
    let remarks = Part.remarks { figures in
      sentences(figures).filter { !$0.isEmpty }.map { Remark(text: $0) }
    }
    let parts = tables.map { table in
      Part.tables(Tables(caption: table.caption) { figures, _ in [table.make(figures)] })
    }
    return ReportSection(id, title, short: short, [remarks] + parts)
  }
}
