// Where a question says the name of a row.

extension AskedQuestion {
  /// Where the name of a dimension stands: `country`, `plan`.
  func places(naming key: String) -> [Int] {
    let names =
      switch key {
      case "product", "from_product", "to_product", "tier": ["product", "plan", "tier"]
      case "period": ["plan", "billing", "period", "duration"]
      case "app_version": ["version"]
      case "country": ["country", "storefront", "market"]
      case "paywall": ["paywall", "placement"]
      default: [key]
      }
    return names.map(Words.stem).flatMap { name in
      stems.indices.filter { stems[$0] == name && !isApp(ofVersion: $0) }
    }
  }

  /// Which dimension is meant first: that of the word itself; `plan` is a product before a tier.
  func rank(ofDimension key: String) -> Int {
    if words.contains(where: { $0.hasPrefix(key) }) { return 0 }
    return ["product", "tier", "period"].firstIndex(of: key).map { $0 + 1 } ?? 4
  }

  /// `per user`, `excluding Germany`: what is left of it changes what is asked for.
  func isBreakdown(_ place: Int) -> Bool {
    if ["not", "excluding", "except", "without", "outside", "besides"].contains(words[place]) {
      return true
    }
    guard place > 0, ["by", "per"].contains(words[place - 1]) else { return false }
    return !["how", "day", "week", "month", "year"].contains(words[place])
  }

  /// Where the words of all names of a label that are said stand, in any order, and idioms for it.
  func places(ofLabel label: String, of name: String) -> Set<Int>? {
    let key = "\(name)=\(label)"
    if let known = labels.known[key] { return known.isEmpty ? nil : known }
    let side = side(of: name)
    let idiomatic = (vocabulary.values[key] ?? []).compactMap(places(ofIdiom:))
    let named = reportNames.names(of: label, as: name).compactMap { places(of: $0, in: side) }
    let whole = (named + idiomatic).filter(isWhole)
    let found = whole.isEmpty ? nil : whole.reduce(Set()) { $0.union($1) }
    labels.known[key] = found ?? []
    return found
  }

  /// Whether no word is taken out of what is written as one.
  private func isWhole(_ places: Set<Int>) -> Bool {
    compounds.allSatisfy { $0.isDisjoint(with: places) || $0.isSubset(of: places) }
  }

  /// Of words that stand one after the other.
  private func places(ofIdiom idiom: [String]) -> Set<Int>? {
    let start = words.indices.first { words[$0...].starts(with: idiom) }
    return start.map { Set($0..<$0 + idiom.count) }
  }

  private func places(of way: ReportNames.Name, in side: Range<Int>) -> Set<Int>? {
    // `in` is no India, but `us` is a country.
    let first = way.first?.word ?? ""
    let isPlain = way.count == 1 && first != "us" && vocabulary.empty.contains(first)
    let isSaid = words.indices.contains { words[$0] == first && isBeforeSegment($0) }
    if way.isEmpty || isPlain && !isSaid { return nil }
    var places: Set<Int> = []
    for (index, (word, stem)) in way.enumerated() {
      func stands(_ place: Int) -> Bool {
        !places.contains(place) && (way.count > 1 || !idioms.contains(place))
          && !time.taken.contains(place)
          && (words[place] == word || stems[place] == stem)
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
