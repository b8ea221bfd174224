import Values

extension AskedQuestion {
  /// Words that ask for what is still to come.
  var aheadPlaces: Set<Int> {
    time.isAhead ? AskedTime.aheadPlaces(words) : []
  }

  /// What asks who somebody is. Patterns are parsed once, even literals; matching changes nothing.
  private nonisolated(unsafe) static let ways: [Regex<AnyRegexOutput>] = {
    let people = "(customers?|users?|people|person|persons|subscribers?|payers?|members?)"
    return [
      "^(who|whose|whom)\\b", "^which (\\w+ )?\(people)\\b",
      "^(list|name|export|show|give) (me |us )?((the|all|our|every|top|[0-9]+|paying) )*\(people)\\b",
      "\\b(emails?|e ?mail address(es)?|phone numbers?|ids|user ids?|customer ids?|names of)\\b",
      "\\b\(people) (c[0-9a-f]{8,}|u [0-9]+|[0-9]{3,})\\b",
    ].compactMap { try? Regex($0) }
  }()

  /// `who's our biggest country`: a row, and nobody.
  private nonisolated(unsafe) static let row =
    /^who s our .*\b(country|plan|product|app|channel|paywall|feature|campaign|tier)\b/

  /// Whether it asks who somebody is, and not how many there are.
  var isAboutPeople: Bool {
    guard !isWithAddress else { return true }
    let text = words.joined(separator: " ")
    if !places(of: Words.stem("experiment")).isEmpty || text.contains(Self.row) {
      return false
    }
    return Self.ways.contains { text.firstMatch(of: $0) != nil }
  }
}
