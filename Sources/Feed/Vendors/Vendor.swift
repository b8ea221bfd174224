import Values

/// A store or another vendor whose lines are read: one file, and one line in ``all``.
struct Vendor: Sendable {
  let dialect: Dialect
  /// Whether a line that may be anybody's is this vendor's.
  let isMarked: @Sendable (LineValue) -> Bool
  /// Makes one event of the line; it is the whole line, a JSON object.
  let read: @Sendable (inout LineReader, LineValue) throws(Rejection) -> LineReader.Outcome

  init(
    _ dialect: Dialect, isMarked: @escaping @Sendable (LineValue) -> Bool,
    read: @escaping @Sendable (inout LineReader, LineValue) throws(Rejection) -> LineReader.Outcome
  ) {
    (self.dialect, self.isMarked, self.read) = (dialect, isMarked, read)
  }

  /// Every dialect but the native one, in the order in which a line is compared with their marks.
  static let all: [Vendor] = [.appStore, .googlePlay, .revenueCat, .stripe, .firebase]
}
