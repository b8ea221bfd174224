import Feed
import Values

// In a group several original transactions make one subscription: whose an event is decides whether it
// is about what runs.

extension SubscriptionFold {
  /// The original transaction that something is of, and which of the customer's ids.
  struct Origin: Equatable, Sendable {
    /// Key of the original transaction, of several that are one the first; 0 for none.
    let original: UInt64
    /// 0 for any.
    let user: Int64

    /// Whether it is of another original transaction of the same id.
    func isBeside(_ other: Origin) -> Bool {
      original != 0 && other.original != 0 && original != other.original
        && (user == other.user || user == 0 || other.user == 0)
    }
  }

  func origin(of event: Event, _ customer: CustomerEvents) -> Origin {
    Origin(
      original: notes.candidates.originals.root(of: customer.original(of: event)),
      user: customer.user(of: event))
  }

  /// Whether an event is about an original transaction in whose place another one runs: in a group,
  /// whoever subscribes on the web may cancel in the store later.
  func isOfEarlier(_ kind: EventKind, _ origin: Origin, _ transaction: UInt64) -> Bool {
    guard origin.original != 0, kind.isOfRunning else { return false }
    let current = notes.open.isEmpty ? coverages.indices.suffix(1).map { $0 } : notes.open
    let isOfOthers = current.allSatisfy {
      notes.origins[$0].isBeside(origin)
        && (transaction == 0 || coverages[$0].transaction != transaction)
    }
    return isOfOthers && notes.origins.contains { $0.original == origin.original }
  }

  /// Whether an event ends what runs under another of the customer's ids, though it is of an original
  /// transaction that was there before.
  func endsOther(_ kind: EventKind, _ origin: Origin, _ transaction: UInt64) -> Bool {
    guard kind.endsAccess, origin.original != 0, transaction == 0, let index = notes.open.last
    else { return false }
    let running = notes.origins[index].original
    return running != 0 && running != origin.original
      && notes.origins.contains { $0.original == origin.original }
  }
}

extension EventKind {
  /// Whether it concerns what runs, rather than a payment or a beginning.
  fileprivate var isOfRunning: Bool {
    switch self {
    case .productChanged, .subscriptionExtended, .gracePeriodEntered, .billingFailed, .cancelled,
      .uncancelled, .expired, .revoked:
      true
    default: false
    }
  }
}
