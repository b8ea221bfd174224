import Foundation
import Values

/// The words of a question, and what of two words counts as the same.
enum Words {
  /// Small letters, without signs; a day stays one word, `p.yearly` and `too_expensive` become two.
  static func split(_ text: String) -> [String] {
    let parts = text.lowercased().unicodeScalars.split { !isOfWord($0) }.map(String.init)
    return parts.flatMap { part -> [String] in
      guard part.utf8.contains(where: { $0 == 45 || $0 == 95 }) else {
        return [short[part] ?? part]
      }
      let word = part.drop { $0 == "-" }
      if Day(String(word)) != nil || Month(String(word)) != nil { return [String(word)] }
      return word.split { $0 == "-" || $0 == "_" }.map { short[String($0)] ?? String($0) }
    }
  }

  /// Letters and digits, and what stands within words.
  private static func isOfWord(_ sign: Unicode.Scalar) -> Bool {
    switch sign {
    case "a"..."z", "0"..."9", "-", "_", "%": true
    default: !sign.isASCII && (sign.properties.isAlphabetic || sign.properties.numericType != nil)
    }
  }

  private static let short = [
    "subs": "subscribers", "sub": "subscriber", "conv": "conversion", "rev": "revenue",
    "%": "percent",
  ]

  /// What a word has in common with its relatives: `churned`, `churn`; `conversion`, `converted`.
  static func stem(_ word: String) -> String {
    var word = word
    for (ending, instead, least) in endings where word.hasSuffix(ending) && word.count >= least {
      word = word.dropLast(ending.count) + instead
      break
    }
    return String(word.prefix(6))
  }

  private static let endings = [
    ("ies", "y", 5), ("ied", "y", 5), ("ing", "", 6), ("ed", "", 6), ("ss", "ss", 3),
    ("s", "", 4),
  ]

  static func stems(_ text: String) -> [String] { split(text).map(stem) }

  /// Words that join others.
  static let joining: Set<String> = [
    "a", "an", "the", "of", "in", "to", "for", "by", "at", "from", "on", "do", "does", "did", "is",
    "are", "we", "it", "and", "after", "our", "with",
  ]
}
