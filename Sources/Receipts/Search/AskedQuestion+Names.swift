// Which words name something that no figure or row is called, and have to be refused.

extension AskedQuestion {
  /// Whether nothing in the vocabulary or in this report has the word.
  func isUnknown(_ place: Int) -> Bool {
    weights[place] > 0 && !vocabulary.isOfTitle(stems[place])
      && (reportNames.isName(words[place]) || !vocabulary.isKnown(stems[place]))
  }

  /// Whether it says what the figure is to be of: `in Atlantis`, `the student plan`, `quantum churn`,
  /// `how many elephants`, `SPRING25`.
  func isName(_ place: Int) -> Bool {
    if reportNames.isName(words[place]) || proper.contains(place) || isBeforeSegment(place)
      || words[place].contains(where: \.isNumber) || words[place...].dropFirst().first == "s"
    {
      return true
    }
    let isVerb = Self.endsAsVerb(words[place])
    if place + 1 < words.count, weights[place + 1] > 0 {
      return !isVerb || place == 0 || !Self.auxiliaries.contains(words[place - 1])
    }
    if place > 0, weights[place - 1] > 0, !isVerb { return true }
    let before = words[..<place].last { !["the", "a", "an", "our", "my", "all"].contains($0) }
    return before.map(Self.namesFollow.contains) ?? false
  }

  private static let auxiliaries: Set = [
    "have", "has", "had", "are", "is", "were", "was", "be", "been", "being", "we", "they", "who",
    "that", "after", "by", "without",
  ]

  /// `invites sent`, `have turned auto renew off`.
  private static func endsAsVerb(_ word: String) -> Bool {
    ["ed", "ing", "t", "en", "wn"].contains { word.hasSuffix($0) }
  }

  /// The places of words with a capital letter that no sentence begins with.
  static func proper(in text: String, _ words: [String]) -> Set<Int> {
    let written = text.split { !$0.isLetter && !$0.isNumber }
    let named = written.indices.filter { place in
      let isFirst =
        place == 0
        || written[place].startIndex != text.startIndex
          && [".", "?", "!"].contains(text[..<written[place].startIndex].last { $0 != " " })
      return written[place].first?.isUppercase ?? false
        && (!isFirst || written[place].dropFirst().contains(where: \.isUppercase)
          || place + 1 < written.count && written[place + 1] == "s")
    }.map { written[$0].lowercased() }
    return Set(words.indices.filter { named.contains(words[$0]) })
  }

  /// The places of words that are written as one, with dots or underscores between them.
  static func compounds(in text: String) -> [Set<Int>] {
    var place = 0
    return text.split(separator: " ").compactMap { chunk in
      let places = place..<place + Words.split(String(chunk)).count
      place = places.upperBound
      return chunk.contains(joined) && places.count > 1 ? Set(places) : nil
    }
  }

  private nonisolated(unsafe) static let joined = /[A-Za-z0-9][._][A-Za-z]/

  func isBeforeSegment(_ place: Int) -> Bool {
    place + 1 < words.count && Self.segmentStems.contains(stems[place + 1])
  }

  /// Whether it says which plan or channel: `the lifetime plan`.
  func isNameOfSegment(_ place: Int) -> Bool {
    place + 1 < words.count && Self.segments.contains(stems[place + 1])
      && !Self.kinds.contains(words[place])
  }

  /// Whether a plan is named by a word that is no row's: `the business plan`, `the lifetime plan`.
  func isPlanUnknown(but explained: Set<Int>) -> Bool {
    words.indices.dropFirst().contains { place in
      let name = place - 1
      guard ["plan", "tier"].contains(words[place]), !explained.contains(name),
        !Self.determiners.contains(words[name]), !Self.kinds.contains(words[name])
      else { return false }
      return weights[name] > 0 && !idioms.contains(name)
        || vocabulary.empty.contains(words[name]) && name > 0
          && ["the", "on", "from"].contains(words[name - 1])
    }
  }

  private static let determiners: Set = [
    "the", "a", "an", "our", "my", "your", "their", "which", "what", "this", "that", "each",
    "every", "any", "one", "same", "other", "main", "current", "last", "whole", "entire", "best",
    "worst", "top", "biggest", "largest", "smallest", "cheapest", "newest", "latest", "overall",
  ]

  /// What is said of a dimension without naming a value of it: `ad channel`, `price plan`.
  private static let kinds: Set = [
    "ad", "ads", "marketing", "acquisition", "traffic", "price", "pricing", "paid", "billing",
    "subscription", "subscribing",
  ]

  /// Whether it can stand before a dimension: `acquisition channel`, `app version`.
  func isOfDimension(_ place: Int) -> Bool {
    Self.kinds.contains(words[place]) || Self.segments.contains(stems[place])
  }

  /// `app version`.
  func isApp(ofVersion place: Int) -> Bool {
    words[place] == "app" && words[place...].dropFirst().first?.hasPrefix("version") ?? false
  }

  static let segments = Set(
    ["plan", "tier", "channel", "country", "platform", "app", "campaign", "product"].map(Words.stem)
  )
  private static let namesFollow: Set = [
    "in", "on", "from", "at", "via", "through", "for", "of", "with", "using", "among", "many",
    "per", "vs", "versus", "is", "did", "does", "about",
  ]
  private static let segmentStems = Set(
    [
      "plan", "user", "customer", "subscriber", "channel", "country", "platform", "tier", "app",
      "campaign", "product", "device", "cohort", "people", "subscription", "feature", "paywall",
      "code", "offer", "variant", "arm", "group", "experiment", "test", "rollout", "funnel",
    ].map(Words.stem))
}
