import Metrics
import Values

/// A question taken apart.
struct AskedQuestion {
  let words: [String]
  let stems: [String]
  /// Of every word its stem, and the words of titles that it says.
  let terms: [Set<String>]
  /// The places of words that are written as names: `Tom`, `AWS`, `Duolingo's`.
  private let proper: Set<Int>
  /// The places of idioms, such as `monthly recurring revenue`: they are no names of rows.
  let idioms: Set<Int>
  private(set) var time: AskedTime
  /// Whether an e-mail address stands in it.
  let isWithAddress: Bool
  let reportNames: ReportNames
  /// Of every word how much it narrows down; 0 for times and for words that carry nothing. And how
  /// much it says that speaks for a figure.
  let weights, credits: [Double]
  let form: AskedForm
  private let vocabulary: Vocabulary
  private let labels = LabelPlaces()

  /// Where labels stand that were looked for.
  private final class LabelPlaces {
    var known: [String: Set<Int>] = [:]
  }

  /// `correcting`: words that nothing has are taken for slips of known ones.
  init(
    _ text: String, _ report: Day, _ reportNames: ReportNames, _ vocabulary: Vocabulary,
    correcting: Bool = false
  ) {
    (self.reportNames, self.vocabulary) = (reportNames, vocabulary)
    isWithAddress = text.contains(/[^ ]@[^ ]/)
    let plain = AskedTime.withISODays(text).replacing(/\bUS\b/, with: "USA")
    words = Words.split(plain).map { correcting ? reportNames.corrected($0, vocabulary) : $0 }
    stems = words.map { reportNames.isName($0) ? $0 : Words.stem($0) }
    proper = Self.proper(in: text, words)
    (terms, idioms) = Self.terms(words, stems, vocabulary)
    let time = AskedTime(words, report)
    self.time = time
    let isEmpty = words.map {
      vocabulary.empty.contains($0) || $0.count < 2 && !Self.isNumber($0)
    }
    let own = zip(stems, terms).map { stem, terms in
      vocabulary.isOfTitle(stem)
        ? vocabulary.weight(stem) : terms.map(vocabulary.weight).min() ?? 1
    }
    weights = words.indices.map { time.taken.contains($0) || isEmpty[$0] ? 0 : own[$0] }
    credits = words.indices.map { place in
      time.taken.contains(place) ? 0 : isEmpty[place] ? 0.25 : own[place]
    }
    form = AskedForm(words, stems)
  }

  /// With what the ways to say something that stand there mean: first of the words themselves, then
  /// of what these mean, so that `switched off auto renew` is what `off renewal` is.
  private static func terms(_ words: [String], _ stems: [String], _ vocabulary: Vocabulary) -> (
    [Set<String>], idioms: Set<Int>
  ) {
    var (terms, idioms): ([Set<String>], Set<Int>) = (stems.map { [$0] }, [])
    for round in 1...3 {
      let said = terms
      for start in stems.indices {
        for way in said[start].flatMap({ vocabulary.ways[$0] ?? [] })
        where round == 1 || way.isIdiom {
          guard let places = places(of: way.stems, from: start, words, said) else { continue }
          for place in places { terms[place].insert(way.term) }
          if places.count > 1 { idioms.formUnion(places) }
        }
      }
    }
    return (terms, idioms)
  }

  /// Where the words of an idiom stand one after the other, but for joining words.
  private static func places(
    of way: [String], from start: Int, _ words: [String], _ terms: [Set<String>]
  ) -> [Int]? {
    var (places, at) = ([Int](), start)
    for stem in way {
      while at > start, at < terms.count, !terms[at].contains(stem),
        Vocabulary.joining.contains(words[at])
      { at += 1 }
      guard at < terms.count, terms[at].contains(stem) else { return nil }
      // All words of an idiom that means it: `turned off`.
      repeat {
        places.append(at)
        at += 1
      } while way.count > 1 && at < terms.count && terms[at].contains(stem)
        && !way.dropFirst().contains { terms[at].contains($0) }
    }
    return places
  }

  /// The same at another time.
  func at(_ time: AskedTime) -> Self {
    var other = self
    other.time = time
    return other
  }

  /// Where a term of a title is said.
  func places(of term: String) -> [Int] { terms.indices.filter { terms[$0].contains(term) } }

