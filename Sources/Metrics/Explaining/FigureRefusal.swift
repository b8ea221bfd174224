import Values

/// Why a figure is not told, and the nearest one that is.
package struct FigureRefusal: Error, Sendable, Equatable {
  package enum Reason: String, Sendable {
    /// The file tells of no such thing; of this row it tells nothing.
    case notPublished = "not published", absent = "no such row", unripe, tooFew = "too few people",
      people, unknown
  }

  /// A column that the rows differ in, with its values.
  package struct Choice: Sendable, Equatable {
    package let column: Table.Column
    package let values: [String]
  }

  package let reason: Reason
  package let message: String
  /// In the words in which it is asked for.
  package var nearest: [String]
  /// What is left to say, where several rows are meant.
  package private(set) var choices: [Choice] = []

  package init(reason: Reason, message: String, nearest: [String] = []) {
    (self.reason, self.message, self.nearest) = (reason, message, nearest)
  }

  /// Of these rows, of which one had to be meant.
  package init(severalRows rows: [[Cell]], of metric: Metric) {
    let choices = metric.file.keys.enumerated().map { index, column in
      Choice(column: column, values: rows.map { $0[index].plainText }.distinct)
    }.filter { $0.values.count > 1 }
    let ways = choices.map { "\($0.column.name)=\($0.values.prefix(6).joined(separator: "|"))" }
    self.init(
      reason: .notPublished,
      message:
        "\(metric.name) has \(rows.count) rows for this: say which by \(ways.joined(separator: "; "))",
      nearest: choices.first.map { choice in
        choice.values.prefix(3).map { "\(metric.name) \(choice.column.name)=\($0)" }
      } ?? [])
    self.choices = choices
  }

  /// Of a segment or row that nothing has. `values`: those that there are, the nearest first.
  package init(unknown name: String, _ value: String, among values: [String], of metric: Metric) {
    self.init(
      reason: .unknown, message: "nothing has the \(name) \"\(value)\"",
      nearest: values.prefix(6).map { "\(metric.name) \(name)=\($0)" })
  }
}
