import Feed
import Metrics
import Settings
import Reports
import Store
import Timeline
import Values

/// The history of one customer as lines: when, what, and what it led to.
struct CustomerHistoryListing {
  let customer: StoredCustomer
  let history: CustomerHistory
  let strings: StringTable
  let zone: Zone
  let human: DisplayFormat
  /// What lies after it is expected, not known.
  let end: Instant

  struct Line {
    let time: Instant
    let what: String
    let effects: [String]
  }

  var text: String {
    let lines = lines
    let known = lines.filter { $0.time <= end }
    let coming = lines.filter { $0.time > end }
    let ahead = coming.isEmpty ? "" : "\nIf no further event arrives:\n" + Self.block(coming)
    return head + "\n" + Self.block(Self.folded(known)) + ahead
  }

  private static func block(_ lines: [Line]) -> String {
    lines.map { line in
      let moment = DisplayFormat.moment(line.time)
      return ([moment + "  " + line.what] + line.effects.map { "    → " + $0 })
        .joined(separator: "\n") + "\n"
    }.joined()
  }

  /// Neighbours that say the same and led to nothing, as one line.
  private static func folded(_ lines: [Line]) -> [Line] {
    var folded: [(line: Line, count: Int)] = []
    for line in lines {
      if let last = folded.last, last.line.what == line.what, line.effects.isEmpty,
        last.line.effects.isEmpty
      {
        folded[folded.count - 1].count += 1
      } else {
        folded.append((line, 1))
      }
    }
    return folded.map { line, count in
      guard count > 1 else { return line }
      return Line(time: line.time, what: "\(line.what) (\(count) times from here on)", effects: [])
    }
  }

  /// Events, ends that came by themselves, and movements of MRR at the ends of their days.
  var lines: [Line] {
    let told = history.entries.map { entry in
      Line(time: entry.time, what: what(entry), effects: entry.effects.map(words) + note(entry))
    }
    let moved = history.movements.map { movement in
      let time = Instant(milliseconds: zone.end(of: movement.day).milliseconds - 1)
      return Line(time: time, what: words(movement), effects: [])
    }
    return (told + moved).enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }
}

// MARK: - Who it is

extension CustomerHistoryListing {
  private var head: String {
    let others = customer.ids.dropFirst().map { UntrustedText.cleaned($0) }
    let alias = others.isEmpty ? "" : ", also \(others.joined(separator: ", "))"
    return """
      \(UntrustedText.cleaned(customer.ids.first ?? ""))\(alias) (in reports: \(customer.pseudonym))
      \(origin)
      \(standing)

      """
  }

  private var origin: String {
    let timeline = history.timeline
    let places = Dimension.ofCustomers.filter { timeline.attributes[$0] != 0 }
      .map { "\($0.name) \(name(timeline.attributes[$0]))" }
    return (["first seen \(DisplayFormat.moment(timeline.firstEvent))"] + places).joined(
      separator: ", ")
  }

  private var standing: String {
    let charges = history.timeline.charges.filter(\.isPayment)
    let gross = charges.reduce(Amount.zero) { $0 + ($1.gross ?? .zero) }
    let refunded = history.timeline.refunds.reduce(Amount.zero) { $0 + $1.amount }
    let mrr = history.movements.last { zone.end(of: $0.day) <= end || zone.day(of: end) >= $0.day }
    return "now: \(state), MRR \(human.exact(mrr?.mrr ?? .zero)); "
      + "\(counted(Int64(charges.count), "charge")), "
      + "\(human.exact(gross - refunded)) net of refunds"
  }

  private var state: String {
    let running = history.timeline.coverages.last { coverage in
      coverage.pieces.contains { $0.start <= end && end < $0.end }
    }
    if let running { return "\(kind(running)) \(name(running.product))" }
    if history.timeline.grants.contains(where: { $0.start <= end && end < $0.end }) {
      return "complimentary access"
    }
    return history.timeline.coverages.isEmpty ? "never had access" : "no access"
  }
}

// MARK: - What happened

extension CustomerHistoryListing {
  private func what(_ entry: CustomerHistory.Entry) -> String {
    guard let index = entry.event else { return "(time passed)" }
    let event = customer.events.events[index]
    let name =
      event.flags.contains(.opening)
      ? "subscribed before the log"
      : event.kind == .custom ? self.name(event.name) : event.kind.canonicalName
    let details = [
      self.name(event.product),
      event.price.map { "\($0.decimalText) \(self.name(event.currency))" },
      event.period?.description, self.name(event.reason), self.name(event.error),
      self.name(event.paywall), self.name(event.variant), self.name(event.feature),
      event.flags.contains(.notOK) ? "not ok" : nil,
      event.flags.contains(.crashed) ? "crashed" : nil,
      event.flags.contains(.familyShared) ? "family-shared" : nil,
    ].compactMap(\.self).filter { !$0.isEmpty }
    return ([name] + details).joined(separator: " ")
  }

  /// Why an event of money or access led to nothing.
  private func note(_ entry: CustomerHistory.Entry) -> [String] {
    guard entry.effects.isEmpty, let index = entry.event else { return [] }
    let event = customer.events.events[index]
    guard event.kind.has(.subscription) else { return [] }
    switch event.kind {
    case .purchased, .renewed, .trialConverted, .productChanged:
      return ["a note: the payment is known already, or no money is told of"]
    case .trialStarted, .offerRedeemed: return ["a note: access runs already"]
    case .refunded, .refundReversed: return ["a note: no charge that it could be of is known"]
    default: return ["a note: nothing runs that it could change, or it says nothing new"]
    }
  }

