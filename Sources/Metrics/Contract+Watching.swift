package import Settings

// Alert rules can watch any figure of any file. What they have to know of a file besides its
// columns stands here: which columns tell rows apart, which figures are states, and what the rates
// are made of, so that those of several days are quotients of sums and have an interval.

extension Contract {
  /// A sum over rows; with `pinned`, over rows that have another key than the rule asks for.
  package struct Term: Sendable, Hashable {
    package let columns: [String]
    package let pinned: [String: String]

    package init(_ columns: [String], pinned: [String: String] = [:]) {
      self.columns = columns
      self.pinned = pinned
    }
  }

  /// Every file as a rule may ask for it.
  package static let watchable = FigureCatalogue(files: all.compactMap(watchable))

  private static func watchable(_ file: File) -> FigureCatalogue.File? {
    guard ![alerts.name, subscribers.name, suspicious.name].contains(file.name) else { return nil }
    let keys = keys(of: file)
    return FigureCatalogue.File(
      name: file.name, pace: pace(of: file),
      columns: file.columns.filter { $0.kind.isFigure && !keys.contains($0.name) }.map(\.name),
      dimensions: dimensions(of: file), keys: keys,
      demanded: demandedKeys[file.name] ?? [])
  }

  /// Columns that tell rows apart, besides time, grain and segment.
  private static func keys(of file: File) -> [String] {
    let demanded = demandedKeys[file.name] ?? []
    return file.columns.filter {
      demanded.contains($0.name) || ($0.kind == .text && !placed.contains($0.name))
    }.map(\.name)
  }

  private static let placed = ["grain", "dimension", "value", "month", "note", "event"]

  /// Keys without which the rows of a file cannot be added.
  private static let demandedKeys: [String: [String]] = [
    "trial_curve": ["day"], "funnel": ["funnel", "step"], "retention": ["age"], "ltv": ["days"],
    "renewal_curve": ["payment"], "upcoming": ["days"], "data_quality": ["section", "item"],
  ]

  private static func pace(of file: File) -> FigureCatalogue.Pace {
    guard let time = timeColumn(of: file.columns) else { return .still }
    if file.columns.contains(where: { $0.name == "grain" }) { return .grained }
    return file.columns[time].kind == .day ? .daily : .monthly
  }

  /// The column that says when, which is among the first ones.
  package static func timeColumn(of columns: [Table.Column]) -> Int? {
    let names = ["date", "month", "period", "cohort", "due_month"]
    return columns.firstIndex { names.contains($0.name) }
  }

  private static func dimensions(of file: File) -> [String] {
    switch file.name {
    case operations.name: ["country", "channel", "platform", "app_version", "variant"]
    case daily.name: ["tier", "product", "period", "country", "channel", "platform"]
    case _ where file.columns.contains { $0.name == "dimension" }:
      Dimension.allCases.map(\.rawValue)
    default: []
    }
  }

  /// Figures that are states: of several days the last one counts.
  package static func isState(_ column: String) -> Bool {
    [
      "mrr", "arr", "net_mrr", "subscribers", "trials_active", "in_grace", "set_to_cancel",
      "set_to_cancel_mrr", "complimentary", "closing", "closing_subscribers",
    ].contains(column)
  }
}

extension Table.Kind {
  /// Whether columns of this kind hold something to watch.
  fileprivate var isFigure: Bool {
    switch self {
    case .count, .money, .rate, .number: true
    case .text, .day, .month, .period, .flag: false
    }
  }
}

// MARK: - What rates are made of

extension Contract {
  /// The sums that a rate is the quotient of, by its file and column; nil for what cannot be made
  /// of sums. `filter` is what the rule asks for.
  package static func proportion(
    _ file: String, _ column: String, _ filter: [String: String]
  ) -> (part: Term, whole: Term)? {
    if file == funnel.name { return funnelShare(column, filter) }
    return proportions[file]?[column].map { (Term($0.part), Term($0.whole)) }
  }

  /// A step of a funnel over the step before it, or over the first one.
  private static func funnelShare(_ column: String, _ filter: [String: String])
    -> (part: Term, whole: Term)?
  {
    guard let step = filter["step"].flatMap(Int.init), step > 1 else { return nil }
    let before = column == "from_first" ? 1 : step - 1
    guard column.hasPrefix("from_") else { return nil }
    return (Term(["customers"]), Term(["customers"], pinned: ["step": "\(before)"]))
  }

  private static let proportions: [String: [String: (part: [String], whole: [String])]] = [
    "operations": [
      "bounce_rate": (["paywalls_dismissed"], ["paywalls_shown"]),
      "start_rate": (["viewers_started"], ["viewers"]),
      "purchase_success_rate": (["purchases_succeeded"], ["purchases_decided"]),
      "payment_failure_rate": (["payment_failures"], ["payment_failures", "paid_charges"]),
      "without_rate_share": (["charges_without_rate"], ["paid_charges"]),
      "validation_failure_rate": (["receipts_failed"], ["receipts"]),
      "sync_failure_rate": (["syncs_failed"], ["syncs"]),
      "store_error_rate": (["store_errors"], ["store_errors", "purchases_started"]),
      "crash_rate": (["crashes"], ["sessions"]), "anr_rate": (["anrs"], ["sessions"]),
    ],
    "outcomes": [
      "conversion_rate": (["trials_converted"], ["trials_matured"]),
      "refund_rate": (["refunded_charges"], ["paid_charges"]),
      "renewal_rate": (["renewed"], ["renewals_due"]),
    ],
    "trial_cohorts": [
      "rate": (["converted"], ["trials"]),
      "matured_rate": (["matured_converted"], ["matured_trials"]),
    ],
    "trial_curve": ["rate": (["converted"], ["eligible"])],
    "churn": ["churn_rate": (["churned_customers"], ["opening_customers"])],
    "retention": ["rate": (["retained"], ["customers"])],
    "billing": ["recovery_rate": (["recovered"], ["failures"])],
    "renewals": ["renewal_rate": (["renewed"], ["due"])],
    "renewal_curve": ["renewal_rate": (["renewed"], ["due"])],
  ]
}
