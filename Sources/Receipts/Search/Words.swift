import Foundation
import Values

/// The words of a question, and what of two words counts as the same.
enum Words {
  /// Small letters, without signs; a day and `7.99` stay one word, `p.yearly` and `too_expensive`
  /// become two.
  static func split(_ text: String) -> [String] {
    let signs = Array(text.lowercased().unicodeScalars)
    let parts = signs.indices.split { !isOfWord(signs, $0) }
    return parts.flatMap { part -> [String] in
      let letters = String.UnicodeScalarView(part.map { signs[$0] })
      let word = String(String(letters).drop { $0 == "-" })
      if let first = word.utf8.first, 48...57 ~= first, Day(word) != nil || Month(word) != nil {
        return [word]
      }
      return word.split { $0 == "-" || $0 == "_" }.map { $0 == "%" ? "percent" : String($0) }
    }
  }

  /// Letters and digits, and what stands within words.
  private static func isOfWord(_ signs: [Unicode.Scalar], _ place: Int) -> Bool {
    switch signs[place] {
    case "a"..."z", "0"..."9", "-", "_", "%": return true
    case ".":
      return [place - 1, place + 1].allSatisfy {
        signs.indices.contains($0) && "0"..."9" ~= signs[$0]
      }
    case let sign:
      return !sign.isASCII && (sign.properties.isAlphabetic || sign.properties.numericType != nil)
    }
  }

  /// What a word has in common with its relatives: `churned`, `churn`; `conversion`, `converted`.
  static func stem(_ word: String) -> String {
    guard !word.contains(where: \.isNumber) else { return word }
    var stem = word.count > 5 ? word.replacing("iz", with: "is") : word
    for (ending, instead, least) in endings where word.hasSuffix(ending) && word.count >= least {
      stem = stem.dropLast(ending.count) + instead
      break
    }
    let last = stem.suffix(2)
    if stem.count != word.count, last.count == 2, last.first == last.last,
      !"aeiousl".contains(last.last ?? "a")
    {
      stem.removeLast()
    }
    if stem.count > 4, stem.hasSuffix("e") { stem.removeLast() }
    return String(stem.prefix(6))
  }

  private static let endings = [
    ("ies", "y", 5), ("ied", "y", 5), ("ial", "y", 6), ("wals", "w", 6), ("wal", "w", 6),
    ("ing", "", 6), ("ed", "", 5), ("xes", "x", 4), ("ss", "ss", 3), ("s", "", 4),
  ]

  static func stems(_ text: String) -> [String] { split(text).map(stem) }

  /// Whether two words differ by one letter that is wrong, missing, too many or swapped.
  static func isSlip(_ word: String, of other: String) -> Bool {
    let common = zip(word, other).prefix { $0 == $1 }.count
    let (rest, wanted) = (word.dropFirst(common), other.dropFirst(common))
    let same = zip(rest.reversed(), wanted.reversed()).prefix { $0 == $1 }.count
    let (wrong, right) = (rest.dropLast(same), wanted.dropLast(same))
    return max(wrong.count, right.count) <= 1
      || wrong.count == 2 && String(wrong) == String(right.reversed())
  }
}
