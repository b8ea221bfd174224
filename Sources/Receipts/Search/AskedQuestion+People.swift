import Values

extension AskedQuestion {
  /// Words that ask for what is still to come.
  var aheadPlaces: Set<Int> {
    guard time.isAhead else { return [] }
    return Set(
      words.indices.filter {
        ["will", "next", "forecast", "expected", "expect", "upcoming"].contains(words[$0])
      })
  }

  /// Whether it asks who somebody is, and not how many there are.
  var isAboutPeople: Bool {
    let text = words.joined(separator: " ")
    let people = "(customers?|users?|people|person|persons|subscribers?|payers?|members?)"
    let ways = [
      "^(who|whose|whom) (are|is|was|were|has|have|did|do|does|paid|churned|cancelled|bought)",
      "^which (\\w+ )?\(people)", "^(list|name|show|give|export) (\\w+ ){0,3}\(people)",
      "\\b(e ?mail address|phone number|user ids?|customer ids?|names of)",
      "\\b\(people) (c[0-9a-f]{8,}|u [0-9]+|[0-9]{3,})\\b",
    ]
    return ways.contains { way in
      (try? Regex(way)).map { text.firstMatch(of: $0) != nil } ?? false
    }
  }
}