  var trailingDays: Int64? { if case .trailing(let days) = time.span { Int64(days) } else { nil } }

  /// Whether these words stand there one after the other.
  func says(_ phrase: [String]) -> Bool {
    stems.indices.contains { stems[$0...].starts(with: phrase) }
  }

  func isNumber(_ place: Int) -> Bool { Self.isNumber(words[place]) }

  private static func isNumber(_ word: String) -> Bool {
    word.first?.isNumber ?? false || TimeWord.number(word) != nil
  }

  /// Whether nothing in the vocabulary or in this report has the word.
  func isUnknown(_ place: Int) -> Bool {
    weights[place] > 0 && !vocabulary.isOfTitle(stems[place])
      && (reportNames.isName(words[place]) || !vocabulary.isKnown(stems[place]))
  }

  /// Whether it says what the figure is to be of: `in Atlantis`, `the student plan`, `quantum churn`,
  /// `how many elephants`, `SPRING25`.
  func isName(_ place: Int) -> Bool {
    let next = place + 1
    if reportNames.isName(words[place]) || proper.contains(place) || isBeforeSegment(place)
      || words[place].contains(where: \.isNumber) || next < words.count && weights[next] > 0
    {
      return true
    }
    if place > 0, weights[place - 1] > 0, !Self.endsAsVerb(words[place]) { return true }
    let before = words[..<place].last { !["the", "a", "an", "our", "my", "all"].contains($0) }
    return before.map(Self.namesFollow.contains) ?? false
  }

  /// `invites sent`.
  private static func endsAsVerb(_ word: String) -> Bool {
    ["ed", "ing", "t", "en", "wn"].contains { word.hasSuffix($0) }
  }

