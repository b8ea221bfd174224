import SQLite
import Timeline
package import Values

/// The events that the fold takes: those of the log, and what existed before it began.
final class FoldBlocks {
  private let blocks: EventBlocks
  /// Nil where nothing is known from before the log.
  private let opening: Statement?
  /// As of now and of the last fold.
  private let owners: PaymentOwners
  private let ownersBefore: PaymentOwners

  /// `ownersBefore`: where others own payments now than in the last fold.
  init(_ database: Database, ownersBefore: PaymentOwners? = nil) throws {
    owners = try PaymentOwners(database)
    self.ownersBefore = ownersBefore ?? owners
    blocks = try EventBlocks(database)
    opening =
      try Self.hasOpening(database)
      ? database.prepare("SELECT events FROM main.opening_block WHERE user = ?") : nil
  }

  /// The blocks of a user, oldest run first.
  func blocks(of user: UserID) throws -> [EventBlock] {
    try before(user) + blocks.blocks(of: user)
  }

  /// The events of users who are one customer. `conflicted`: those of whom an event may stand in
  /// several blocks. `owners`: whose original transactions are. `id`: as the last fold had them, which
  /// knew them by it.
  func input(
    _ users: [UserID], conflicted: Set<UserID>, _ owners: TransactionOwners,
    knownAs id: UserID? = nil
  ) throws -> CustomerInput {
    var input = try CustomerInput(
      users, conflicted: conflicted, knownID: id, owners: owners, blocks: blocks)
    let payments = id == nil ? self.owners : ownersBefore
    try payments.assignPayments(to: &input, blocks: blocks)
    return input
  }

  /// What users had before the log, as one block; nothing of who they are.
  func opening(of users: [UserID]) throws -> [UInt8] { try users.flatMap(before).flatMap(\.events) }

  private func before(_ user: UserID) throws -> [EventBlock] {
    try opening?.rows(user) { EventBlock(run: 0, events: $0.blob(0)[...]) } ?? []
  }

  static func hasOpening(_ database: Database) throws -> Bool {
    try database.has("opening_block")
      && database.hasRow("SELECT 1 FROM main.opening_block LIMIT 1")
  }
}

/// Up to where the derived tables go, and under which rules.
package struct FoldState: Sendable, Equatable {
  /// Tells apart everything that decides about the fold besides events and exchange rates.
  package var rules: String
  /// Tells apart the exchange rates up to `asOf`.
  package var rates: String
  package var asOf: Day
  /// E: the fold took in the events before it.
  package var end: Instant
  /// The newest run whose events it took in.
  package var run: Int64

  static func read(_ database: Database) throws -> FoldState? {
    try database.first("SELECT rules, rates, as_of_day, end_ms, run FROM main.fold_state") {
      FoldState(
        rules: $0.text(0), rates: $0.text(1), asOf: Day(Int($0.integer(2))),
        end: Instant(milliseconds: $0.integer(3)), run: $0.integer(4))
    }
  }

  func write(_ database: Database) throws {
    try database.prepare("INSERT OR REPLACE INTO main.fold_state VALUES (1, ?, ?, ?, ?, ?)").run(
      rules, rates, asOf.number, end.milliseconds, run)
  }
}

extension Store {
  /// Up to where the derived tables go; nil where nothing was folded yet.
  package func foldState() throws -> FoldState? { try FoldState.read(database) }

  /// Empties the derived tables. Call in a transaction.
  package func unfold() throws {
    try Derived.create(.main, in: database)
    try database.execute("DELETE FROM main.fold_state; DELETE FROM main.segment")
  }
}

/// Sums that the memory has no room for: parts of them in a file, each in order. They are merged at
/// the end, so that each row of a table is written once, and in its place.
final class FactParts {
  /// Where the rows of one part of a section lie.
  struct Run: Sendable {
    var offset: Int64
    var rows = 0
  }

  private let file: UnnamedFile
  private var end: Int64 = 0
  private var runs: [FactSection: [Run]] = [:]

  init(in folder: String) throws { file = try UnnamedFile(in: folder) }

  /// Cells that are written or read at a time.
  static let chunk = 1 << 13

  /// Adds a part of a section.
  func add(_ facts: ArrangedFacts) throws {
    var run = Run(offset: end)
    var cells: [Int64] = []
    try facts.forEach { key, values in
      cells.append(key.positions)
      cells.append(key.segment)
      cells += values
      run.rows += 1
      if cells.count >= Self.chunk { try write(&cells) }
    }
    guard run.rows > 0 else { return }
    try write(&cells)
    runs[facts.section, default: []].append(run)
  }

  private func write(_ cells: inout [Int64]) throws {
    try cells.withUnsafeBytes { try file.write($0, at: end) }
    end += Int64(cells.count * MemoryLayout<Int64>.size)
    cells.removeAll(keepingCapacity: true)
  }

  func merged(_ section: FactSection) -> MergedFacts {
    MergedFacts(section: section, file: file, runs: runs[section] ?? [])
  }
}
