import Values

// When a customer had access by a trial, a charge or a free offer.

extension Timeline {
  /// The stretches that coverages gave, one coverage after the other; those of `isMeant` alone.
  func accessPieces(where isMeant: (borrowing Coverage) -> Bool = { _ in true })
    -> SmallArray<Range<Instant>>
  {
    var pieces = SmallArray<Range<Instant>>()
    pieces.reserveCapacity(coverages.count)
    for index in coverages.indices where isMeant(coverages[index]) {
      for piece in coverages[index].pieces {
        pieces.append(piece.start..<max(piece.start, piece.end))
      }
    }
    return pieces
  }

  /// The same as a set of instants, without grants.
  func access(where isMeant: (borrowing Coverage) -> Bool = { _ in true }) -> Stretches<Instant> {
    Stretches(accessPieces(where: isMeant))
  }

  /// The starts of coverages before which there was no access.
  var accessBeginnings: SmallArray<Instant> {
    var pieces = SmallArray<(start: Instant, end: Instant, isFirst: Bool)>()
    pieces.reserveCapacity(coverages.count)
    for index in coverages.indices {
      for piece in coverages[index].pieces {
        pieces.append((piece.start, piece.end, piece.start == coverages[index].start))
      }
    }
    pieces.putInOrder { $0.start < $1.start }
    var beginnings = SmallArray<Instant>()
    var end = Instant.distantPast
    for piece in pieces {
      if piece.isFirst, piece.start > end { beginnings.append(piece.start) }
      end = max(end, piece.end)
    }
    return beginnings
  }
}
