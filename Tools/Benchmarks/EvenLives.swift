import Foundation
import Values

/// A log of customers whose lives begin evenly over its days. Of the simulator's log of one year
/// most customers hardly pay; here is much of charges and coverages, over many days or in many
/// segments.
struct EvenLives {
  let days: Int
  let customers: Int
  var countries = 12
  /// 0: their customers have no campaign.
  var campaigns = 0

  /// About how many events a customer of many years has.
  static let eventsOfOne = 9

  /// 2026-01-01: the scripts count up to that day.
  private static let end = Day(Day.number(year: 2026, month: 1, day: 1))
  private var start: Int64 { Int64(Self.end.number) * Life.day - Int64(days) * Life.day }

  /// Writes a file for each day.
  func write(to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var lines = [[LifeEvent]](repeating: [], count: days)
    for customer in 0..<customers {
      var life = Life(customer, from: Int64(customer) * Int64(days) * Life.day / Int64(customers))
      for event in life.events() where event.time < Int64(days) * Life.day {
        lines[Int(event.time / Life.day)].append(event)
      }
    }
    for day in lines.indices {
      var text: [UInt8] = []
      for event in lines[day].sorted(by: { ($0.time, $0.id) < ($1.time, $1.id) }) {
        text.append(contentsOf: line(event).utf8)
      }
      try Data(text).write(
        to: URL(filePath: "\(folder)/\(Self.end.advanced(by: day - days)).ndjson"))
    }
  }

  private func line(_ event: LifeEvent) -> String {
    let (user, id) = (event.customer, event.id &* 0x9E37_79B9_7F4A_7C15)
    var line =
      "{\"event_id\":\"\(String(id | 1 << 63, radix: 16))\",\"event\":\"\(event.kind)\","
      + "\"timestamp\":\"\(time(event.time))\",\"user_id\":\"user-\(10_000_000 + user)\""
    if event.kind.isOfApp {
      line += ",\"platform\":\"\(Self.platforms[user % 2])\",\"country\":\"\(country(user))\""
      line += ",\"channel\":\"channel\(user / 7 % 6)\""
      if campaigns > 0 { line += ",\"campaign\":\"campaign\(user / 5 % campaigns)\"" }
    }
    if event.kind == .paywall_shown {
      line += ",\"paywall_id\":\"paywall\(user / 3 % 4)\",\"experiment\":\"design\""
      line += ",\"variant\":\"\(user / 11 % 2 == 0 ? "control" : "bold")\""
    }
    if event.kind == .receipt_validated {
      line += ",\"ok\":true,\"latency_ms\":\(80 + id % 900)"
    }
    if let payment = event.payment {
      line +=
        ",\"product_id\":\"\(payment.product)\",\"original_transaction_id\":"
        + "\"2\(10_000_000 + user)00\",\"transaction_id\":\"2\(10_000_000 + user)"
        + "\(padded(Int(payment.number), 2))\""
        + ",\"expires_at\":\"\(time(payment.end))\""
      if event.kind.hasPrice { line += ",\"price\":\(payment.price),\"currency\":\"USD\"" }
    }
    return line + "}\n"
  }

  private func time(_ time: Int64) -> String { Instant(milliseconds: start + time).iso8601 }

  private static let platforms = ["ios", "ipados"]

  /// Two letters, by number.
  private func country(_ user: Int) -> String {
    let number = user / 2 % countries
    return String(decoding: [65 + UInt8(number / 26), 65 + UInt8(number % 26)], as: UTF8.self)
  }
}

/// One line to be, small enough for the lines of a whole log to be held.
private struct LifeEvent {
  enum Kind: UInt8 {
    case app_installed, app_session, paywall_shown, purchase_started, receipt_validated
    case trial_started, trial_converted, renewed, cancelled, billing_failed, expired, refunded

    var isOfApp: Bool { rawValue <= Kind.receipt_validated.rawValue }
    var hasPrice: Bool { self == .trial_converted || self == .renewed || self == .refunded }
  }

  struct Payment {
    private static let tiers = ["individual", "family", "pro"]
    let plan: UInt8
    var number: UInt8 = 0
    var end: Int64

    var isYearly: Bool { plan % 2 == 1 }
    var product: String { Self.tiers[Int(plan) / 2] + (isYearly ? ".yearly" : ".monthly") }
    var price: String { "\(Int(plan / 2 + 1) * (isYearly ? 40 : 4)).99" }
  }

  let time: Int64
  /// A number of its own.
  let id: UInt64
  let kind: Kind
  let payment: Payment?

  var customer: Int { Int(id >> 8) }
}

/// What one customer does, from the first day on.
private struct Life {
  static let day: Int64 = 86_400_000
  private static let hour: Int64 = 3_600_000

  private let customer: Int
  private var time: Int64
  private var dice: Dice
  private var told: [LifeEvent] = []

  init(_ customer: Int, from start: Int64) {
    self.customer = customer
    time = start
    dice = Dice(state: UInt64(customer))
  }

  mutating func events() -> [LifeEvent] {
    tell(.app_installed)
    for _ in 0..<dice.below(4) + 1 { tell(.paywall_shown) }
    for _ in 0..<dice.below(2) { tell(.app_session) }
    if dice.happens(65) { subscribe() }
    return told
  }

  private mutating func subscribe() {
    tell(.purchase_started)
    var payment = LifeEvent.Payment(plan: UInt8(dice.below(6)), end: time + 14 * Self.day)
    tell(.trial_started, payment)
    tell(.receipt_validated)
    while true {
      if dice.happens(payment.number == 0 ? 45 : payment.isYearly ? 40 : 12) {
        wait(until: payment.end - Int64(1 + dice.below(9)) * Self.day)
        tell(.cancelled, payment)
        break
      }
      wait(until: payment.end - Self.hour)
      if dice.happens(3) {
        tell(.billing_failed, payment)
        break
      }
      payment.number += 1
      payment.end += (payment.isYearly ? 365 : 30) * Self.day
      tell(payment.number == 1 ? .trial_converted : .renewed, payment)
      tell(.receipt_validated)
      guard !dice.happens(2), payment.number < 40 else {
        wait(until: time + Int64(dice.below(9)) * Self.day)
        return tell(.refunded, payment)
      }
    }
    wait(until: payment.end)
    tell(.expired, payment)
  }

  private mutating func wait(until later: Int64) { time = max(time, later) }

  private mutating func tell(_ kind: LifeEvent.Kind, _ payment: LifeEvent.Payment? = nil) {
    told.append(
      LifeEvent(
        time: time, id: UInt64(customer) << 8 | UInt64(told.count), kind: kind, payment: payment))
    time += Int64(1 + dice.below(3_600_000))
  }
}

/// SplitMix64 (Steele, Lea & Flood 2014).
private struct Dice {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(bound))
  }

  mutating func happens(_ percent: Int) -> Bool { below(100) < percent }
}
