import Feed
import Testing
import Values

@testable import Timeline

/// What the declaration of the rules promises of a kind, the parts of the fold keep.
struct EventRulesTests {
  private let start = Instant.appStoreOpening + .hours(48)

  private func event(_ kind: EventKind, at time: Instant) -> Event {
    var event = Event()
    event.kind = kind
    event.time = time
    return event
  }

  /// What a day counts of a payment sheet and an event half an hour later.
  private func counts(_ kind: EventKind?) -> String {
    var events = [event(.paywallShown, at: start), event(.purchaseStarted, at: start)]
    if let kind { events.append(event(kind, at: start + TimeSpan(milliseconds: 1_800_000))) }
    var scan = OperationScan()
    scan.run(events, .utc, charges: [], platform: 1)
    let counts = scan.log.counts.map { counts in counts.values.indices.map { counts.values[$0] } }
    return "\(scan.log) \(counts)"
  }

  @Test("Exactly the kinds with the rule count among the operations", arguments: EventKind.allCases)
  func operations(kind: EventKind) {
    #expect((counts(kind) != counts(nil)) == kind.has(.operation))
  }

  @Test(
    "In an instant a paywall and what begins at it come first, then kinds of a subscription, then all others"
  )
  func order() {
    let openers: [EventKind] = [.paywallShown, .purchaseStarted]
    #expect(openers.map { event($0, at: start).rank } == [-2, -1])
    for kind in EventKind.allCases where !openers.contains(kind) {
      let rank = event(kind, at: start).rank
      #expect(kind.has(.subscription) ? rank >= 0 : rank == 11, "\(kind)")
    }
  }
}
