import Metrics
import Values

/// What to do by kind, and the list of people, shortened to those on whom most hangs.
extension Figures {
  /// A row for each kind, the most to recover first.
  var todoGroupTable: FigureTable {
    FigureTable(
      todoGroups, self,
      [
        .text("To do") { $0.reason.action }, .text("People") { grouped(Int64($0.rows.count)) },
        .text("MRR at stake") { shown(stake($0.rows)) }, .text("") { $0.reason.place },
        .text("Comes by itself") { shown(expected($0.rows)) },
        .text("Recoverable") { shown(stake($0.rows) - expected($0.rows)) },
        .text("First deadline") { group in
          let ends = group.rows.compactMap { $0[Todo.ends] }.filter { $0 >= asOf }
          return ends.min().map(DisplayFormat.shortDay) ?? ""
        },
      ])
  }

  /// The reasons that there are, with their people, most that can be recovered first.
  private var todoGroups: [(reason: Todo.Reason, rows: Rows<Todo>)] {
    let all = rows(of: Todo.self)
    return Todo.Reason.allCases.map { ($0, all.where(Todo.reason, is: $0.rawValue)) }
      .filter { !$0.1.isEmpty }
      .sorted { stake($0.1) - expected($0.1) > stake($1.1) - expected($1.1) }
  }

  /// The first few of each kind; with the user's id where reports are to tell it.
  var todoTable: FigureTable {
    let tellsIDs = rows(of: Todo.self).contains { $0[Todo.userID] != nil }
    var table = FigureTable(
      header: ["To do", tellsIDs ? "User" : "Customer", "Country", "Channel", "Product"]
        + ["Access ends", "MRR at stake", "Comes by itself"], words: 6)
    table.rows = todoGroups.flatMap { reason, rows in
      rows.prefix(Self.todoRows).map { row in
        [reason.action, row.text(tellsIDs ? Todo.userID : Todo.customer)]
          + row.cells([Todo.country, Todo.channel, Todo.product, Todo.ends]).map(shown)
          + row.cells([Todo.mrr, Todo.expectedMRR]).map(shown)
      }
    }
    return table
  }

  private static let todoRows = 3

  /// `24 people with $123 MRR at stake: 15 in a grace period ($80), … All in csv/todo.csv.`; empty
  /// where nobody is in the list.
  var todoSentence: String {
    let all = rows(of: Todo.self)
    guard !all.isEmpty else { return "" }
    let parts = todoGroups.map { reason, rows in
      "\(grouped(Int64(rows.count))) \(reason.words) (\(shown(stake(rows))) \(reason.place))"
    }
    let people = all.count == 1 ? "1 person" : "\(grouped(Int64(all.count))) people"
    return
      "\(people) with \(shown(stake(all))) MRR at stake: \(parts.joined(separator: ", ")). "
      + "All in csv/todo.csv."
  }

  private func stake(_ rows: Rows<Todo>) -> Amount { Amount(micros: rows.sum(Todo.mrr)) }

  private func expected(_ rows: Rows<Todo>) -> Amount { Amount(micros: rows.sum(Todo.expectedMRR)) }
}

extension Todo.Reason {
  /// What can be done about it.
  fileprivate var action: String {
    switch self {
    case .grace: "Ask for another way to pay, in grace"
    case .trialGrace: "Ask for another way to pay, after a trial"
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
    case .trialGrace: "in a grace period after a trial"
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
    case .trialGrace, .trialEnding, .trialCancelled: "not yet in MRR"
    }
  }
}
