import SQLite

/// What became of lines: each was read, and is accepted, duplicate, ignored or rejected. What a
/// part says may be a correction: a fold that finds repetitions takes them off what was accepted.
struct LineTally: Equatable {
  var read: Int64 = 0
  var accepted: Int64 = 0
  var duplicate: Int64 = 0
  var ignored: Int64 = 0
  var rejected: Int64 = 0

  private static var places: [WritableKeyPath<LineTally, Int64>] {
    [\.read, \.accepted, \.duplicate, \.ignored, \.rejected]
  }

  /// The numbers in the order in which lines of parts and columns of tables have them.
  var numbers: [Int64] { Self.places.map { self[keyPath: $0] } }

  /// Whether there is less than nothing of something.
  var isNegative: Bool { numbers.contains { $0 < 0 } }

  /// The sum; throws where it is no number of a part any more.
  func adding(_ other: LineTally) throws -> LineTally {
    try combined(with: other) { try $0.adding($1) }
  }

  /// What is left without `other`; throws where that is no number of a part any more.
  func subtracting(_ other: LineTally) throws -> LineTally {
    try combined(with: other) { try $0.subtracting($1) }
  }

  private func combined(
    with other: LineTally, _ combine: (Int64, Int64) throws -> Int64
  ) rethrows -> LineTally {
    var result = self
    for place in Self.places {
      result[keyPath: place] = try combine(self[keyPath: place], other[keyPath: place])
    }
    return result
  }
}

extension LineTally {
  /// Of the numbers of a part's line, in the order of ``numbers``; those left out are 0. Nil where
  /// there are more.
  init?(_ numbers: [Int64]) {
    guard numbers.count <= Self.places.count else { return nil }
    for (place, number) in zip(Self.places, numbers) { self[keyPath: place] = number }
  }

  /// Of five columns of a row, from `first` on.
  init(_ row: Statement, from first: Int32) {
    for (offset, place) in Self.places.enumerated() {
      self[keyPath: place] = row.integer(first + Int32(offset))
    }
  }
}

extension PartLineBuilder {
  /// The line of a file.
  mutating func add(_ tally: LineTally, of path: String) {
    begin(.lines)
    add(path)
    tally.numbers.forEach { put($0) }
    end()
  }
}
