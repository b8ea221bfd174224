import Values

/// How a figure follows from others, with the numbers put in.
package struct Formula: Sendable, Equatable {
  /// A number in the formula, and what it is called.
  package struct Term: Sendable, Equatable {
    package let name: String
    package let cell: Cell
    /// How often it is taken; −1 for what is subtracted.
    package var factor: Int64 = 1
  }

  package enum Shape: Sendable, Equatable {
    /// The sum of the terms.
    case sum
    /// The first term ÷ the second.
    case quotient
    /// An end of the Wilson 95 % interval of the first term out of the second.
    case interval
    /// The first term × the second ÷ the third.
    case expected
    /// The first term × an end of the Wilson 95 % interval of the second out of the third.
    case expectedInterval
    /// The sum of what the customers behind it have.
    case customers
    /// No sum: how it comes about, in words.
    case told(String)
    /// No computation: it is looked up, or told by the program's own steps.
    case stated
  }

  package let shape: Shape
  package let terms: [Term]
}

/// Columns that are sums of other columns of their row.
enum Identity {
  struct Part {
    let factor: Int64
    let column: String
    /// Taken from the row before, of the day before.
    var isBefore = false
  }

  static func of(_ metric: Metric) -> [Part]? {
    sums[metric.name].map { text in
      text.split(separator: " ").map { word in
        let isMinus = word.hasPrefix("-")
        let parts = word.drop { $0 == "-" }.split(separator: "×")
        let name = parts.last.map(String.init) ?? ""
        let isBefore = name.hasPrefix("before:")
        return Part(
          factor: (isMinus ? -1 : 1) * (parts.count == 2 ? Int64(parts[0]) ?? 1 : 1),
          column: isBefore ? String(name.dropFirst(7)) : name, isBefore: isBefore)
      }
    }
  }

  /// `before:` names the row before; `-` takes a column away. A test proves every one of them on
  /// every row of the sample.
  static let sums = [
    "daily.mrr":
      "before:mrr new_mrr reactivation_mrr expansion_mrr contraction_mrr churn_mrr fx_mrr",
    "daily.arr": "12×mrr",
    "daily.subscribers":
      "before:subscribers new_subscribers reactivated_subscribers -churned_subscribers",
    "daily.net_revenue": "gross_revenue -refunded",
    "daily.proceeds": "net_revenue -tax -commission",
    "mrr_movements.closing":
      "opening new reactivation expansion contraction churn fx moved_in moved_out",
    "mrr_movements.closing_subscribers":
      "opening_subscribers new_subscribers reactivated_subscribers -churned_subscribers "
      + "moved_in_subscribers -moved_out_subscribers",
    "trial_cohorts.trials": "converted pending abandoned",
    "trial_cohorts.abandoned": "trials -converted -pending",
    "churn.churned_customers": "voluntary billing refund other",
    "revenue.net": "gross -refunded",
    "revenue.proceeds": "net -tax -commission",
  ]
}
