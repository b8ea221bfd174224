/// How many subscribers had to decide for the n-th time whether to renew, and how many did: all
/// that the likelihood of a lifetime model needs. Subscribers that are still there, came late or
/// are not observed any more count at the decisions they were seen at, and at no other.
package struct RenewalCounts: Sendable, Equatable {
  package struct Row: Sendable, Equatable {
    /// 1 for the first renewal, after the first payment.
    package let number: Int
    package let due: Int64
    package let renewed: Int64

    package init(number: Int, due: Int64, renewed: Int64) {
      self.number = number
      self.due = due
      self.renewed = renewed
    }

    package var lapsed: Int64 { due - renewed }
  }

  /// By ascending number, each once, none without anybody due.
  package let rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows.filter { $0.due > 0 } }

  /// A published survival table: how many of a cohort were still there after 0, 1, 2 … renewals.
  package init(survivors: [Int64]) {
    self.init(
      zip(survivors, survivors.dropFirst()).enumerated().map { index, step in
        Row(number: index + 1, due: step.0, renewed: step.1)
      })
  }

  package var due: Int64 { rows.reduce(0) { $0 + $1.due } }
  package var renewed: Int64 { rows.reduce(0) { $0 + $1.renewed } }
  package var lapsed: Int64 { due - renewed }
}
