import Statistics
package import Values

// Sums over the rows of several months, and what follows from them.

extension Collection {
  /// A count over all rows. Nil without rows, or where one is missing.
  package func pooled<Owner>(_ count: Column<Owner, Int64>) -> Int64? where Element == Row<Owner> {
    Cell.sum(map { $0.cell(count) }).count
  }

  /// An amount over all rows, nil like a count.
  package func pooled<Owner>(_ amount: Column<Owner, Amount>) -> Amount?
  where Element == Row<Owner> {
    Cell.sum(map { $0.cell(amount) }).amount
  }

  /// How many of how many over all rows; nil where one of both is not known.
  package func pooledShare<Owner>(_ part: Column<Owner, Int64>, of whole: Column<Owner, Int64>)
    -> PooledShare? where Element == Row<Owner>
  {
    guard let part = pooled(part), let whole = pooled(whole) else { return nil }
    return PooledShare(part: part, whole: whole)
  }

  /// An amount for each of a count; nil without any, or where one of both is not known.
  package func pooledAverage<Owner>(
    _ amount: Column<Owner, Amount>, over count: Column<Owner, Int64>
  ) -> Amount? where Element == Row<Owner> {
    guard let whole = pooled(count), let amount = pooled(amount), whole > 0 else { return nil }
    return amount.times(Fraction(1, over: whole))
  }
}

/// A share of the customers of several months.
package struct PooledShare: Sendable {
  package let part: Int64
  package let whole: Int64

  /// Nil without a denominator.
  package var rate: Rate? { Rate(part, over: whole) }

  /// How it stands beside another one; nil where there are too few to tell.
  package func verdict(beside other: PooledShare) -> ShareVerdict? {
    ShareVerdict(part, of: whole, beside: other.part, of: other.whole)
  }
}

extension Cell {
  /// The sum of counts or of amounts; missing without cells, or where one is missing.
  package static func sum(_ cells: some Collection<Cell>) -> Cell {
    guard let first = cells.first else { return .missing }
    return cells.dropFirst().reduce(first) { total, cell in
      switch (total, cell) {
      case (.count(let a), .count(let b)): .count(a + b)
      case (.money(let a), .money(let b)): .money(a + b)
      default: .missing
      }
    }
  }
}

extension Fraction {
  /// For statistics only: money never passes through it.
  var approximate: Double { Double(numerator) / Double(denominator) }
}

/// How a share stands beside another one, as far as chance lets one tell (Fisher's exact test).
package enum ShareVerdict: String, Sendable {
  case larger = "significantly higher"
  case smaller = "significantly lower"
  case alike = "no significant difference"

  /// Fewer of either say nothing.
  private static let smallestSample: Int64 = 10

  /// Nil where there are too few to tell.
  package init?(_ part: Int64, of whole: Int64, beside other: Int64, of others: Int64) {
    guard min(whole, others) >= Self.smallestSample, (0...whole).contains(part),
      (0...others).contains(other)
    else { return nil }
    guard fisherExactPValue(part, of: whole, against: other, of: others) < 0.05 else {
      self = .alike
      return
    }
    let share = Double(part) / Double(whole)
    self = share > Double(other) / Double(others) ? .larger : .smaller
  }
}
