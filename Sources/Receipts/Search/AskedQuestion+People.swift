import Values

extension AskedQuestion {
  /// Words that ask for what is still to come.
  var aheadPlaces: Set<Int> {
    time.isAhead ? AskedTime.aheadPlaces(words) : []
  }

  /// Whether it asks who somebody is, and not how many there are.
  var isAboutPeople: Bool {
    let text = words.joined(separator: " ")
    let people = "(customers?|users?|people|person|persons|subscribers?|payers?|members?)"
    let ways = [
      "^(who|whose|whom)\\b", "^which (\\w+ )?\(people)\\b",
      "^(list|name|export|show|give) (me |us )?((the|all|our|every|top|[0-9]+|paying) )*\(people)\\b",
      "\\b(emails?|e ?mail address(es)?|phone numbers?|ids|user ids?|customer ids?|names of)\\b",
      "\\b\(people) (c[0-9a-f]{8,}|u [0-9]+|[0-9]{3,})\\b",
    ]
    guard !isWithAddress else { return true }
    let isOfRow = text.contains(
      /^who s our .*\b(country|plan|product|app|channel|paywall|feature|campaign|tier)\b/)
    if !places(of: Words.stem("experiment")).isEmpty || isOfRow {
      return false
    }
    return ways.contains { way in
      (try? Regex(way)).map { text.firstMatch(of: $0) != nil } ?? false
    }
  }
}
