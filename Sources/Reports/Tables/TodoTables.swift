import Metrics
import Values

/// The list of people, shortened to those on whom most hangs.
extension Figures {
  var todoTable: FigureTable {
    var table = FigureTable(
      header: ["To do", "Customer", "Product", "Access ends", "MRR at stake", "Expected"], words: 4)
    table.rows = rows(of: Todo.self).prefix(Self.todoRows).map { row in
      [Self.words(row), row.text(Todo.customer), row.text(Todo.product)]
        + row.cells([Todo.ends, Todo.mrr, Todo.expectedMRR]).map(shown)
    }
    return table
  }

  private static let todoRows = 10

  /// `24 people with $123 MRR at stake: 15 in a grace period ($80), …`, or nothing.
  var todoSentence: String {
    let counts = todoCounts
    return counts.isEmpty ? "" : counts + " All in csv/todo.csv."
  }

  /// How many people, why, and what hangs on them; empty where nobody is in the list.
  var todoCounts: String {
    let all = rows(of: Todo.self)
    guard !all.isEmpty else { return "" }
    let parts = Todo.Reason.allCases.map { reason in
      (reason, rows: all.filter { $0[Todo.reason] == reason.rawValue })
    }.filter { !$0.rows.isEmpty }.sorted { stake($0.rows) > stake($1.rows) }.map { reason, rows in
      "\(DisplayFormat.grouped(Int64(rows.count))) \(reason.words) (\(shown(stake(rows))) \(reason.place))"
    }
    let people = all.count == 1 ? "1 person" : "\(DisplayFormat.grouped(Int64(all.count))) people"
    return
      "\(people) with \(shown(stake(Array(all)))) MRR at stake: \(parts.joined(separator: ", "))."
  }

  private func stake(_ rows: [Row<Todo>]) -> Amount {
    rows.reduce(.zero) { $0 + ($1[Todo.mrr] ?? .zero) }
  }

  private static func words(_ row: Row<Todo>) -> String {
    let reason = Todo.Reason(rawValue: row.text(Todo.reason))
    guard let reason else { return "" }
    let words = reason.words.prefix(1).uppercased() + reason.words.dropFirst()
    return row[Todo.mrr] == .zero ? words : "\(words), \(reason.place)"
  }
}

extension Todo.Reason {
  /// As it follows a number of people.
  fileprivate var words: String {
    switch self {
    case .grace: "in a grace period"
    case .billingRetry: "in billing retry"
    case .trialEnding: "in a trial about to end"
    case .trialCancelled: "in a cancelled trial about to end"
    case .setToCancel: "set to cancel"
    }
  }

  /// Where their MRR is, as it follows an amount.
  fileprivate var place: String {
    switch self {
    case .grace, .setToCancel: "still in MRR"
    case .billingRetry: "no longer in MRR"
    case .trialEnding, .trialCancelled: "not yet in MRR"
    }
  }
}
