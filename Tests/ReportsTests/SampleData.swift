import Values

/// A small, believable and always equal set of customers, from which the fixture's figures are
/// counted by the plainest means: loops over everybody.
struct SampleData {
  struct Person {
    var first: Day
    var trial: Day?
    var paid: Day?
    /// The first day without MRR; nil while it goes on.
    var left: Day?
    var price: Amount
    var tier: String
    var country: String
    var channel: String

    func pays(on day: Day) -> Bool {
      guard let paid else { return false }
      return paid <= day && day < left ?? Day(1_000_000)
    }

    func charges(from first: Day, to last: Day) -> Int {
      guard let paid else { return 0 }
      let end = min(last, (left ?? Day(1_000_000)).advanced(by: -1))
      func upTo(_ day: Day) -> Int { day < paid ? 0 : (paid.distance(to: day)) / 30 + 1 }
      return upTo(end) - min(upTo(end), upTo(first.advanced(by: -1)))
    }

    func value(of dimension: String) -> String {
      switch dimension {
      case "tier": tier
      case "country": country
      case "channel": channel
      default: "all"
      }
    }
  }

  let first = Day(20_167)  // 2025-03-20
  let asOf = Day(20_590)  // 2026-05-17
  var people: [Person] = []
  private var seed: UInt64 = 7

  init() {
    for day in first...asOf {
      let growth = 6 + first.distance(to: day) / 60
      for _ in 0..<(growth + roll(5)) { people.append(person(on: day)) }
    }
  }

  /// 0 ..< `sides`.
  private mutating func roll(_ sides: Int) -> Int {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((seed >> 33) % UInt64(sides))
  }

  private mutating func person(on day: Day) -> Person {
    let isFamily = roll(100) < 38
    var person = Person(
      first: day, price: Amount(micros: isFamily ? 12_990_000 : 6_990_000),
      tier: isFamily ? "family" : "individual",
      country: ["US", "US", "US", "DE", "DE", "JP", "BR", "(none)"][roll(8)],
      channel: ["organic", "organic", "search", "social", "referral"][roll(5)])
    guard roll(100) < 62 else { return person }
    let start = day.advanced(by: roll(3))
    person.trial = start <= asOf ? start : nil
    convert(&person)
    return person
  }

  private mutating func convert(_ person: inout Person) {
    guard let trial = person.trial, roll(100) < (person.country == "US" ? 44 : 27) else { return }
    let paid = trial.advanced(by: roll(10) < 7 ? 14 : roll(15))
    guard paid <= asOf else { return }
    person.paid = paid
    var months = 1
    while roll(100) < (months < 3 ? 88 : 95), months < 30 { months += 1 }
    let left = paid.advanced(by: 30 * months)
    if left <= asOf { person.left = left }
  }
}
