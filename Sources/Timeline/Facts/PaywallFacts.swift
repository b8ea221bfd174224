import Settings
import Values

/// The measures of ``FactTable/paywall``: views and customers by the month of the view.
package enum PaywallMeasure: Int, FactMeasure {
  case views
  case dismissed
  /// Customers who saw it in the month.
  case viewers
  /// Customers who started a purchase.
  case started
  /// Customers whose purchase failed.
  case failed
  /// Customers who closed the payment sheet.
  case cancelled
  /// Trials credited to its views.
  case trials
  /// Customers with a payment credited to its views.
  case paid
  /// Payments less refunds credited to its views.
  case netRevenue
}

/// The measures of ``FactTable/encounter``.
package enum EncounterMeasure: Int, FactMeasure {
  case customers
  case encountered
}

/// The measures of ``FactTable/conversionTime`` and ``FactTable/lifetime``.
package enum CustomerCount: Int, FactMeasure {
  case customers
}

/// What paywalls led to, how soon new customers meet one, and how long they take to convert.
extension FactEmitter {
  func emitPaywalls(_ sums: inout FactSums) {
    let views = timeline.paywalls.views
    guard let first = views.first else { return }
    let month = zone.day(of: first.time).month
    let place = sums.place(
      .all, Segment(.paywall, first.paywall), Segment(.trigger, first.trigger),
      Segment(.variant, first.variant))
    // As of most customers: all segments have all views.
    if views.allSatisfy({ $0.isSeen && $0.isAlike(first) && zone.day(of: $0.time).month == month })
    {
      var row = MeasureRow<PaywallMeasure>()
      for view in views { row.add(view) }
      return sums.add(.paywall, month.number, 0, place) { row.put($0) }
    }
    for view in views { sums.lists.paywalls.add(view, zone) }
    sums.addPaywalls()
  }

  /// How many days after the first event the first paywall was seen; 0 stands for the cohort.
  func emitEncounters(_ sums: inout FactSums) {
    let month = zone.day(of: timeline.firstEvent).month.number
    let place = sums.own(in: timeline.app)
    sums.add(.encounter, month, 0, place, .customers, 1)
    guard let seen = timeline.paywalls.firstSeen,
      let days = EncounterHorizon.holding(seen - timeline.firstEvent)
    else { return }
    sums.add(.encounter, month, days, place, .encountered, 1)
  }

  /// By the month of the conversion, so that a month that is over stays as it is.
  func emitConversionTimes(_ sums: inout FactSums) {
    let trial = timeline.trials.lazy.map(\.start).min()
    let payment = timeline.firstPaid.map { timeline.charges[$0].time }
    add(.firstEventToTrial, from: timeline.firstEvent, to: trial, &sums)
    add(.firstEventToPayment, from: timeline.firstEvent, to: payment, &sums)
    add(.firstPaywallToPayment, from: timeline.paywalls.firstSeen, to: payment, &sums)
  }

  private func add(
    _ path: ConversionPath, from start: Instant?, to end: Instant?, _ sums: inout FactSums
  ) {
    guard let start, let end, end >= start else { return }
    let month = zone.day(of: end).month.number
    sums.add(.conversionTime, month, path.packed(end - start), Place(.all), .customers, 1)
  }
}

/// The rows of ``FactTable/paywall`` that one customer adds to.
struct PaywallRows: Sendable {
  fileprivate private(set) var keys = KeyIndex<FactSums.Key>()
  /// The row of each of `keys`.
  fileprivate private(set) var rows: [MeasureRow<PaywallMeasure>] = []

  /// Adds a view to the rows of its month.
  mutating func add(_ view: PaywallView, _ zone: Zone) {
    let month = zone.day(of: view.time).month.number
    if view.isSeen { add(view, month, .all) }
    add(view, month, Segment(.paywall, view.paywall))
    add(view, month, Segment(.trigger, view.trigger))
    add(view, month, Segment(.variant, view.variant))
  }

  private mutating func add(_ view: PaywallView, _ month: Int32, _ segment: Segment) {
    let row = keys.add(FactSums.Key(first: month, second: 0, segment: segment.id))
    if row == rows.count { rows.append(MeasureRow<PaywallMeasure>()) }
    rows[row].add(view)
  }

  /// Keeps the memory.
  fileprivate mutating func removeAll() {
    keys.removeAll()
    rows.empty()
  }
}

extension FactSums {
  /// Adds the rows that were gathered.
  fileprivate mutating func addPaywalls() {
    for place in lists.paywalls.rows.indices {
      let (key, row) = (lists.paywalls.keys.keys[place], lists.paywalls.rows[place])
      add(.paywall, key.first, 0, Place(Segment(id: key.segment))) { row.put($0) }
    }
    lists.paywalls.removeAll()
  }
}

extension MeasureRow<PaywallMeasure> {
  /// Views, trials and money add up; a customer counts once.
  fileprivate mutating func add(_ view: PaywallView) {
    count(.views, if: view.isSeen)
    count(.dismissed, if: view.isDismissed)
    mark(.viewers, if: view.isSeen)
    mark(.started, if: view.hasStarted)
    mark(.failed, if: view.hasFailed)
    mark(.cancelled, if: view.hasCancelled)
    self[.trials] += view.trials
    mark(.paid, if: view.hasPaid)
    self[.netRevenue] += view.net.micros
  }
}

/// Within how many days of their first event customers are asked to have seen a paywall.
package enum EncounterHorizon {
  package static let all: [Int32] = [1, 3, 7, 14]

  static func holding(_ age: TimeSpan) -> Int32? {
    all.first { age <= .days(Int($0)) }
  }
}

/// From where to where the time to convert is measured.
package enum ConversionPath: Int32, CaseIterable, Sendable {
  case firstEventToTrial = 0
  case firstEventToPayment = 1
  case firstPaywallToPayment = 2

  /// More hours than are told apart: a bit more than eleven years.
  package static let base: Int32 = 100_000

  /// As reports name it.
  package var name: String {
    switch self {
    case .firstEventToTrial: "first event to trial"
    case .firstEventToPayment: "first event to payment"
    case .firstPaywallToPayment: "first paywall to payment"
    }
  }

  /// The path and whole hours as one integer.
  func packed(_ length: TimeSpan) -> Int32 {
    rawValue * Self.base + Int32(min(Int64(Self.base) - 1, length.milliseconds / 3_600_000))
  }
}
