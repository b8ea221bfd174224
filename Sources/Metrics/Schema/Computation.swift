package import Values

/// A cell that follows from columns of the query.
package indirect enum Computation: Sendable, Hashable {
  /// Quotient of two columns, in millionths.
  case ratio(Table.Column, Table.Column)
  /// Bounds of the Wilson 95 % interval of a proportion.
  case low(Table.Column, Table.Column)
  case high(Table.Column, Table.Column)
  /// An amount divided by a count.
  case average(Table.Column, Table.Column)
  /// amount × part ÷ (whole × left ÷ all), of these five, or a bound of it.
  case expected(Expectation, [Table.Column])
  case pseudonym(Pseudonym, String)
}

/// The expected value, or an end of its Wilson 95 % interval.
package enum Expectation: Sendable { case mean, low, high }

extension Computation {
  /// The columns of the query that it follows from.
  var inputs: [Table.Column] {
    switch self {
    case .ratio(let part, let whole), .low(let part, let whole), .high(let part, let whole),
      .average(let part, let whole):
      [part, whole]
    case .expected(_, let parts): parts
    case .pseudonym: []
    }
  }

  var shape: Formula.Shape {
    switch self {
    case .ratio, .average: .quotient
    case .low, .high: .interval
    case .expected(.mean, _): .expected
    case .expected: .expectedInterval
    case .pseudonym: .stated
    }
  }
}
