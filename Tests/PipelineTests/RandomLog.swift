import Support
import Values

/// Makes logs of a few customers that do everything in a few months, in every order and with
/// every gap: not what a store would send, but what it might.
struct RandomLog {
  /// What a log leaves out.
  struct Kind: OptionSet {
    let rawValue: Int
    /// No aliases, echoes, repeated transactions, or products that are learned later: no
    /// country that is, and so nothing that a later event could restate.
    static let causal = Kind(rawValue: 1)
    /// One identity is never used for two contents.
    static let withoutConflicts = Kind(rawValue: 2)
  }

  static let firstDay = Day(Day.number(year: 2024, month: 1, day: 10))

  /// How many days the events lie apart: in few days they meet in tolerance and grace, in many
  /// they see renewals and retries out.
  let days: Int
  private var random: SplitMix
  private let kind: Kind
  /// A few events in many lines go deeper than all events in a few each.
  private let events: [String]
  /// One, which is not told apart from what names none, or two.
  private let apps: [String]
  /// Long ids are one event whoever sends it, shorter ones may be counters.
  private let hasLongIDs: Bool
  private var written = 0

  init(seed: UInt64, _ kind: Kind) {
    random = SplitMix(seed: seed)
    self.kind = kind
    days = random.one(of: [12, 12, 40, 80, 170])
    let count = random.one(of: [5, 8, 12, Self.allEvents.count])
    let starts = ["purchased", random.one(of: ["purchased", "renewed", "trial_started"])]
    hasLongIDs = random.chance(50)
    apps = random.chance(50) ? ["fit"] : ["fit", "food"]
    events = starts + Self.allEvents.shuffled(using: &random).prefix(count)
  }

  /// A day by which some of what the log leads to is over.
  var lastDay: Day { Self.firstDay.advanced(by: days + 30) }

  /// The lines, in no certain order.
  mutating func lines() -> [String] {
    let count = Int.random(in: 1...40, using: &random)
    let users = Int.random(in: 1...4, using: &random)
    return (0..<count).map { _ in line(users: users) }
  }

  private static let allEvents = [
    "trial_started", "trial_started", "purchased", "purchased", "renewed", "renewed", "renewed",
    "trial_converted", "product_changed", "cancelled", "cancelled", "uncancelled",
    "subscription_extended", "grace_period_entered", "grace_period_entered", "billing_failed",
    "billing_failed", "expired", "expired", "refunded", "refunded", "refund_reversed", "revoked",
    "offer_redeemed", "access_granted", "access_revoked", "user_aliased", "app_installed",
    "paywall_shown", "purchase_started", "feature_used", "paywall_shown", "paywall_dismissed",
    "purchase_failed", "purchase_cancelled", "app_session", "feature_used", "offer_redeemed",
    "referral_recorded", "referral_completed", "receipt_validated", "entitlement_synced",
    "entitlement_refreshed", "notification_sent", "sync_conflict", "restore_started",
    "restore_succeeded", "restore_failed", "restore_failed", "store_error", "jailbreak_detected",
    "receipt_tampered", "trial_bypass", "usage_reported", "usage_reported", "offer_code_assigned",
    "payment_linked", "product_changed", "refunded", "refund_reversed",
  ]

  private mutating func line(users: Int) -> String {
    written += 1
    var event = random.one(of: events)
    if kind.contains(.causal), event == "user_aliased" { event = "app_installed" }
    var fields = ["\"event\":\"\(event)\"", "\"timestamp\":\(time())"]
    addIdentity(event, users, &fields)
    addProduct(&fields)
    addTerms(event, &fields)
    addPayment(event, &fields)
    addDimensions(&fields)
    addBehaviour(event, users, &fields)
    return "{\(fields.joined(separator: ","))}"
  }

  /// Seconds of few enough days and hours that events meet.
  private mutating func time() -> Int {
    let day = Int(Self.firstDay.number) + Int.random(in: 0..<days, using: &random)
    return day * 86_400 + random.one(of: [0, 0, 18_000, 43_200, 86_399])
  }

  private mutating func addIdentity(_ event: String, _ users: Int, _ fields: inout [String]) {
    if random.chance(90) {
      let isReused = !kind.contains(.withoutConflicts) && !kind.contains(.causal)
      let number =
        isReused && random.chance(8) ? Int.random(in: 1...written, using: &random) : written
      let prefix = hasLongIDs ? "e-of-sixteen-and-more-" : "e"
      fields.append("\"event_id\":\"\(prefix)\(number)\"")
    }
    let user = Int.random(in: 1...users, using: &random)
    let isNamed = kind.contains(.causal) || event == "user_aliased" || random.chance(80)
    if isNamed { fields.append("\"user_id\":\"u\(user)\"") }
    if !isNamed || random.chance(40) {
      fields.append("\"original_transaction_id\":\"o\(Int.random(in: 1...3, using: &random))\"")
    }
    guard event == "user_aliased" else { return }
    fields.append("\"previous_id\":\"u\(Int.random(in: 1...(users + 2), using: &random))\"")
  }