  private func words(_ effect: CustomerHistory.Effect) -> String {
    switch effect {
    case .charged(let charge) where charge.isOpening: "no charge of the log\(mrr(charge))"
    case .charged(let charge):
      "charge of \(money(charge))\(mrr(charge))\(parts(charge))\(subscription(charge.subscription))"
    case .completed(let charge): "tells more of a charge: \(money(charge))"
    case .began(let coverage):
      "\(kind(coverage)) until \(DisplayFormat.moment(coverage.ownEnd))"
        + (coverage.meantDay.map { ", which means day \($0) of the month" } ?? "")
    case .changesPlan(let coverage):
      "the plan is \(name(coverage.product)) from now on, until "
        + DisplayFormat.moment(coverage.ownEnd)
    case .ended(let coverage, let why): "\(kind(coverage)) ends: \(words(why))"
    case .lasts(let coverage):
      "\(kind(coverage)) now lasts until \(DisplayFormat.moment(coverage.end))"
    case .refunded(let refund, let charge):
      refund.isReversal
        ? "\(human.exact(-refund.amount)) come again"
        : "\(human.exact(refund.amount)) back of \(money(charge))"
    case .renews(let isOn): isOn ? "renews by itself again" : "will not renew"
    case .granted(let until): "complimentary access until \(DisplayFormat.moment(until))"
    }
  }

  private func words(_ ending: CustomerHistory.Ending) -> String {
    switch ending {
    case .stopped(.replaced): "the next one takes its place"
    case .stopped(.expired): "the store says that it has expired"
    case .stopped(.refunded): "its charge was paid back in full"
    case .stopped(.revoked): "access was taken away"
    case .renewalOff: "the paid time is over, and auto-renew was off"
    case .billingFailed: "billing failed, and no payment came"
    case .notRenewed: "its time is over, and no payment came"
    }
  }

  private func words(_ movement: CustomerHistory.Movement) -> String {
    let moves = movement.changes.map { measure, amount in
      let name = measure.name.dropLast(4)
      return "\(name) \(amount < .zero ? "" : "+")\(human.exact(amount))"
    }
    return
      "end of \(movement.day): MRR \(human.exact(movement.mrr)) (\(moves.joined(separator: ", ")))"
  }

  private func kind(_ coverage: Coverage) -> String {
    switch coverage.kind {
    case .trial: "trial"
    case .paid: "paid access"
    case .free: "free access"
    }
  }

  private func money(_ charge: Charge) -> String {
    guard let price = charge.price else { return "an unknown price" }
    let original = "\(price.decimalText) \(name(charge.currency))"
    let estimate = charge.isEstimated ? ", price from the catalogue" : ""
    guard let gross = charge.gross else { return "\(original) (no exchange rate: no money)" }
    let own = human.exact(gross)
    return name(charge.currency) == human.currency
      ? "\(own)\(estimate)" : "\(original) = \(own)\(estimate)"
  }

  private func mrr(_ charge: Charge) -> String {
    guard charge.mrr > .zero, let period = charge.period else { return "" }
    return " for \(period.description), MRR \(human.exact(charge.mrr))"
  }

  /// What of a payment recurs, where that is not all of it, and where its tax and fee come from.
  private func parts(_ charge: Charge) -> String {
    let recurring = charge.recurringPrice.flatMap { recurring in
      recurring == charge.price
        ? nil : "\(recurring.decimalText) \(name(charge.currency)) of it recurs"
    }
    let told = [charge.toldTax.map { _ in "tax" }, charge.toldFee.map { _ in "fee" }]
      .compactMap(\.self)
    let origin = told.isEmpty ? nil : "\(told.joined(separator: " and ")) as the log tells"
    return [recurring, origin].compactMap(\.self).map { ", \($0)" }.joined()
  }

  /// Which subscription it was put into, and why; nothing where there is only one.
  private func subscription(_ key: SubscriptionKey) -> String {
    guard history.timeline.subscriptions.count > 1 else { return "" }
    if key.group != 0 { return ", in the group \(name(key.group))" }
    let number = history.timeline.subscriptions.firstIndex { $0.key == key }.map { $0 + 1 } ?? 0
    return key.original != 0
      ? ", in subscription \(number), by its original transaction"
      : ", in subscription \(number), of what names neither group nor original transaction"
  }

  private func name(_ id: StringID) -> String {
    id == 0 ? "" : UntrustedText.cleaned(strings.string(id))
  }
}

// MARK: - For programs

extension CustomerHistoryListing {
  var json: JSONValue {
    .members([
      "ids": .array(customer.ids.map { .string($0) }), "pseudonym": .string(customer.pseudonym),
      "first_event": .string(history.timeline.firstEvent.iso8601), "state": .string(state),
      "history": .array(
        lines.map { line in
          .members([
            "time": .string(line.time.iso8601), "what": .string(line.what),
            "effects": .array(line.effects.map { .string($0) }),
            "expected": .bool(line.time > end),
          ])
        }),
    ])
  }
}