  private static func proper(in text: String, _ words: [String]) -> Set<Int> {
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

  private func isBeforeSegment(_ place: Int) -> Bool {
    place + 1 < words.count && Self.segmentStems.contains(stems[place + 1])
  }

  /// Whether it says which plan or channel: `the lifetime plan`.
  func isNameOfSegment(_ place: Int) -> Bool {
    place + 1 < words.count && Self.segments.contains(stems[place + 1])
  }

  private static let segments = Set(
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

  /// `which country had most`, `by country`: whether the least is asked for, and where it is.
  func contest(among key: String) -> (isLeast: Bool, places: Set<Int>)? {
    let names = places(naming: key)
    if let name = names.first(where: { $0 > 0 && Self.splitting.contains(words[$0 - 1]) }) {
      return (extreme.map(isLeast) ?? false, Set((extreme.map(counted) ?? []) + [name - 1, name]))
    }
    if key == "reason", let why = words.firstIndex(of: "why") { return (false, [why]) }
    guard let end = extreme, let name = names.first else { return nil }
    return (isLeast(end), Set(counted(end) + [name]))
  }

  /// `the best month`, `highest ever`: the same among times.
  var timeContest: (isLeast: Bool, places: Set<Int>)? {
    if case .month = time.span { return nil }
    return extreme.map { end in
      let ever = words.indices.filter { ["ever", "record", "far", "yet"].contains(words[$0]) }
      return (isLeast(end), Set(counted(end) + ever))
    }
  }

  private var extreme: Int? { words.firstIndex { Self.extremes[$0] != nil } }

  /// With the number of `top 10`.
  private func counted(_ end: Int) -> [Int] {
    end + 1 < words.count && isNumber(end + 1) ? [end, end + 1] : [end]
  }

  /// The worst of what nobody wants is the most of it.
  private func isLeast(_ place: Int) -> Bool {
    let isBad = !unwanted.isDisjoint(with: terms.joined())
    return switch words[place] {
    case "worst", "weakest": !isBad
    case "best", "strongest": isBad
    default: Self.extremes[words[place]] ?? false
    }
  }

  private static let splitting: Set = ["by", "each", "every", "across"]
  private static let unwantedWords = [
    "churn", "refund", "failure", "crash", "cancel", "loss", "contraction", "bounce", "error",
  ]
  private var unwanted: Set<String> { Set(Self.unwantedWords.map(Words.stem)) }

  /// Whether the words of a contest ask for the least.
  private static let extremes = [
    "most": false, "best": false, "highest": false, "top": false, "largest": false,
    "biggest": false, "fastest": false, "peak": false, "maximum": false, "max": false,
    "strongest": false, "record": false, "greatest": false, "commonest": false,
    "least": true, "lowest": true,
    "fewest": true, "cheapest": true, "smallest": true, "worst": true, "weakest": true,
    "minimum": true, "min": true, "slowest": true,
  ]

  /// `step 2`, `2nd payment`.
  func number(beside name: String) -> Int64? {
    guard let place = words.firstIndex(of: name) else { return nil }
    for index in [place + 1, place - 1] where words.indices.contains(index) {
      if let number = TimeWord.number(words[index]) {
        return number
      }
    }
    return nil
  }

  func places(ofNumber number: Int64) -> [Int] {
    words.indices.filter {
      TimeWord.number(words[$0]) == number
    }
  }
}

// MARK: - Names of rows

extension AskedQuestion {
  /// Where the name of a dimension stands: `country`, `plan`.
  func places(naming key: String) -> [Int] {
    let names =
      switch key {
      case "product", "from_product", "to_product", "tier": ["product", "plan", "tier"]
      case "period": ["plan", "billing", "period"]
      default: [key]
      }
    return names.map(Words.stem).flatMap { name in stems.indices.filter { stems[$0] == name } }
  }

  /// `per user`, `excluding Germany`: what is left of it changes what is asked for.
  func isBreakdown(_ place: Int) -> Bool {
    if ["not", "excluding", "except", "without"].contains(words[place]) { return true }
    guard place > 0, ["by", "per"].contains(words[place - 1]) else { return false }
    return !["how", "day", "week", "month", "year"].contains(words[place])
  }

  /// Where the most words of one of the names of a label stand, in any order, or of an idiom for it.
  func places(ofLabel label: String, of name: String) -> Set<Int>? {
    let key = "\(name)=\(label)"
    if let known = labels.known[key] { return known.isEmpty ? nil : known }
    let side = side(of: name)
    let idiomatic = (vocabulary.values[key] ?? []).compactMap(places(ofIdiom:))
    let found = (names(of: label, name).compactMap { places(of: $0, in: side) } + idiomatic).max {
      $0.count < $1.count
    }
    labels.known[key] = found ?? []
    return found
  }

  /// Of words that stand one after the other.
  private func places(ofIdiom idiom: [String]) -> Set<Int>? {
    let start = words.indices.first { words[$0...].starts(with: idiom) }
    return start.map { Set($0..<$0 + idiom.count) }
  }

  private func names(of label: String, _ name: String) -> [[String]] {
    let own: [[String]] =
      switch name {
      case "country": ReportNames.countries[label] ?? []
      case "product", "from_product", "to_product": reportNames.names(ofProduct: label)
      case "tier": reportNames.names(ofTier: label)
      default: []
      }
    let words = Words.split(label)
    return own + [words, words.last == "count" ? words.dropLast() : words]
  }

  private func places(of way: [String], in side: Range<Int>) -> Set<Int>? {
    // `in` is no India, but `us` is a country.
    let isPlain = way.count == 1 && way[0] != "us" && vocabulary.empty.contains(way[0])
    let isSaid = words.indices.contains { words[$0] == way.first && isBeforeSegment($0) }
    if way.isEmpty || isPlain && !isSaid { return nil }
    var places: Set<Int> = []
    for (index, word) in way.enumerated() {
      func stands(_ place: Int) -> Bool {
        !places.contains(place) && (way.count > 1 || !idioms.contains(place))
          && !time.taken.contains(place)
          && (words[place] == word || stems[place] == Words.stem(word))
      }
      // How long a product lasts is said on its side, its tier perhaps only once.
      let place =
        side.first(where: stands)
        ?? (index + 1 < way.count ? words.indices.first(where: stands) : nil)
      guard let place, word != "us" || isCountry(place) else { return nil }
      places.formUnion(side.contains(place) ? side.filter(stands) : [place])
    }
    return places
  }

  /// `in the us`, and not `cost us`.
  private func isCountry(_ place: Int) -> Bool {
    place > 0 && ["the", "in", "from", "for", "of"].contains(words[place - 1])
  }

  /// Of what changed from one product to another: its words stand on its side of `to`.
  func side(of name: String) -> Range<Int> {
    guard name == "from_product" || name == "to_product" else { return 0..<words.count }
    guard let to = words.firstIndex(of: "to") else { return 0..<0 }
    return name == "from_product" ? 0..<to : to..<words.count
  }
}
