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
  /// An amount times a proportion, or a bound of it.
  case expected(Expectation, ExpectedParts<Input>)
  case pseudonym(String)
  case transaction(String)
}

/// The expected value, or an end of its Wilson 95 % interval.
package enum Expectation: Sendable { case mean, low, high }

/// What an expected amount is made of: `amount` × `part` ÷ (`whole` × `left` ÷ `all`). Of the whole
/// of the rate as many are taken as are left of all, at least the part.
package struct ExpectedParts<Part> {
  package let amount, part, whole, left, all: Part

  init(amount: Part, part: Part, whole: Part, left: Part, all: Part) {
    (self.amount, self.part, self.whole, self.left, self.all) = (amount, part, whole, left, all)
  }

  /// In the order of ``list``; nil for another number of parts.
  package init?(_ list: [Part]) {
    guard list.count == 5 else { return nil }
    self.init(amount: list[0], part: list[1], whole: list[2], left: list[3], all: list[4])
  }

  var list: [Part] { [amount, part, whole, left, all] }

  func map<Other>(_ other: (Part) -> Other) -> ExpectedParts<Other> {
    ExpectedParts<Other>(
      amount: other(amount), part: other(part), whole: other(whole), left: other(left),
      all: other(all))
  }
}

extension ExpectedParts: Equatable where Part: Equatable {}
extension ExpectedParts: Hashable where Part: Hashable {}
extension ExpectedParts: Sendable where Part: Sendable {}

extension Computation {
  /// The columns of the query that it follows from.
  var inputs: [Input] {
    switch self {
    case .ratio(let part, let whole), .low(let part, let whole), .high(let part, let whole),
      .average(let part, let whole):
      [part, whole]
    case .expected(_, let parts): parts.list
    case .pseudonym, .transaction: []
    }
  }

  var shape: Formula.Shape {
    switch self {
    case .ratio, .average: .quotient
    case .low, .high: .interval
    case .expected(.mean, _): .expected
    case .expected: .expectedInterval
    case .pseudonym, .transaction: .stated
    }
  }
}
