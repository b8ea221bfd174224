import Metrics
import Values

/// A question taken apart.
struct AskedQuestion {
  let words: [String]
  let stems: [String]
  /// Of every word its stem, and the words of titles that it says.
  let terms: [Set<String>]
  /// The places of words that are written as names: `Tom`, `AWS`, `Duolingo's`.
  let proper: Set<Int>
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
  /// Whether it asks for several things at once.
  let isList: Bool
  let vocabulary: Vocabulary
  /// The places of words that are written as one, as `st.family.yearly`: they name one thing.
  let compounds: [Set<Int>]
  let labels = LabelPlaces()

  /// Where labels stand that were looked for.
  final class LabelPlaces {
    var known: [String: Set<Int>] = [:]
  }

  /// `correcting`: words that nothing has are taken for slips of known ones.
  init(
    _ text: String, _ report: Day, _ reportNames: ReportNames, _ vocabulary: Vocabulary,
    correcting: Bool = false
  ) {
    (self.reportNames, self.vocabulary) = (reportNames, vocabulary)
    isWithAddress = text.contains(Self.address)
    let plain = AskedTime.withISODays(text).replacing(Self.unitedStates, with: "USA")
    let written = Words.split(plain)
    let proper = Self.proper(in: text, written)
    words = written.indices.map { place in
      correcting && !proper.contains(place)
        ? reportNames.corrected(written[place], vocabulary) : written[place]
    }
    self.proper = proper
    compounds = Self.compounds(in: plain)
    stems = words.map { reportNames.isName($0) ? $0 : Words.stem($0) }
    (terms, idioms) = Self.terms(words, stems, vocabulary)
    let time = AskedTime(words, report, since: reportNames.firstDay)
    self.time = time
    let isEmpty = words.indices.map { [words] place in
      let word = words[place]
      return vocabulary.empty.contains(word) || word.count < 2 && !Self.isNumber(word)
        || Self.isOfSeveral(words[place...])
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
    isList = text.contains(",") || text.contains("/") || words.contains("and")
  }

  // Parsed once: a literal is, each time that it is evaluated. Matching changes nothing.
  private nonisolated(unsafe) static let address = /[^ ]@[^ ]/
  private nonisolated(unsafe) static let unitedStates = /\bUS\b/

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

  /// What some words say that speaks for a figure: in their order, for sums of fractions depend on it.
  func credit(of places: Set<Int>) -> Double {
    places.sorted().reduce(0) { $0 + credits[$1] }
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

  static func isNumber(_ word: String) -> Bool {
    word.first?.isNumber ?? false || TimeWord.number(word) != nil
  }

  /// `two apps`.
  static func isOfSeveral(_ words: ArraySlice<String>) -> Bool {
    guard let word = words.first, let next = words.dropFirst().first else { return false }
    return TimeWord.number(word) != nil && next.last == "s" && segments.contains(Words.stem(next))
  }

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
