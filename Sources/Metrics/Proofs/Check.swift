import Values

/// A reconciliation: two ways to the same figure.
package struct Check: Sendable, Hashable {
  /// What must be equal, in a few words: `opening + movements = closing`.
  package var name: String
  /// Where it was looked at: `every month and segment`.
  package var scope: String
  /// How many pairs of figures were compared; nil where that is nobody's business.
  package var compared: Int?
  /// Both sides of the pair that differs most; where all are equal, of the largest.
  package var left: Cell
  package var right: Cell
  package var difference: Cell
  package var passed: Bool
  /// The columns that it looks at: `daily.mrr`.
  package var columns: Set<String>

  package init(
    name: String, scope: String, compared: Int? = nil, left: Cell, right: Cell, difference: Cell,
    passed: Bool,
    columns: Set<String> = []
  ) {
    self.name = name
    self.scope = scope
    self.compared = compared
    self.left = left
    self.right = right
    self.difference = difference
    self.passed = passed
    self.columns = columns
  }
}
