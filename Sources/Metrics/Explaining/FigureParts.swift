import Values

// What of a figure stands beside it in its own file: read by whoever has the files alone.

extension TableSchema {
  /// The columns that somebody can ask about by name as a number.
  package var figures: [Table.Column] {
    columns.filter { $0.role == .figure && $0.kind != .flag && $0.kind != .text && !isKey($0) }
  }

  /// Whether its rows are single people, or payments of theirs.
  package var listsPeople: Bool {
    if case .list = privacy { return columns.contains { $0.name == "customer" } }
    return false
  }

  /// Nil for what is no quotient, or of columns that the file does not have.
  package func quotient(_ column: Table.Column) -> (part: [String], whole: [String])? {
    switch column.computation {
    case .ratio(let part, let whole), .average(let part, let whole):
      guard !part.addends.isEmpty, !whole.addends.isEmpty, part.otherRow == nil,
        whole.otherRow == nil
      else { return nil }
      return (part.addends, whole.addends)
    default: return nil
    }
  }

  /// The ends of its 95 % interval, where the file has them.
  package func interval(of column: Table.Column) -> (low: Table.Column, high: Table.Column)? {
    if case .ratio(let part, let whole) = column.computation {
      let low = columns.first { $0.computation == .low(part, whole) }
      let high = columns.first { $0.computation == .high(part, whole) }
      return low.flatMap { low in high.map { (low, $0) } }
    }
    return namedInterval(of: column)
  }

  /// `difference_low` of `difference`, `low_life` of `value_life`, or `low` right behind it.
  private func namedInterval(of column: Table.Column) -> (low: Table.Column, high: Table.Column)? {
    let kind = column.name.split(separator: "_").dropFirst().joined(separator: "_")
    for (low, high) in [
      ("\(column.name)_low", "\(column.name)_high"), ("low_\(kind)", "high_\(kind)"),
    ] {
      if let low = self.column(low), let high = self.column(high) { return (low, high) }
    }
    let next = index(of: column.name) + 1
    guard !column.isStatistic, column.name != "standard_error", next + 1 < columns.count,
      columns[next].name == "low", columns[next + 1].name == "high",
      columns[next].computation == nil
    else { return nil }
    return (columns[next], columns[next + 1])
  }

  package func sentences(of column: Table.Column) -> [String] {
    let inputs = column.computation?.inputs.flatMap(\.addends) ?? []
    return [column.meaning] + inputs.compactMap { self.column($0)?.meaning }
  }

  /// Whether it does not move while pending ones are decided.
  package func isBeyondPending(_ column: Table.Column) -> Bool {
    let parts = identities.first { $0.column == column.name }?.parts
    return column.name == "pending"
      || parts?.contains { $0.factor > 0 && $0.column == "pending" } ?? false
      || column.meaning.contains("+ pending")
  }

  /// How the figures of several rows are made one: for schemas that other programs read.
  package func additivity(of column: Table.Column) -> String {
    if isKey(column) || column.kind == .flag || column.kind == .text { return "none" }
    if column.isState { return "last day" }
    if quotient(column) != nil { return "quotient of sums" }
    let isOfPeople = column.isOfCustomers && column.nonAdditive != nil
    return column.isSummable && !isOfPeople ? "sum" : "none"
  }
}