  private mutating func addProduct(_ fields: inout [String]) {
    let products = [
      "month", "month", "year", "week", "coins", "kid", "coach", "unheard", "month:base", "lone",
      "loner",
    ]
    if kind.contains(.causal) {
      fields.append("\"product_id\":\"\(random.one(of: products))\"")
    } else if random.chance(60) {
      fields.append("\"product_id\":\"\(random.one(of: products))\"")
    } else if random.chance(20) {
      fields.append("\"tier\":\"\(random.one(of: ["solo", "family", "vip"]))\"")
    }
  }

  private mutating func addTerms(_ event: String, _ fields: inout [String]) {
    if kind.contains(.causal) {
      fields.append("\"transaction_id\":\"t\(written)\"")
    } else if random.chance(60) {
      fields.append("\"transaction_id\":\"t\(Int.random(in: 1...8, using: &random))\"")
    }
    if random.chance(60) {
      fields.append("\"price\":\(random.one(of: ["0", "4.99", "7.99", "7.99", "59.99", "1"]))")
    }
    if random.chance(40) {
      fields.append("\"currency\":\"\(random.one(of: ["USD", "USD", "EUR", "JPY"]))\"")
    }
    if random.chance(20) { fields.append("\"expires_at\":\(time())") }
    if random.chance(20) {
      fields.append("\"period\":\"\(random.one(of: ["P1M", "P1W", "P3D"]))\"")
    }
    if random.chance(10) {
      fields.append("\"offer_id\":\"\(random.one(of: ["gift", "half", "lost"]))\"")
    }
    if random.chance(5) { fields.append("\"ownership\":\"family_shared\"") }
    let isTrouble = event == "grace_period_entered" || event == "billing_failed"
    if isTrouble, random.chance(40) { fields.append("\"grace_expires_at\":\(time())") }
  }

  /// What of a payment recurs, what is kept of it, and what it is known by. What links payments is
  /// learned later: a log without restatements has none of it.
  private mutating func addPayment(_ event: String, _ fields: inout [String]) {
    let amounts =
      ["recurring_price", "tax", "fee"] + (kind.contains(.causal) ? [] : ["charge_price"])
    for name in amounts where random.chance(8) {
      fields.append("\"\(name)\":\(random.one(of: ["0", "0.5", "4.99", "7.99"]))")
    }
    if random.chance(8) {
      fields.append("\"converted_price\":5.5,\"converted_currency\":\"USD\"")
    }
    guard !kind.contains(.causal) else { return }
    if event == "payment_linked" || random.chance(10) {
      // A payment has the number of its transaction, where it names one.
      let transaction = fields.first { $0.hasPrefix("\"transaction_id\"") }
      let number = transaction.map { $0.dropLast().split(separator: "t").last ?? "1" }
      fields.append("\"payment_id\":\"p\(number ?? "\(Int.random(in: 1...8, using: &random))")\"")
    }
    if random.chance(5) {
      fields.append("\"linked_transaction_id\":\"o\(Int.random(in: 1...3, using: &random))\"")
    }
    if random.chance(5) {
      fields.append("\"subscription_group\":\"\(random.one(of: ["told", "other"]))\"")
    }
    if random.chance(10) { fields.append("\"starts_at\":\(time())") }
    if event == "refunded", random.chance(20) { fields.append("\"revokes\":true") }
  }

  private mutating func addBehaviour(_ event: String, _ users: Int, _ fields: inout [String]) {
    if event.hasPrefix("pa") || event.hasPrefix("purchase_"), random.chance(70) {
      fields.append("\"paywall_id\":\"\(random.one(of: ["intro", "gate"]))\"")
      fields.append("\"variant\":\"\(random.one(of: ["a", "b"]))\"")
    }
    if event == "feature_used" {
      fields.append("\"feature\":\"\(random.one(of: ["map", "chat"]))\"")
      fields.append("\"access\":\"\(random.one(of: ["allowed", "denied", "trial"]))\"")
    }
    if event.hasPrefix("referral"), random.chance(90) {
      fields.append("\"referrer_id\":\"u\(Int.random(in: 1...users, using: &random))\"")
    }
    if random.chance(10) { fields.append("\"campaign\":\"\(random.one(of: ["x", "y"]))\"") }
    if random.chance(5) { fields.append("\"offer_code\":\"HELLO\"") }
    addHealth(event, &fields)
  }

