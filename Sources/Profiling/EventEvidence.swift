import Foundation

/// What the lines of an event whose name is not known say of money.
package struct EventEvidence: Sendable {
  private var lines = 0
  private var linesOfMoney = 0
  /// The first of its lines, as they stand.
  package private(set) var samples: [String] = []

  private static let mostSamples = 3

  /// `fields`: those that the line has, by their canonical names.
  mutating func add(_ line: Data, _ fields: Set<String>) {
    lines += 1
    let isPriced = fields.isSuperset(of: ["price", "transaction_id"])
    if isPriced, !fields.isDisjoint(with: ["currency", "product_id", "expires_at"]) {
      linesOfMoney += 1
    }
    if samples.count < Self.mostSamples { samples.append(String(decoding: line, as: UTF8.self)) }
  }

  /// Whether nearly all lines have a price, a transaction, and a currency, a product or an end.
  var isOfMoney: Bool { lines > 0 && linesOfMoney * 10 >= lines * 9 }
}
