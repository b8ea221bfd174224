import Feed
import Timeline
import Values

/// What the fold of one customer needs: the blocks of its users, as they were at the last fold
/// and as they are now. A customer may be new, gone, or both sides may be there.
struct CustomerInput: Sendable {
  struct User: Sendable {
    let id: UserID
    var blocks: [EventBlock]
    /// Whether an event may stand in several blocks (Definitions, "The log").
    var isConflicted = false
  }

  var users: [User]

  /// Whether each event stands in one block.
  var isPlain: Bool { !users.contains(where: \.isConflicted) }

  /// The events of runs up to `run` before `end`, in order; and the customer's id: the user whose
  /// first event is earliest (ties: the smaller key, for which the smaller id stands in).
  func events(run: Int64, before end: Instant, _ order: ContentOrder)
    -> (id: UserID, events: CustomerEvents, next: [UserID: Instant])?
  {
    var all = CustomerEvents()
    var earliest: (time: Instant, id: UserID)?
    var next: [UserID: Instant] = [:]
    for user in users {
      let before = all.events.count
      for block in user.resolved(run: run, order) {
        let left = all.add(block: block, before: end)
        if let left { next[user.id] = min(left, next[user.id] ?? left) }
      }
      guard let first = all.events[before...].lazy.map(\.time).min() else { continue }
      if earliest.map({ (first, user.id) < ($0.time, $0.id) }) ?? true {
        earliest = (first, user.id)
      }
    }
    guard let earliest else { return next.isEmpty ? nil : (0, all, next) }
    all.sort()
    return (earliest.id, all, next)
  }
}

extension CustomerInput.User {
  /// The blocks of runs up to `run`; where identities meet, one with the events that stand.
  func resolved(run: Int64, _ order: ContentOrder) -> [[UInt8]] {
    if blocks.count == 1, blocks[0].run <= run { return [blocks[0].events] }
    let mine = blocks.filter { $0.run <= run }.map(\.events)
    guard isConflicted, mine.count > 1 else { return mine }
    let joined = mine.flatMap(\.self)
    return [joined.withUnsafeBytes { Deduplication(order).standing(in: $0) }]
  }
}
