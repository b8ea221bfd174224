extension Event {
  package typealias TextPath = any WritableKeyPath<Event, StringID> & Sendable

  /// The strings that decide about money, or what the event is; the name of a `.custom` event
  /// stands beside them.
  package static let keptTexts: [TextPath] = texts { $0 != .forgotten }

  /// The strings that say something of somebody, and of which no money is made: a purge forgets
  /// them.
  package static let forgettableTexts: [TextPath] = texts { $0 == .forgotten }

  private static func texts(where condition: (EventPlace.TextUse) -> Bool) -> [TextPath] {
    places.compactMap { place in
      guard case .text(_, let path, let use) = place, condition(use) else { return nil }
      return path
    }
  }
}
