package import Values

/// A cell that follows from columns of the query.
package enum Computation: Sendable, Hashable {
  /// A column of the query.
  package struct Input: Sendable, Hashable {
    package let name: String
    let kind: Table.Kind
    let isOfCustomers: Bool
    let usesTotal: Bool
    /// The columns of the file that it is the sum of; none where that is not known.
    package let addends: [String]
    package let otherRow: Table.OtherRow?
    let isImpliedByRow: Bool
    /// What whoever has a part in it has left; nil: what the table says.
    let traces: [Trace]?

    /// Whether it counts people, or money of people, of whom the file says nothing else.
    var isBeyondFile: Bool {
      addends.isEmpty && otherRow == nil && isOfCustomers && !isImpliedByRow
    }
  }

  /// Quotient of two columns, in millionths.
  case ratio(Input, Input)
  /// Bounds of the Wilson 95 % interval of a proportion.
  case low(Input, Input)
  case high(Input, Input)
  /// An amount divided by a count.
  case average(Input, Input)
  /// amount × part ÷ (whole × left ÷ all), of these five, or a bound of it.
  case expected(Expectation, [Input])
  case pseudonym(Pseudonym, String)
}

/// The expected value, or an end of its Wilson 95 % interval.
package enum Expectation: Sendable { case mean, low, high }

extension Computation {
  /// The columns of the query that it follows from.
  var inputs: [Input] {
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
