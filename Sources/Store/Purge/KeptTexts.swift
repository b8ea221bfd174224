import Feed
import Timeline

extension Event {
  /// The strings that decide about money, or what the event is.
  var fixedTexts: [StringID] { [name] + Self.keptTexts.map { self[keyPath: $0] } }

  /// Every string that the event says; 0 for none.
  var texts: [StringID] { fixedTexts + Self.forgettableTexts.map { self[keyPath: $0] } }
}

/// Which strings the events say that a run keeps.
struct KeptTexts {
  private(set) var all: Set<StringID> = []

  mutating func note(eventsOf block: ArraySlice<UInt8>) {
    block.withUnsafeBytes { bytes in
      for (at, _) in BlockEvents(bytes) {
        all.formUnion(Event(unpacking: bytes, at: at).texts)
      }
    }
  }
}
