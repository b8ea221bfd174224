import Values

/// Makes the list of people of the subscribers, who stand there with their state.
struct TodoTable {
  /// Trials that end so many days after the as-of day are listed.
  static let daysAhead = 3

  private let figures: Figures
  private let subscribers: Rows<Subscribers>
  /// What a subscriber of a product brings.
  private let usual: [String: Amount]
  private let trialRate: Rate?

  init(_ figures: Figures) {
    self.figures = figures
    subscribers = figures.rows(of: Subscribers.self)
    usual = Self.averages(subscribers)
    let window = TrialEnds(figures).window(ago: 0)
    trialRate = Rate(window.converted, over: window.matured)
  }

  /// By expected MRR, the largest first.
  var table: Table {
    let rows = subscribers.compactMap { row in reason(row).map { entry(row, $0) } }
    return Todo.table(
      rows.sorted {
        ($1[Todo.expectedMRR] ?? .zero, $0[Todo.customer] ?? "")
          < ($0[Todo.expectedMRR] ?? .zero, $1[Todo.customer] ?? "")
      })
  }

  private func reason(_ row: Row<Subscribers>) -> Todo.Reason? {
    guard row.text(Subscribers.state) == "trial" else {
      return Todo.Reason(rawValue: row.text(Subscribers.state))
    }
    let isSoon = row[Subscribers.ends].map {
      figures.asOf < $0 && $0 <= figures.asOf.advanced(by: Self.daysAhead)
    }
    return isSoon == true ? .trialEnding : nil
  }

  private func entry(_ row: Row<Subscribers>, _ reason: Todo.Reason) -> RowBuilder<Todo> {
    var entry = RowBuilder<Todo>()
    entry[Todo.customer] = row[Subscribers.customer]
    entry[Todo.reason] = reason.rawValue
    entry[Todo.product] = row[Subscribers.product]
    entry[Todo.ends] = row[Subscribers.ends]
    let mrr = atStake(row, reason)
    entry[Todo.mrr] = mrr
    entry[Todo.expectedMRR] = reason == .trialEnding ? mrr.flatMap(expected) : mrr
    return entry
  }

  /// Who is still in MRR has his own at stake: a trial in grace, or one that is set to cancel, none. Who is
  /// in it no longer, or not yet, stands for what the product brings.
  private func atStake(_ row: Row<Subscribers>, _ reason: Todo.Reason) -> Amount? {
    switch reason {
    case .grace, .setToCancel: row[Subscribers.mrr] ?? .zero
    case .billingRetry, .trialEnding: usual[row.text(Subscribers.product)]
    }
  }

  /// Nil where no trial is over yet.
  private func expected(_ mrr: Amount) -> Amount? {
    trialRate.map { mrr.times(Fraction($0.millionths, over: 1_000_000)) }
  }

  /// The mean MRR of those who have any, by product.
  static func averages(_ subscribers: Rows<Subscribers>) -> [String: Amount] {
    var sums: [String: (amount: Amount, count: Int64)] = [:]
    for row in subscribers {
      guard let mrr = row[Subscribers.mrr], mrr > .zero else { continue }
      let sum = sums[row.text(Subscribers.product), default: (.zero, 0)]
      sums[row.text(Subscribers.product)] = (sum.amount + mrr, sum.count + 1)
    }
    return sums.mapValues { $0.amount.times(Fraction(1, over: $0.count)) }
  }
}
