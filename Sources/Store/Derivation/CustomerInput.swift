import Feed
import Timeline
import Values

/// What the fold of one customer needs: the blocks of its users, as they were at the last fold
/// and as they are now. A customer may be new, gone, or both sides may be there.
struct CustomerInput: Sendable {
  struct User: Sendable {
    let id: UserID
    var blocks: [EventBlock]
    /// The user to whom the events of one belong that is an original transaction.
    var owner: UserID?
    /// Whether an event may stand in several blocks (Definitions, "The log").
    var isConflicted = false
  }

  var users: [User]
  /// The id that the derived tables know it by; nil where its events are to say it.
  private let knownID: UserID?

  init(users: [User], knownID: UserID? = nil) {
    self.users = users
    self.knownID = knownID
  }

  /// `conflicted`: those of whom an event may stand in several blocks.
  init(
    _ users: some Sequence<UserID>, conflicted: Set<UserID>, knownID: UserID? = nil,
    owner: (UserID) throws -> UserID? = { _ in nil }, blocks: (UserID) throws -> [EventBlock]
  ) rethrows {
    let users = try users.map {
      User(
        id: $0, blocks: try blocks($0), owner: try owner($0), isConflicted: conflicted.contains($0))
    }
    self.init(users: users, knownID: knownID)
  }

  /// Whether each event stands in one block.
  var isPlain: Bool { !users.contains(where: \.isConflicted) }

  /// The events of runs up to `run` before `end`, in order; and the customer's id: the user whose
  /// first event is earliest, those of an original transaction with its owner's (ties: the smaller
  /// key, for which the smaller id stands in). 0 where all events come later, nil where there are
  /// none. `next`: the first event of each user that was left out.
  func events(run: Int64, before end: Instant, _ order: ContentOrder)
    -> (id: UserID, events: CustomerEvents, next: [UserID: Instant])?
  {
    var events = CustomerEvents()
    return fill(&events, run: run, before: end, order).map { ($0.id, events, $0.next) }
  }

  /// The same, into memory that was used before.
  func fill(_ all: inout CustomerEvents, run: Int64, before end: Instant, _ order: ContentOrder)
    -> (id: UserID, next: [UserID: Instant])?
  {
    all.removeAll()
    var earliest: (time: Instant, id: UserID)?
    var next = [UserID: Instant]()
    for user in users {
      let before = all.events.count
      user.forEachBlock(run: run, order) { block in
        let left = all.add(block: block, before: end)
        if let left { next[user.id] = min(left, next[user.id] ?? left) }
      }
      guard let first = all.events[before...].lazy.map(\.time).min() else { continue }
      let id = user.owner ?? user.id
      if earliest.map({ (first, id) < ($0.time, $0.id) }) ?? true { earliest = (first, id) }
    }
    guard let earliest else { return next.isEmpty ? nil : (0, next) }
    all.sort()
    return (knownID ?? earliest.id, next)
  }
}

extension CustomerInput.User {
  /// Calls `body` with the blocks of runs up to `run`; where identities meet, with one of the
  /// events that stand.
  func forEachBlock(run: Int64, _ order: ContentOrder, _ body: (ArraySlice<UInt8>) -> Void) {
    guard isConflicted, blocks.count(where: { $0.run <= run }) > 1 else {
      for block in blocks where block.run <= run { body(block.events) }
      return
    }
    let joined = blocks.filter { $0.run <= run }.flatMap(\.events)
    body(joined.withUnsafeBytes { Deduplication(order).standing(in: $0) }[...])
  }
}
