import Feed
import Values

/// What a run brought for users, behind one another in a few lists: users are many, and none of
/// them takes memory of its own.
struct ChangedUsers: Sendable {
  /// Where that of one user stands.
  struct Place: Sendable {
    fileprivate let kept: Range<Int>
    fileprivate let repetitions: Repetitions?
    fileprivate let block: Range<Int>
    fileprivate let mentions: Range<Int>
    fileprivate let days: Range<Int>
  }

  /// The new events. Those of a user are put in order of time; the ones that are kept of lines that
  /// repeat others are appended.
  fileprivate(set) var events: [IdentifiedEvent]
  private var blocks: [UInt8] = []
  private var mentions: [ChangedUser.Mention] = []
  private var days: [ChangedUser.DayCount] = []

  init(_ events: some Sequence<IdentifiedEvent>) { self.events = Array(events) }

  init(_ partition: consuming GroupedPartition) {
    events = partition.events
    blocks.reserveCapacity(events.reduce(0) { $0 + $1.event.count + 2 })
  }

  subscript(place: Place) -> ChangedUser {
    ChangedUser(
      kept: events[place.kept], repetitions: place.repetitions, block: blocks[place.block],
      mentions: mentions[place.mentions], days: days[place.days])
  }

  /// Notes what the kept events of a user say.
  fileprivate mutating func note(
    _ kept: Range<Int>, _ repetitions: Repetitions?, isTransaction: Bool,
    in bytes: UnsafeRawBufferPointer, _ zone: Zone
  ) -> Place {
    let starts = (blocks.count, mentions.count, days.count)
    EventBlock.append(events[kept].lazy.map { $0.event }, in: bytes, to: &blocks)
    ChangedUser.noteMentions(
      at: events[kept].lazy.map { $0.event.at }, isTransaction: isTransaction, in: bytes,
      to: &mentions)
    noteDays(of: kept, zone)
    return Place(
      kept: kept, repetitions: repetitions, block: starts.0..<blocks.count,
      mentions: starts.1..<mentions.count, days: starts.2..<days.count)
  }

  /// The events come in order of time, so those of a day stand together.
  private mutating func noteDays(of kept: Range<Int>, _ zone: Zone) {
    var end = Instant.distantPast
    for event in events[kept] {
      let time = event.time
      if time < end {
        days[days.count - 1].events += 1
        days[days.count - 1].last = time
      } else {
        let day = zone.day(of: time)
        end = zone.end(of: day)
        days.append(ChangedUser.DayCount(day: day, events: 1, first: time, last: time))
      }
    }
  }
}

/// Works out what is new of a user: a pure function, for any thread.
struct ChangeDetector: Sendable {
  private let deduplication: Deduplication
  private let zone: Zone

  init(_ deduplication: Deduplication, _ zone: Zone) {
    self.deduplication = deduplication
    self.zone = zone
  }

  /// `stored`: the user's blocks of earlier runs.
  func news(
    _ events: ArraySlice<IdentifiedEvent>, of key: Range<Int>, in bytes: UnsafeRawBufferPointer,
    stored: [ArraySlice<UInt8>]
  ) -> ChangedUser {
    var users = ChangedUsers(events)
    let place = news(users.events.indices, of: key, in: bytes, stored: stored, &users)
    return users[place]
  }

  /// Of a user whose new events are those of `range` in `users`.
  func news(
    _ range: Range<Int>, of key: Range<Int>, in bytes: UnsafeRawBufferPointer,
    stored: [ArraySlice<UInt8>], _ users: inout ChangedUsers
  ) -> ChangedUsers.Place {
    let (kept, repetitions) = deduplication.run(
      range, of: &users.events, in: bytes, stored: stored)
    let isTransaction = bytes[key].starts(with: Links.transactionPrefix)
    return users.note(kept, repetitions, isTransaction: isTransaction, in: bytes, zone)
  }
}
