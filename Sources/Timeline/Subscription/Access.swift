import Values

// When a customer had access by a trial, a charge or a free offer.

extension Timeline {
  /// All of it, without grants.
  var access: Stretches<Instant> {
    Stretches(coverages.flatMap(\.pieces).map { $0.start..<max($0.start, $0.end) })
  }

  /// The starts of coverages before which there was no access.
  var accessBeginnings: [Instant] {
    var beginnings: [Instant] = []
    var end = Instant.distantPast
    let pieces = coverages.flatMap { coverage in
      coverage.pieces.map { (isFirst: $0.start == coverage.start, piece: $0) }
    }
    for (isFirst, piece) in pieces.sorted(by: { $0.piece.start < $1.piece.start }) {
      if isFirst, piece.start > end { beginnings.append(piece.start) }
      end = max(end, piece.end)
    }
    return beginnings
  }
}
