import Feed
import SQLite
import Values

/// The files that earlier runs have read, when all logs are read again: events do not say which file
/// they are of, so that all of it is read again, or nothing.
struct EarlierFiles {
  /// Those that still stand where they were, and were not named.
  let others: [InputFile]
  private let unread: UnreadRecords
  /// Pipes and standard inputs that were not named: they are known by their names alone.
  private let pipes: [String]

  /// `results`: of the files that were named.
  init(_ records: RunRecords, read results: [InputResult]) throws {
    var unread = UnreadRecords(try records.knownInputs())
    unread.remove(readIn: results)
    let named = Set(results.map(\.file.path))
    let paths = Set(unread.records.map(\.path)).subtracting(named).sorted()
    others = paths.compactMap(InputFile.init(standingAt:)).behind(results.count)
    self.unread = unread
    pipes = try records.pipes().filter { !named.contains($0) }
  }

  /// Throws where something that was read before was read in none of the files.
  func requireAll(with more: [InputResult]) throws {
    var unread = unread
    unread.remove(readIn: more)
    let missing = Set(unread.records.map(\.path)).sorted() + pipes
    guard !missing.isEmpty else { return }
    let list = missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", …" : "")
    throw Failure(
      "what earlier runs have read of \(list) is in none of the logs: everything is read again, "
        + "or nothing, so nothing was",
      hint: "name the logs that hold it now; where it is gone for good, read what is left into "
        + "another database (--database)", exit: .noInput)
  }
}

extension RunRecords {
  /// The names of pipes and standard inputs of which something was kept.
  fileprivate func pipes() throws -> [String] {
    try database.rows(
      """
      SELECT DISTINCT i.path FROM input AS i INNER JOIN run AS r ON r.id = i.run AND r.failed = 0
      WHERE i.size IS NULL AND i.status = \(InputStatus.read.sql) AND i.accepted > 0 ORDER BY i.path
      """
    ) { $0.text(0) }
  }
}
