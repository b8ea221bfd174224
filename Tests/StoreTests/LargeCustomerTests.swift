import Feed
import Glibc
import Settings
import Support
import Testing
import Values

@testable import Timeline

/// One customer may have as many events as all others together: what he takes grows with them, not
/// with their square.
@Suite(.serialized)
struct LargeCustomerTests {
  /// A kind of life; each step of it is an hour.
  enum Life: String, CaseIterable {
    case renewals, products, refunds, reversals, billing, cancellations, trials, offers, paywalls
    case experiments, features, grants, referrals, untold, unrated, resumed
  }

  private func rules(_ strings: StringTable) -> FoldRules {
    var catalogue = Catalogue()
    catalogue.commission.isSmallBusiness = false
    return FoldRules(
      catalogue: catalogue, zone: .utc,
      rates: RateTable(reporting: strings.id(of: "USD"), rows: []), funnels: [], experiments: [],
      strings: strings)
  }

  private func events(_ life: Life, _ steps: Int, _ strings: StringTable) -> CustomerEvents {
    var log = LogOfOne(strings)
    for step in 0..<steps { log.live(life, step) }
    return log.events
  }

  /// Seconds of this thread for timeline and facts of `steps`.
  private func seconds(_ life: Life, _ steps: Int) throws -> Double {
    let strings = StringTable()
    let (rules, events) = (rules(strings), events(life, steps, strings))
    let start = threadSeconds()
    var sums = FactSums()
    FactEmitter(try Timeline(events, rules), rules).emit(into: &sums)
    return threadSeconds() - start
  }

  private func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Far from both, as other processes disturb the time of one thread, too.
  @Test("Eight times as many events take eight times as long, not 64", arguments: Life.allCases)
  func linear(life: Life) throws {
    _ = try seconds(life, 100)
    let few = try min(seconds(life, 250), seconds(life, 250))
    let many = try min(seconds(life, 2_000), seconds(life, 2_000))
    #expect(many < few * 24, "\(life): \(few) s and \(many) s")
  }

  @Test("Whoever paid for a year has the lower commission, whatever came in between")
  func commission() throws {
    var random = SplitMix(seed: 19)
    for _ in 0..<12 {
      let strings = StringTable()
      let rules = rules(strings)
      var log = LogOfOne(strings)
      for step in 0..<60 {
        log.live(random.one(of: [.renewals, .refunds, .reversals, .billing, .resumed]), step * 400)
      }
      let whole = try Timeline(log.events, rules)
      for charge in whole.charges where charge.gross != nil {
        let before = log.events.events.prefix { $0.time < charge.time }.count
        let known = try Timeline(log.events.first(before), rules)
        var service = PaidService()
        let rate = CommissionRule(rules.commission).rate(
          for: charge.time, after: known.coverages, &service)
        #expect(charge.commission == (charge.gross ?? .zero).times(rate))
      }
    }
  }
}

/// Packs events of one customer behind one another.
struct LogOfOne {
  private let strings: StringTable
  private var block: [UInt8] = []
  private var identifiers: [UInt8] = []
  private var time = Instant.appStoreOpening
  private var count = 0

  init(_ strings: StringTable) { self.strings = strings }

  var events: CustomerEvents {
    var events = CustomerEvents()
    events.add(block: block[...], before: .distantFuture)
    events.sort()
    return events
  }

  mutating func live(_ life: LargeCustomerTests.Life, _ step: Int) {
    time = .appStoreOpening + .hours(24 + step)
    switch life {
    case .renewals: pay(step)
    case .products: pay(step) { $0.product = $1.id(of: "p\(step)") }
    case .refunds:
      pay(step)
      tell(.refunded, of: step)
    case .reversals:
      pay(step)
      tell(.refunded, of: step)
      tell(.refundReversed, of: step)
    case .resumed:
      pay(step) { event, _ in event.expiresAt = event.time + .hours(200) }
      tell(.billingFailed)
      tell(.gracePeriodEntered)
    case .billing:
      pay(step)
      tell(.billingFailed)
    case .cancellations:
      pay(step)
      tell(.cancelled)
    case .trials:
      tell(.trialStarted) { event, _ in
        event.expiresAt = event.time + TimeSpan(milliseconds: 60_000)
      }
      pay(step)
      tell(.expired)
    case .offers: pay(step) { $0.offerID = $1.id(of: "o\(step)") }
    case .paywalls:
      tell(.paywallShown) { $0.paywall = $1.id(of: "w\(step)") }
      pay(step)
    case .experiments:
      tell(.experimentExposed) {
        ($0.experiment, $0.variant) = ($1.id(of: "x\(step)"), $1.id(of: "a"))
      }
      pay(step)
    case .features:
      tell(.featureUsed) { $0.feature = $1.id(of: "f\(step)") }
      pay(step)
    case .grants:
      tell(.accessGranted)
      tell(.accessRevoked)
    case .referrals: tell(.referralRecorded, referrer: "r\(step)")
    case .untold:
      tell(.purchased) { event, _ in
        (event.price, event.period) = (Amount(micros: 9_990_000), Period(1, .month))
      }
      if step % 50 == 0 { pay(step) }
    case .unrated: pay(step) { $0.currency = $1.id(of: "JPY") }
    }
  }

  private mutating func pay(
    _ transaction: Int, _ change: (inout Event, StringTable) -> Void = { _, _ in }
  ) {
    tell(.renewed, of: transaction) { event, strings in
      event.price = Amount(micros: 9_990_000)
      event.currency = strings.id(of: "USD")
      event.product = strings.id(of: "pro")
      event.period = Period(1, .month)
      change(&event, strings)
    }
  }

  /// Each a minute after the one before.
  private mutating func tell(
    _ kind: EventKind, of transaction: Int? = nil, referrer: String = "",
    _ change: (inout Event, StringTable) -> Void = { _, _ in }
  ) {
    time = time + TimeSpan(milliseconds: 60_000)
    count += 1
    identifiers.removeAll()
    var event = Event()
    event.kind = kind
    event.time = time
    event.identity = identifier("e\(count)")
    if let transaction { event.transactionID = identifier("t\(transaction)") }
    if !referrer.isEmpty { event.referrerID = identifier(referrer) }
    change(&event, strings)
    append(event)
  }

  private mutating func identifier(_ text: String) -> ByteRange {
    identifiers += Array(text.utf8)
    return ByteRange(start: identifiers.count - text.utf8.count, count: text.utf8.count)
  }

  private mutating func append(_ event: Event) {
    var packed = [UInt8](repeating: 0, count: event.packedCapacity)
    let size = identifiers.withUnsafeBytes { source in
      packed.withUnsafeMutableBytes { target in
        target.baseAddress.map { event.pack(from: source, to: $0) } ?? 0
      }
    }
    if size >= 0x80 { block.append(UInt8(size & 0x7F | 0x80)) }
    block.append(UInt8(size >= 0x80 ? size >> 7 : size))
    block += packed[..<size]
  }
}
