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

  static func longestWord(_ heading: String) -> Int {
    heading.split(separator: " ").map(\.count).max() ?? 0
  }
}
