import Metrics
import Values

/// What to do by kind, and the list of people, shortened to those on whom most hangs.
extension Figures {
  /// A row for each kind: how many people, what hangs on them, what comes of it by itself, and until
  /// when; the most money that nobody gets by waiting first.
  var todoGroupTable: FigureTable {
    var table = FigureTable(
      header: ["To do", "People", "MRR at stake", "", "Comes by itself", "First deadline"], words: 1
    )
    table.rows = todoGroups.map { reason, rows in
      [
        reason.action, DisplayFormat.grouped(Int64(rows.count)), shown(stake(rows)), reason.place,
        shown(rows.reduce(Amount.zero) { $0 + ($1[Todo.expectedMRR] ?? .zero) }),
        rows.compactMap { $0[Todo.ends] }.filter { $0 >= asOf }.min().map(DisplayFormat.shortDay)
          ?? "",
      ]
    }
    return table
  }

  /// The reasons that there are, with their people, most MRR at stake first.
  private var todoGroups: [(reason: Todo.Reason, rows: [Row<Todo>])] {
    let all = rows(of: Todo.self)
    return Todo.Reason.allCases.map { reason in
      (reason, all.filter { $0[Todo.reason] == reason.rawValue })
    }.filter { !$0.1.isEmpty }.sorted { stake($0.1) > stake($1.1) }
  }

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

  /// `24 people with $123 MRR at stake: 15 in a grace period ($80), … All in csv/todo.csv.`; empty
  /// where nobody is in the list.
  var todoSentence: String {
    let all = rows(of: Todo.self)
    guard !all.isEmpty else { return "" }
    let parts = todoGroups.map { reason, rows in
      "\(DisplayFormat.grouped(Int64(rows.count))) \(reason.words) (\(shown(stake(rows))) \(reason.place))"
    }
    let people = all.count == 1 ? "1 person" : "\(DisplayFormat.grouped(Int64(all.count))) people"
    return
      "\(people) with \(shown(stake(Array(all)))) MRR at stake: \(parts.joined(separator: ", ")). "
      + "All in csv/todo.csv."
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
  /// What can be done about it.
  fileprivate var action: String {
    switch self {
    case .grace: "Ask for another way to pay, in grace"
    case .billingRetry: "Ask for another way to pay, after access ended"
    case .trialEnding: "Help before the trial ends"
    case .trialCancelled: "Win back before the cancelled trial ends"
    case .setToCancel: "Win back before the subscription ends"
    }
  }

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
