import Feed
import Synchronization
import Values

/// What the batches of a reading add up to.
final class Gathered: Sendable {
  private struct Contents {
    var profile: EventProfile
    var rejects: [Reject.Reason: Reject] = [:]
    /// Identities, and how many events had one of another.
    var identities: Set<UInt64> = []
    var duplicates = 0
  }

  private let state: Mutex<Contents>

  init(_ empty: EventProfile) { state = Mutex(Contents(profile: empty)) }

  func take(_ batch: EventBatch) {
    state.withLock { contents in
      batch.forEachFrame { frame, bytes in
        let event = Event(unpacking: bytes, at: frame.packed.lowerBound)
        let isNamed = !bytes[frame.key].starts(with: EventBatch.transactionPrefix.utf8)
        contents.profile.add(event, of: frame.keyHash, isNamed: isNamed)
        if !contents.identities.insert(event.hash(of: frame.keyHash, bytes)).inserted {
          contents.duplicates += 1
        }
        if isNamed { contents.profile.userIDs.note(bytes[frame.key]) }
      }
      for reject in batch.rejects where contents.rejects[reject.reason] == nil {
        contents.rejects[reject.reason] = reject
      }
    }
  }

  var duplicates: Int { state.withLock { $0.duplicates } }

  /// The profile, and the first line that was rejected for each reason.
  var contents: (EventProfile, [Reject]) {
    state.withLock { contents in
      (contents.profile, contents.rejects.values.sorted { $0.lineNumber < $1.lineNumber })
    }
  }
}

extension Event {
  /// Stands for the event's identity (Definitions, "The log"): a short id is one of its user's only.
  fileprivate func hash(of user: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let id = stableHash(UnsafeRawBufferPointer(rebasing: bytes[identity.range]))
    let name = kind == .custom ? UInt64(UInt32(bitPattern: self.name)) << 8 : 0
    let whose = hasEventID && identity.count < 16 ? user : 0
    return id ^ (name | UInt64(kind.rawValue)) &* 0x9E37_79B9_7F4A_7C15 ^ whose
  }
}
