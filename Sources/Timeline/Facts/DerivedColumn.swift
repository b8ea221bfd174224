/// A column of a derived table, and whether what it holds means something in this database alone.
package struct DerivedColumn: Sendable, Hashable, ExpressibleByStringLiteral {
  package let name: String
  /// Whether it holds the number of a string, which each database gives otherwise.
  package let isText: Bool

  /// A column of plain numbers.
  package init(stringLiteral name: String) { self.init(name, isText: false) }

  private init(_ name: String, isText: Bool) { (self.name, self.isText) = (name, isText) }

  /// A column with the numbers of strings.
  package static func text(_ name: String) -> DerivedColumn { DerivedColumn(name, isText: true) }
}
