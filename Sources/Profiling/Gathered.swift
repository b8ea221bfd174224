import Feed
import Synchronization

/// What the batches of a reading add up to.
final class Gathered: Sendable {
  private struct Contents {
    var profile: EventProfile
    var rejects: [Reject.Reason: Reject] = [:]
  }

  private let state: Mutex<Contents>

  init(_ empty: EventProfile) { state = Mutex(Contents(profile: empty)) }

  func take(_ batch: EventBatch) {
    state.withLock { contents in
      batch.forEachFrame { frame, bytes in
        let event = Event(unpacking: bytes, at: frame.packed.lowerBound)
        let isNamed = !bytes[frame.key].starts(with: EventBatch.transactionPrefix.utf8)
        contents.profile.add(event, of: frame.keyHash, isNamed: isNamed)
        if isNamed { contents.profile.userIDs.note(bytes[frame.key]) }
      }
      for reject in batch.rejects where contents.rejects[reject.reason] == nil {
        contents.rejects[reject.reason] = reject
      }
    }
  }

  /// The profile, and the first line that was rejected for each reason.
  var contents: (EventProfile, [Reject]) {
    state.withLock { contents in
      (contents.profile, contents.rejects.values.sorted { $0.lineNumber < $1.lineNumber })
    }
  }
}
