/// The measures of a table of facts. Each is a column of integers that add, named as its case is,
/// in snake case: a case that is renamed renames a column.
package protocol FactMeasure: CaseIterable, Sendable {
  /// Its place among the measures of its table, from 0 in the order of `allCases`.
  var index: Int { get }
  /// The name of its column in the database.
  var name: String { get }
}

extension FactMeasure where Self: RawRepresentable<Int> {
  @inline(__always)
  package var index: Int { rawValue }
}

extension FactMeasure {
  package var name: String { snakeCase("\(self)") }
}

/// `newMRR` as `new_mrr`, `customers30` as `customers_30`: a part begins with the first capital
/// after a small letter or a digit, and with the first digit after a letter.
package func snakeCase(_ identifier: String) -> String {
  var name = ""
  var last: Character?
  for character in identifier {
    if let last, !last.isUppercase && character.isUppercase || last.isLetter && character.isNumber {
      name += "_"
    }
    name += character.lowercased()
    last = character
  }
  return name
}
