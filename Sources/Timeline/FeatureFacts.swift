import Values

/// The measures of ``FactTable/feature``, by month: of one feature, or of all together.
package enum FeatureMeasure: Int, CaseIterable, Sendable {
  case allowed
  case denied
  case inTrial
  /// Customers who were let in at least once.
  case users
  /// Those of them who were there in the next month.
  case usersRetained
  /// Customers who were denied while they did not pay.
  case deniedCustomers
  /// Those of them who paid within seven days.
  case deniedConverted
  /// Those of them who began a trial, or paid, within seven days.
  case deniedStarted
  /// Of all together: customers who were there.
  case active
  case activeRetained
  /// Of all together: customers who used features without paying, and were denied nothing.
  case others
  case othersConverted
  case othersStarted

  /// The name of its column in the database.
  package var name: String {
    switch self {
    case .allowed, .denied, .users, .active, .others: String(describing: self)
    case .inTrial: "in_trial"
    case .usersRetained: "users_retained"
    case .deniedCustomers: "denied_customers"
    case .deniedConverted: "denied_converted"
    case .activeRetained: "active_retained"
    case .othersConverted: "others_converted"
    case .deniedStarted: "denied_started"
    case .othersStarted: "others_started"
    }
  }
}

/// Uses of features, and what denials led to.
extension FactDrawing {
  private static let conversionWindow = TimeSpan.days(7)

  func drawFeatures(_ sums: inout FactSums) {
    let months = timeline.features.months
    guard !months.isEmpty else { return }
    let payments = timeline.charges.filter(\.isPaid).map(\.time)
    let outcomes = Outcomes(payments: payments, starts: payments + timeline.trials.map(\.start))
    for (index, month) in months.enumerated() {
      let returns = index + 1 < months.count && months[index + 1].number == month.number + 1
      for use in month.uses {
        sums.add(
          .feature, month.number, 0, [Segment(.feature, use.feature)],
          values([use], returns: returns, outcomes))
      }
      let all = values(month.uses, returns: returns, outcomes)
      let presence = presence(month, returns: returns, outcomes)
      sums.add(.feature, month.number, 0, [.all], all + presence)
    }
  }

  /// When the customer paid, and when trials or payments came.
  private struct Outcomes {
    let payments: [Instant]
    let starts: [Instant]
  }

  private func values(_ uses: [FeatureLog.Use], returns: Bool, _ outcomes: Outcomes)
    -> [(measure: Int, value: Int64)]
  {
    let allowed = uses.reduce(0) { $0 + $1.allowed }
    let inTrial = uses.reduce(0) { $0 + $1.inTrial }
    let denial = uses.compactMap(\.firstDenial).min()
    let isUser = allowed + inTrial > 0
    return measured([
      (.allowed, allowed), (.denied, uses.reduce(0) { $0 + $1.denied }), (.inTrial, inTrial),
      (.users, isUser ? 1 : 0), (.usersRetained, isUser && returns ? 1 : 0),
      (.deniedCustomers, denial == nil ? 0 : 1),
      (.deniedConverted, isFollowed(denial, by: outcomes.payments) ? 1 : 0),
      (.deniedStarted, isFollowed(denial, by: outcomes.starts) ? 1 : 0),
    ])
  }

  private func presence(_ month: FeatureLog.Month, returns: Bool, _ outcomes: Outcomes)
    -> [(measure: Int, value: Int64)]
  {
    let isDenied = month.uses.contains { $0.firstDenial != nil }
    let start = isDenied ? nil : month.firstUnpaid
    return measured([
      (.active, 1), (.activeRetained, returns ? 1 : 0), (.others, start == nil ? 0 : 1),
      (.othersConverted, isFollowed(start, by: outcomes.payments) ? 1 : 0),
      (.othersStarted, isFollowed(start, by: outcomes.starts) ? 1 : 0),
    ])
  }

  private func measured(_ values: [(FeatureMeasure, Int64)]) -> [(measure: Int, value: Int64)] {
    values.filter { $0.1 != 0 }.map { ($0.0.rawValue, $0.1) }
  }

  private func isFollowed(_ start: Instant?, by payments: [Instant]) -> Bool {
    guard let start else { return false }
    return payments.contains { $0 > start && $0 <= start + Self.conversionWindow }
  }
}
