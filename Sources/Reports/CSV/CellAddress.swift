package import Metrics
import Values

/// Which cell of a column is meant: the cells that tell its row from others, in their order, with a
/// segment as one pair: `month=2026-06,country=DE`. Of several days together the first and the last
/// stand in the place of the day: `date=2026-06-01..2026-06-30`.
package struct CellAddress: Sendable, Hashable, CustomStringConvertible {
  package struct Pair: Sendable, Hashable {
    package let name, value: String
  }

  package private(set) var pairs: [Pair]

  /// That of a row. `time`: what stands in the place of the row's own time.
  package init(of row: [Cell], _ schema: TableSchema, time: String? = nil) {
    var pairs: [Pair] = []
    var dimension = ""
    for (column, cell) in zip(schema.keys, row) where column.role != .label {
      let text = CSVWriter.text(of: cell)
      switch column.role {
      case .dimension: dimension = text
      case .value: pairs.append(Pair(name: dimension, value: text))
      case .time: pairs.append(Pair(name: column.name, value: time ?? text))
      default: pairs.append(Pair(name: column.name, value: text))
      }
    }
    self.pairs = pairs
  }

  /// Reads what ``description`` writes; nil for anything else.
  package init?(_ text: String) {
    guard !text.isEmpty else {
      pairs = []
      return
    }
    var pairs: [Pair] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, let name = Self.decoded(sides[0]), let value = Self.decoded(sides[1])
      else { return nil }
      pairs.append(Pair(name: name, value: value))
    }
    self.pairs = pairs
  }

  package var description: String {
    pairs.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: ",")
  }

  /// Where the row stands: `csv/churn.csv#month=2026-06`.
  package func place(in file: TableSchema) -> String {
    var address = self
    address.pairs.removeAll { $0.name == "all" }
    return "csv/\(file.name).csv#\(address)"
  }

  /// Without a segment that is everything.
  package var readable: String {
    let shown = pairs.filter { $0.name != "all" && $0.value != "all" && $0.name != "grain" }
    return shown.isEmpty ? "" : shown.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
  }

  package func time(_ schema: TableSchema) -> String? {
    schema.time.flatMap { time in pairs.first { $0.name == time.name }?.value }
  }

  /// Letters, digits and a few signs stay, so that a receipt is one word of any text.
  package static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      isPlain(byte)
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: "._-/".utf8.contains(byte)
    }
  }

  package static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        guard isPlain(byte) else { return nil }
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
