import Feed
import Values

/// A user of a partition.
struct PreparedUser: Sendable {
  let frames: UserFrames
  /// Where his news stand; they hold if he has no events yet.
  fileprivate let place: ChangedUsers.Place
}

/// A partition of the spool with the news of its users, as if the database knew none of them.
struct PreparedPartition: Sendable {
  let bytes: [UInt8]
  let users: [PreparedUser]
  private let changed: ChangedUsers

  init(_ bytes: [UInt8], refused: Set<Int32>, _ maker: ChangeDetector) {
    self.bytes = bytes
    (users, changed) = bytes.withUnsafeBytes { bytes in
      let partition = GroupedPartition(bytes, refused: refused)
      let frames = partition.users
      var changed = ChangedUsers(consume partition)
      let users = frames.map { user in
        let place = maker.news(user.events, of: user.key, in: bytes, stored: [], &changed)
        return PreparedUser(frames: user, place: place)
      }
      return (users, changed)
    }
  }

  /// The new events of a user, in order of time.
  func events(of user: PreparedUser) -> ArraySlice<IdentifiedEvent> {
    changed.events[user.frames.events]
  }

  func news(of user: PreparedUser) -> ChangedUser { changed[user.place] }
}
