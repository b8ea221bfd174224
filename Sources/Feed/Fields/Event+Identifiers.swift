extension Event {
  package typealias IdentifierPath = any WritableKeyPath<Event, ByteRange> & Sendable

  /// All that point into the bytes beside an event: who packs it anew has to bring each of them.
  package static let identifiers: [IdentifierPath] = identifiers { _ in true }
  /// Those that name people besides the user.
  package static let peopleIDs: [IdentifierPath] = identifiers { $0 == .person }
  /// Whether it has one of those, as few events do.
  package var namesPeople: Bool { !previousID.isEmpty || !referrerID.isEmpty }
  /// Those that name one payment.
  package static let paymentIDs: [IdentifierPath] = identifiers { $0 == .payment }

  private static func identifiers(where condition: (EventPlace.IdentifierUse) -> Bool)
    -> [IdentifierPath]
  {
    places.compactMap { place in
      guard case .identifier(_, let path, let use) = place, condition(use) else { return nil }
      return path
    }
  }
}
