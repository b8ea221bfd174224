import Metrics
import Values

/// A question taken apart.
struct AskedQuestion {
  let words: [String]
  let stems: [String]
  let time: AskedTime
  let catalogue: Catalogue

  init(_ text: String, _ report: Day, _ catalogue: Catalogue) {
    self.catalogue = catalogue
    words = Words.split(text)
    stems = words.map(Words.stem)
    time = AskedTime(words, report)
  }

  var trailingDays: Int64? { if case .trailing(let days) = time.span { Int64(days) } else { nil } }

  /// Where all words of a label stand; of a product without its brand, in any order.
  func places(ofLabel label: String, of name: String) -> Set<Int>? {
    guard isOnItsSide(label, of: name) else { return nil }
    let ways = otherNames(label, of: name) + [Words.split(label)]
    for way in ways where !way.isEmpty {
      if let places = places(of: way) { return places }
    }
    return nil
  }

  private func places(of way: [String]) -> Set<Int>? {
    // `in` is no India, but `us` is a country.
    if way.count == 1, way[0] != "us",
      Synonyms.empty.contains(way[0]) || Words.joining.contains(way[0])
    {
      return nil
    }
    var places: Set<Int> = []
    for word in way {
      let place = stems.indices.first {
        !places.contains($0) && (words[$0] == word || stems[$0] == Words.stem(word))
      }
      guard let place, !time.taken.contains(place), word != "us" || isCountry(place) else {
        return nil
      }
      places.insert(place)
    }
    return places
  }

  /// `in the US`, and not `cost us`.
  private func isCountry(_ place: Int) -> Bool {
    place > 0 && ["the", "in", "from", "for", "of"].contains(words[place - 1])
  }

  /// Of what changed from one product to another: its period on its side of `to`.
  private func isOnItsSide(_ label: String, of name: String) -> Bool {
    guard let period = Words.split(label).last, let to = words.firstIndex(of: "to"),
      let place = words.firstIndex(of: period)
    else { return name != "to_product" && name != "from_product" }
    return name == "to_product" ? place > to : name == "from_product" ? place < to : true
  }

  private func otherNames(_ label: String, of name: String) -> [[String]] {
    switch name {
    case "period": (Self.periods[label] ?? []).map { [$0] }
    case "country": Self.countries[label] ?? []
    case "product", "from_product", "to_product": catalogue.names(ofProduct: label)
    case "tier": catalogue.names(ofTier: label)
    case "platform" where label == "ipados": [["ipad"]]
    case "platform" where label == "ios": [["iphone"]]
    default: []
    }
  }

  private static let periods = [
    "P1M": ["monthly"], "P1Y": ["yearly", "annual"], "P1W": ["weekly"], "P3M": ["quarterly"],
  ]

  /// By code, with the short names that people write.
  private static let countries: [String: [[String]]] = {
    var names: [String: [[String]]] = [
      "US": [["us"], ["usa"], ["america"]], "GB": [["uk"], ["britain"]],
    ]
    for line in Countries.names.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 2)
      names[String(parts[0]), default: []] += parts[2].split(separator: "|").map {
        Words.split(String($0))
      }
    }
    return names
  }()

  /// Whether it asks for a number of something, which no amount is.
  var isForCount: Bool {
    words.joined(separator: " ").contains(/\b(how many (?!percent)|number of)\b/)
  }

  /// `which country had most`: whether the least is asked for, and where it is.
  func contest(among key: String) -> (isLeast: Bool, places: Set<Int>)? {
    let names = key == "product" ? ["product", "plan"] : [key]
    guard let end = words.firstIndex(where: { Self.extremes[$0] != nil }),
      let name = stems.firstIndex(where: { names.map(Words.stem).contains($0) })
    else { return nil }
    return (Self.extremes[words[end]] ?? false, [end, name])
  }

  /// Whether the words of a contest ask for the least.
  static let extremes = [
    "most": false, "best": false, "highest": false, "top": false, "largest": false,
    "biggest": false, "fastest": false, "least": true, "lowest": true, "fewest": true,
    "cheapest": true, "smallest": true,
  ]

  /// `step 2`, `2nd payment`.
  func number(beside name: String) -> Int64? {
    guard let place = words.firstIndex(of: name) else { return nil }
    for index in [place + 1, place - 1] where words.indices.contains(index) {
      if let number = AskedTime.number(words[index]) { return number }
    }
    return nil
  }

  func places(ofNumber number: Int64) -> [Int] {
    words.indices.filter { AskedTime.number(words[$0]) == number }
  }
}