  /// How things went, and how they stand.
  private mutating func addHealth(_ event: String, _ fields: inout [String]) {
    if random.chance(10) { fields.append("\"error\":\"\(random.one(of: ["net", "card"]))\"") }
    if event.hasPrefix("offer_code") {
      fields.append("\"offer_id\":\"gift\"")
      fields.append("\"offer_code\":\"\(random.one(of: ["HELLO", "G1", "G2"]))\"")
    }
    if event == "usage_reported" {
      fields.append("\"metric\":\"\(random.one(of: ["kids", "devices"]))\"")
      fields.append("\"value\":\(Int.random(in: 0...6, using: &random))")
    }
    if event == "app_session" {
      fields.append("\"crashed\":\(random.chance(30)),\"anr\":\(random.chance(20))")
    }
    if random.chance(6) {
      fields.append("\"consent\":\"\(random.one(of: ["granted", "denied", "asked"]))\"")
    }
    if random.chance(10) {
      fields.append("\"app_version\":\"\(random.one(of: ["3.1.9", "3.2", "3.10"]))\"")
    }
    if event == "access_granted", random.chance(50) { fields.append("\"granted_by\":\"mia\"") }
    guard !event.hasPrefix("p"), random.chance(20) else { return }
    fields.append("\"ok\":\(random.chance(60))")
    fields.append("\"latency_ms\":\(Int.random(in: 1...9000, using: &random))")
    fields.append("\"validated_at\":\(time())")
  }

  private mutating func addDimensions(_ fields: inout [String]) {
    let knowsCountry = kind.contains(.causal) || random.chance(20)
    if knowsCountry { fields.append("\"country\":\"\(random.one(of: ["DE", "US"]))\"") }
    if random.chance(20) { fields.append("\"channel\":\"\(random.one(of: ["ads", "web"]))\"") }
    if random.chance(10) { fields.append("\"platform\":\"\(random.one(of: ["ios", "mac"]))\"") }
    if random.chance(10) { fields.append("\"reason\":\"\(random.one(of: ["price", "other"]))\"") }
    // An app that is learned later decides about events that name none.
    if !kind.contains(.causal), random.chance(25) {
      fields.append("\"app\":\"\(random.one(of: apps))\"")
    }
  }
}

extension World {
  /// The configuration that random logs are read with, in one of several zones.
  static func random(seed: UInt64, hasOpening: Bool = false) -> World {
    let zones = ["UTC", "America/New_York", "Asia/Kolkata", "Europe/Berlin"]
    let zone = zones[Int(seed % 4)]
    var world = World(
      configuration: """
        {timezone: "\(zone)", exchangeRates: "rates.csv",
         \(hasOpening ? "opening: \"opening.csv\"," : "")
         renewalToleranceHours: \(seed % 3 == 0 ? 36 : 24),
         commission: {smallBusiness: \(seed % 2 == 0)}, taxes: {DE: 0.19},
         payouts: {appStore: {}, googlePlay: {}},
         offers: {gift: {payment: "free", period: "P1M",
                         pool: [{batch: "a", codes: 2, expires: "2024-02-20"}, {codes: 3}]},
                  half: {payment: "discount", price: 3.99, period: "P1M"}},
         products: {
           month: {tier: "solo", group: "a", period: "P1M", price: 7.99, currency: "USD",
                   trialDays: 7, graceDays: 6, limits: {kids: 3}},
           year: {tier: "family", group: "a", period: "P1Y", price: 59.99, currency: "EUR",
                  limits: {kids: 5, devices: 2}},
           week: {tier: "solo", group: "b", period: "P1W", price: 4.99, currency: "EUR"},
           coins: {tier: "coins", group: "c", price: 0.99},
           lone: {tier: "lone", period: "P1M", price: 2, currency: "USD"},
           loner: {tier: "lone", period: "P1Y", price: 20, currency: "USD"},
           kid: {tier: "extra", price: 3.99, currency: "USD", addOn: {period: "P1M", of: "a"}},
           coach: {tier: "extra", price: 9, currency: "EUR",
                   addOn: {period: "P2M", of: "a", endsWithPlan: true}}},
         access: [{from: "2024-01-20", to: "2024-01-22", reason: "beta"}],
         rollouts: [
           {name: "map", feature: "map",
            steps: [{from: "2024-01-12", share: 0.1}, {from: "2024-01-18", share: 0.5}]},
           {name: "new", appVersion: "3.2", steps: [{from: "2024-01-15", share: 1}]}]}
        """,
      rates: "date,currency,rate\n2024-01-15,EUR,1.09\n2024-03-01,EUR,1.11\n2024-04-20,EUR,1.05\n",
      zone: Zone(named: zone) ?? .utc)
    world.opening += """
      u1,month,2023-11-20,2024-01-\(10 + seed % 20),6.99,USD
      u2,year,2023-03-01,2024-02-28,49,EUR
      u2,week,2024-01-02,2024-01-12,4.99,EUR
      u9,month,2023-12-24,2024-04-01,7.99,USD
      u8,month,2023-06-01,2023-08-31,7.99,USD
      u7,month,2024-02-01,2024-03-31,7.99,USD

      """
    return world
  }
}
