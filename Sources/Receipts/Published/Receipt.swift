package import Reports
package import Values

/// What a figure can be checked by later: which report, cell and value, in one word.
///
///     rr1:2026-06-30:churn.churn_rate:month=2026-06,all=all:0.100856:3f1c9a0b2d4e5f60-7ab31c2e
///
/// Behind the value stand the first digits of the hash of all CSV files of the report, and of the
/// hash of the receipt itself: one wrong letter is noticed without any report.
package struct Receipt: Sendable, Hashable, CustomStringConvertible {
  package let day: Day
  /// `churn.churn_rate`.
  package let metric: String
  package let address: CellAddress
  /// As the CSV file has it.
  package let value: String
  /// The first 16 digits of the report's hash.
  package let report: String

  package init(
    day: Day, metric: String, address: CellAddress, value: String, report: String
  ) {
    (self.day, self.metric, self.address) = (day, metric, address)
    (self.value, self.report) = (value, report)
  }

  private static let version = "rr1"

  private var body: String {
    "\(Self.version):\(day):\(metric):\(address):\(CellAddress.encoded(value)):\(report)"
  }

  package var description: String { "\(body)-\(Self.check(body))" }

  private static func check(_ text: String) -> String {
    String(hexadecimal(SHA256.digest(Array(text.utf8))).prefix(8))
  }

  /// Nil for a text that is no receipt, or not as it was given.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 6, parts[0] == Self.version, let day = Day(parts[1]),
      let address = CellAddress(parts[3]), let value = CellAddress.decoded(parts[4][...]),
      let dash = parts[5].lastIndex(of: "-")
    else { return nil }
    self.init(
      day: day, metric: parts[2], address: address, value: value,
      report: String(parts[5][..<dash]))
    guard description == text else { return nil }
  }

  /// All that looks like a receipt in a text, in its order, each once.
  package static func candidates(in text: String) -> [String] {
    var seen: Set<String> = []
    return text.matches(of: /rr[0-9]+:[^\s"'`<>|\[\]{}()]+/).compactMap { match in
      var word = match.output
      while let last = word.last, ".,;:!?*_".contains(last) { word.removeLast() }
      return seen.insert(String(word)).inserted ? String(word) : nil
    }
  }
}
