import Values

/// Figures that a failed check looks at. Of two ways that differ nobody knows which one is right,
/// so they are not shown; everything else is published as usual.
extension Figures {
  package var failedChecks: [Check] { checks.filter { !$0.passed } }

  /// Empties the columns that failed checks look at, and those that are computed from them.
  package mutating func withholdUnproven() {
    let failed = Set(failedChecks.flatMap(\.columns))
    guard !failed.isEmpty else { return }
    for index in tables.indices {
      guard let schema = ReportSchema.table(tables[index].name) else { continue }
      let withheld = schema.columns.filter { column in
        !schema.isKey(column) && !Metric(schema, column).reconciled.isDisjoint(with: failed)
      }
      unproven.formUnion(withheld.map { "\(schema.name).\($0.name)" })
      tables[index].empty(Set(withheld.map(\.name)))
    }
  }

  /// What failed, what is not shown for it and what to do; nil where everything is proven.
  package var unprovenSentences: [String]? {
    guard !failedChecks.isEmpty else { return nil }
    let failures = failedChecks.prefix(Self.toldChecks).map(\.disagreement)
    let others = failedChecks.count - failures.count
    return [
      "\(counted(Int64(failedChecks.count), "check")) failed, and the figures that "
        + "\(failedChecks.count == 1 ? "it covers" : "they cover") are not shown.",
      failures.joined(separator: "; ") + (others > 0 ? "; and \(others) more." : "."),
      "Not shown: \(withheldText).",
      "Keep the database and report this: it is a bug in Runrate.",
    ]
  }

  /// `arr, mrr of daily; closing of mrr_movements`.
  private var withheldText: String {
    let columns = unproven.sorted().map { $0.split(separator: ".", maxSplits: 1) }
    return Dictionary(grouping: columns) { $0[0] }.sorted { $0.key < $1.key }.map { file, names in
      "\(names.map { String($0[1]) }.joined(separator: ", ")) of \(file)"
    }.joined(separator: "; ")
  }

  private static let toldChecks = 3
}

extension Table {
  /// Leaves these columns without values.
  fileprivate mutating func empty(_ names: Set<String>) {
    for column in columns.indices where names.contains(columns[column].name) {
      for row in rows.indices { rows[row][column] = .missing }
    }
  }
}

extension Check {
  /// `closing = opening of the next month (…): 5 against 6`, the figures unless hidden.
  package var disagreement: String {
    let what = "\(name) (\(scope))"
    return left == .missing ? what : "\(what): \(left.plain) against \(right.plain)"
  }
}

extension Cell {
  fileprivate var plain: String {
    switch self {
    case .count(let count): grouped(count)
    case .money(let amount): "\(amount.micros) millionths"
    default: "\(self)"
    }
  }
}
