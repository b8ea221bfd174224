/// Column names as people read them: `new_mrr` → `New MRR`.
enum Heading {
  private static let acronyms: Set<String> = [
    "mrr", "arr", "arpu", "arppu", "nrr", "grr", "fx", "ltv",
  ]

  static func of(_ name: String) -> String {
    let words = name.split(separator: "_").map(String.init)
    let spelled = words.map { acronyms.contains($0) ? $0.uppercased() : $0 }
    guard let first = spelled.first, let letter = first.first else { return name }
    return ([letter.uppercased() + first.dropFirst()] + spelled.dropFirst()).joined(separator: " ")
  }

  /// The width at which a heading fits on two lines.
  static func width(_ heading: String) -> Int {
    let words = heading.split(separator: " ")
    let breaks = (1...max(1, words.count)).map { first in
      max(
        words.prefix(first).joined(separator: " ").count,
        words.dropFirst(first).joined(separator: " ").count)
    }
    return breaks.min() ?? 0
  }
}
