import SQLite
import Values

/// Which of how many parts one is, written `3/8`: from 1 on.
package struct PartPlace: Hashable, Sendable, CustomStringConvertible {
  package let number: Int
  package let count: Int

  /// The most parts that customers are dealt out to.
  package static let most = 100_000

  /// Nil for what is no part of a whole.
  package init?(_ text: String) {
    let words = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard words.count == 2, let number = words[0], let count = words[1], number >= 1,
      number <= count, count <= Self.most
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  package var description: String { "\(number)/\(count)" }
}

/// What has to be the same for all parts that are added up; empty, or 0, for a part of read lines
/// where only folding decides.
struct PartAgreement: Hashable, Sendable {
  var program: String
  /// What decides about the fold, with the columns of the derived tables.
  var rules = ""
  var rates = ""
  /// Which lines are accepted.
  var reading: String
  var zone: String
  var asOf: Int64 = 0
  var end: Int64 = 0
  /// What tells the key of hashed ids from others; nil where ids are not hashed.
  var key: [UInt8]?
}

extension PartAgreement {
  /// `program`: nil where the program that wrote it decides.
  init(of store: Store, program: String?) throws {
    let database = store.database
    let run = try RunRecords(database: database).newest(1).first
    self.init(
      program: program ?? run?.version ?? "", reading: run?.reading ?? "",
      zone: try EventDays.countedZone(database) ?? "", key: try database.keyCheck())
    guard let state = try FoldState.read(database) else { return }
    (rules, rates) = (state.rules, state.rates)
    (asOf, end) = (Int64(state.asOf.number), state.end.milliseconds)
  }

  /// Throws where a part that stands at `path` was made otherwise than those before it.
  func requireSame(as known: PartAgreement, at path: String) throws {
    guard let difference = differences(from: known).first else { return }
    throw Failure(
      "\(path) was made with \(difference.what) \(difference.value), and the parts before with "
        + "\(difference.other)",
      hint: difference.hint, exit: .badData)
  }

  private typealias Difference = (what: String, value: String, other: String, hint: String)

  /// What is otherwise; parts of read lines say nothing of the fold.
  private func differences(from other: Self) -> [Difference] {
    let same = "read and fold all parts with one program, one configuration and one key"
    let read: [Difference] = [
      ("the program", program, other.program, same),
      ("the reading rules", reading, other.reading, same),
      ("the time zone", zone, other.zone, same),
      ("the key of ids", hexadecimal(key ?? []), hexadecimal(other.key ?? []), same),
    ]
    let folded: [Difference] = [
      (
        "the rules", rules, other.rules,
        "use one configuration; where lines name several apps, or there is an opening file, give every "
          + "fold what \"runrate read\" has found in all logs: --read DIR"
      ),
      ("the exchange rates", rates, other.rates, same),
      (
        "the as-of day", "\(Day(Int(asOf)))", "\(Day(Int(other.asOf)))",
        "fold all parts with the same --as-of"
      ),
      ("the end", "\(end)", "\(other.end)", same),
    ]
    let isFolded = !rules.isEmpty && !other.rules.isEmpty
    return (read + (isFolded ? folded : [])).filter { $0.value != $0.other }
  }

  /// Notes it in a database that was made of such parts. `run`: the one that wrote it.
  func write(to store: Store, run: Int64) throws {
    try store.database.prepare("INSERT OR REPLACE INTO event_day_zone VALUES (1, ?)").run(zone)
    try store.database.keep(keyCheck: key)
    guard !rules.isEmpty else { return try store.database.execute("DELETE FROM fold_state") }
    try FoldState(
      rules: rules, rates: rates, asOf: Day(Int(asOf)), end: Instant(milliseconds: end), run: run
    ).write(store.database)
  }
}

extension Database {
  fileprivate func keyCheck() throws -> [UInt8]? {
    try first("SELECT key_check FROM protection WHERE key_check IS NOT NULL") { $0.blob(0) }
  }

  fileprivate func keep(keyCheck: [UInt8]?) throws {
    try execute("UPDATE protection SET key_check = NULL")
    guard let keyCheck else { return }
    try prepare(
      "INSERT INTO protection VALUES (1, ?1, ?2) ON CONFLICT DO UPDATE SET key_check = ?2"
    ).run(randomBytes(16), keyCheck)
  }
}
