import Metrics
import Values

/// Sums over the rows of several months, and what follows from them.
extension [Row] {
  /// Missing where one of them is: a part would be taken for the whole.
  func sum(_ column: String) -> Cell { .sum(map { $0[column] }) }

  /// 0 where it is not known.
  func count(_ column: String) -> Int64 { sum(column).count ?? 0 }

  /// Nothing where it is not known.
  func amount(_ column: String) -> Amount { sum(column).amount ?? .zero }

  /// Missing without a denominator, or where one of both is not known.
  func rate(_ part: String, _ whole: String) -> Cell {
    guard let part = sum(part).count, let whole = sum(whole).count else { return .missing }
    return Rate(part, over: whole).map { .rate($0) } ?? .missing
  }

  /// How a share of these rows stands beside one of others; nil where there are too few to tell, or
  /// one of the numbers is not known.
  func verdict(
    _ part: String, _ whole: String, beside others: [Row], _ otherPart: String,
    _ otherWhole: String
  ) -> ShareVerdict? {
    guard let part = sum(part).count, let whole = sum(whole).count,
      let other = others.sum(otherPart).count, let all = others.sum(otherWhole).count
    else { return nil }
    return ShareVerdict(part, of: whole, beside: other, of: all)
  }

  /// An amount for each of a count; missing without any, or where one of both is not known.
  func average(_ amount: String, _ count: String) -> Cell {
    guard let whole = sum(count).count, let amount = sum(amount).amount, whole > 0 else {
      return .missing
    }
    return .money(amount.times(Fraction(1, over: whole)))
  }

  /// `2026-02 to 2026-04`; the months of a column, or nothing.
  func months(_ column: String) -> String {
    let months = compactMap { $0[column].month }
    guard let first = months.min(), let last = months.max() else { return "" }
    return first == last ? "\(first)" : "\(first) to \(last)"
  }

  /// The rows with the largest counts, at most so many, in the order in which they come.
  func largest(_ count: Int, by column: String) -> [Row] {
    let largest = indices.sorted { (self[$1].int(column), $0) < (self[$0].int(column), $1) }
    return largest.prefix(count).sorted().map { self[$0] }
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
