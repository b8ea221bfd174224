/// The one of some names that a mistyped word is nearest to.
package struct NearestName: Sendable, Equatable {
  package let name: String
  /// Whether it is near enough to be what was meant: as many single-letter slips (wrong, missing,
  /// doubled or swapped letters, case apart) as a third of the word's length, at least one.
  package let isLikely: Bool

  /// Nil where there are no names. Of equally near ones the first stands. `slips`: how many are near
  /// enough, if not a third of the word's length.
  package init?(to word: String, among names: some Sequence<String>, slips: Int? = nil) {
    let letters = Array(word.lowercased().prefix(64))
    let ranked = names.map { ($0, slipsBetween(letters, Array($0.lowercased().prefix(64)))) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }) else { return nil }
    (name, isLikely) = (best.0, best.1 <= slips ?? max(1, letters.count / 3))
  }
}

/// The one of `names` that a mistyped `word` most likely meant; nil when none is near.
package func nearestName(to word: String, among names: some Sequence<String>) -> String? {
  NearestName(to: word, among: names).flatMap { $0.isLikely ? $0.name : nil }
}

/// All of `names`, those that a mistyped `word` is nearest to first: by the slips between them,
/// then by whether they begin alike; of equally near ones the first stands first.
package func namesByNearness(to word: String, among names: [String]) -> [String] {
  let letters = Array(word.lowercased().prefix(64))
  let ranked = names.enumerated().map { index, name in
    let other = Array(name.lowercased().prefix(64))
    return (
      slips: slipsBetween(letters, other), unlike: letters.first == other.first ? 0 : 1, index
    )
  }
  return ranked.sorted { $0 < $1 }.map { names[$0.2] }
}

/// The optimal string alignment distance: Levenshtein's, with a swap of neighbours as one slip.
private func slipsBetween(_ a: [Character], _ b: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      let replaced = last[j] + (a[i] == b[j] ? 0 : 1)
      var slips = min(replaced, last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        slips = min(slips, beforeLast[j - 1] + 1)
      }
      row.append(slips)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
