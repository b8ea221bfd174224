import Values

// Which of several is asked for: `the best month`, `the second biggest country`.

extension AskedQuestion {
  /// `which country had most`, `by country`: whether the least is asked for, and where it is.
  func contest(among key: String) -> (isLeast: Bool, places: Set<Int>)? {
    let names = places(naming: key).filter { words[$0] != "billing" }
    if let split = names.lazy.compactMap(split(at:)).first {
      return (extreme.map(isLeast) ?? false, Set((extreme.map(counted) ?? []) + split))
    }
    if key == "reason", let why = words.firstIndex(of: "why") { return (false, [why]) }
    guard let end = extreme, let name = names.first else { return nil }
    return (isLeast(end), Set(counted(end) + [name]))
  }

  /// The words of `by country`, `per acquisition channel`, `by app version`, up to the dimension.
  private func split(at name: Int) -> ClosedRange<Int>? {
    guard let start = (max(0, name - 2)..<name).last(where: { Self.splitting.contains(words[$0]) }),
      start == name - 1 || isOfDimension(name - 1)
    else { return nil }
    // `per paywall viewer`.
    let isPart = words[start] == "per" && name + 1 < words.count && weights[name + 1] > 0
    return isPart ? nil : start...name
  }

  /// `the best month`, `highest ever`: the same among times.
  var timeContest: (isLeast: Bool, places: Set<Int>, isOfDays: Bool)? {
    let isOfDays = words.contains("day")
    if case .month = time.span, !isOfDays { return nil }
    if let end = extreme, Self.comparatives.contains(words[end]) { return nil }
    return extreme.map { end in
      let ever = words.indices.filter { ["ever", "record", "far", "yet"].contains(words[$0]) }
      let days = isOfDays ? words.indices.filter { words[$0] == "day" } : []
      return (isLeast(end), Set(counted(end) + ever + days), isOfDays)
    }
  }

  /// Whether the first or last among several is asked for.
  var isContest: Bool { extreme != nil }

  private var extreme: Int? {
    words.firstIndex {
      Self.extremes[$0] != nil && (!Self.comparatives.contains($0) || words.contains("which"))
    }
  }

  /// 2 of `second biggest`.
  var placeInContest: Int {
    guard let end = extreme, end > 0, let number = TimeWord.number(words[end - 1]),
      TimeWord.isOrdinal(words[end - 1]), number > 0
    else { return 1 }
    return Int(number)
  }

  /// They ask for one of several behind `which` alone: `more than 100` is no contest.
  private static let comparatives: Set = [
    "more", "better", "higher", "less", "fewer", "lower", "worse",
  ]

  /// With the number of `top 10`, `second biggest`.
  private func counted(_ end: Int) -> [Int] {
    let isRanked = end > 0 && TimeWord.isOrdinal(words[end - 1])
    let isCounted = end + 1 < words.count && isNumber(end + 1)
    return (isRanked ? [end - 1] : []) + [end] + (isCounted ? [end + 1] : [])
  }

  /// The worst of what nobody wants is the most of it.
  private func isLeast(_ place: Int) -> Bool {
    let isBad = !Self.unwanted.isDisjoint(with: terms.joined())
    return switch words[place] {
    case "worst", "weakest", "worse": !isBad
    case "best", "strongest", "better": isBad
    default: Self.extremes[words[place]] ?? false
    }
  }

  private static let splitting: Set = ["by", "per", "each", "every", "across"]
  private static let unwanted = Set(
    [
      "churn", "refund", "failure", "crash", "cancel", "loss", "contraction", "bounce", "error",
    ].map(Words.stem))

  /// Whether the words of a contest ask for the least.
  private static let extremes = [
    "most": false, "best": false, "highest": false, "top": false, "largest": false,
    "biggest": false, "fastest": false, "peak": false, "maximum": false, "max": false,
    "strongest": false, "record": false, "greatest": false, "commonest": false,
    "more": false, "better": false, "higher": false,
    "less": true, "fewer": true, "lower": true, "worse": true, "least": true, "lowest": true,
    "fewest": true, "cheapest": true, "smallest": true, "worst": true, "weakest": true,
    "minimum": true, "min": true, "slowest": true,
  ]
}
