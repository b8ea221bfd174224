import Values

/// Makes the list of people of the subscribers, who stand there with their state.
struct TodoTable {
  /// Trials that end so many days after the as-of day are listed.
  static let daysAhead = 3

  private let figures: Figures
  private let subscribers: Rows<Subscribers>
  /// What a subscriber of a product brings.
  private let usual: [String: Amount]
  /// How much of what is at stake comes by itself: nil where nothing like it is over yet.
  private let rates: [Todo.Reason: Rate]
  private let origins: CustomerOrigins?

  /// Without `origins` nobody's country, channel and user id are told.
  init(_ figures: Figures, _ origins: CustomerOrigins? = nil) {
    self.figures = figures
    self.origins = origins
    subscribers = figures.rows(of: Subscribers.self)
    usual = Self.averages(subscribers)
    let ahead = figures.rows(of: Upcoming.self).first {
      $0.integer(Upcoming.days) == Int64(Self.daysAhead)
    }
    let recovery = figures.recoveryRate
    rates = [
      .grace: recovery, .trialGrace: recovery, .billingRetry: recovery,
      .trialEnding: ahead.flatMap(Self.trialRate),
      .trialCancelled: Rate(millionths: 0), .setToCancel: Rate(millionths: 0),
    ].compactMapValues(\.self)
  }

  private static func trialRate(_ ahead: Row<Upcoming>) -> Rate? {
    guard let amount = ahead[Upcoming.trialsAmount], let expected = ahead[Upcoming.trialsExpected]
    else { return nil }
    return Rate(expected.micros, over: amount.micros)
  }

  /// By what can be done, then by MRR at stake, the largest first.
  func table() throws -> Table {
    let listed = subscribers.compactMap { row in reason(row).map { (row, $0) } }
    let byReason = Dictionary(grouping: listed) { $0.1 }
    return Todo.table(
      try Todo.Reason.allCases.flatMap { reason in
        try (byReason[reason] ?? []).map { try entry($0.0, reason) }.sorted {
          ($1[Todo.mrr] ?? .zero, $0[Todo.customer] ?? "")
            < ($0[Todo.mrr] ?? .zero, $1[Todo.customer] ?? "")
        }
      })
  }

  private func reason(_ row: Row<Subscribers>) -> Todo.Reason? {
    if row.text(Subscribers.state) == "grace", row[Subscribers.mrr] ?? .zero == .zero {
      return .trialGrace
    }
    guard row.text(Subscribers.state) == "trial" else {
      return Todo.Reason(rawValue: row.text(Subscribers.state))
    }
    let isSoon = row[Subscribers.ends].map {
      figures.asOf < $0 && $0 <= figures.asOf.advanced(by: Self.daysAhead)
    }
    guard isSoon == true else { return nil }
    return row[Subscribers.renews] == true ? .trialEnding : .trialCancelled
  }

  private func entry(_ row: Row<Subscribers>, _ reason: Todo.Reason) throws -> RowBuilder<Todo> {
    var entry = RowBuilder<Todo>()
    entry[Todo.customer] = row[Subscribers.customer]
    entry[Todo.reason] = reason.rawValue
    entry[Todo.product] = row[Subscribers.product]
    entry[Todo.ends] = row[Subscribers.ends]
    let mrr = atStake(row, reason)
    entry[Todo.mrr] = mrr
    entry[Todo.expectedMRR] = rates[reason].flatMap { rate in mrr.map { $0.times(rate.fraction) } }
    let origin = try origins?.origin(of: row.text(Subscribers.customer))
    entry[Todo.country] = origin?.country
    entry[Todo.channel] = origin?.channel
    entry[Todo.userID] = origin?.userID
    return entry
  }

  /// The MRR of who has some; else what the product brings.
  private func atStake(_ row: Row<Subscribers>, _ reason: Todo.Reason) -> Amount? {
    switch reason {
    case .grace, .setToCancel: row[Subscribers.mrr] ?? .zero
    case .trialGrace, .billingRetry, .trialEnding, .trialCancelled:
      usual[row.text(Subscribers.product)]
    }
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
