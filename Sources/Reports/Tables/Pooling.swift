import Metrics
import Values

/// Sums over the rows of several months, and what follows from them.
extension [Row] {
  func count(_ column: String) -> Int64 { reduce(0) { $0 + ($1[column].count ?? 0) } }

  func amount(_ column: String) -> Amount {
    reduce(.zero) { $0 + ($1[column].amount ?? .zero) }
  }

  /// Missing without a denominator.
  func rate(_ part: String, _ whole: String) -> Cell {
    Rate(count(part), over: count(whole)).map { .rate($0) } ?? .missing
  }

  /// An amount for each of a count; missing without any.
  func average(_ amount: String, _ count: String) -> Cell {
    let whole = self.count(count)
    guard whole > 0 else { return .missing }
    return .money(self.amount(amount).times(Fraction(1, over: whole)))
  }

  /// `2026-02 to 2026-04`; the months of a column, or nothing.
  func months(_ column: String) -> String {
    let months = compactMap { $0[column].month }
    guard let first = months.min(), let last = months.max() else { return "" }
    return first == last ? "\(first)" : "\(first) to \(last)"
  }

  /// The values of a text column in the order in which they come.
  func values(_ column: String) -> [String] {
    reduce(into: []) { if !$0.contains($1.text(column)) { $0.append($1.text(column)) } }
  }
}

extension Figures {
  /// The rows of the newest months of a table that satisfy `isOver`, at most so many.
  func newest(_ count: Int, of table: String, by column: String, where isOver: (Row) -> Bool)
    -> [Row]
  {
    let rows = self.table(table).named.filter(isOver)
    let months = Set(rows.compactMap { $0[column].month }).sorted().suffix(count)
    return rows.filter { $0[column].month.map(months.contains) ?? false }
  }
}
