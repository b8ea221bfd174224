import SQLite
import Values

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
  /// several blocks. `owners`: whose original transactions are.
  func input(_ users: [UserID], conflicted: Set<UserID>, _ owners: TransactionOwners) throws
    -> CustomerInput
  {
    var input = try CustomerInput(users, conflicted: conflicted, owners: owners, blocks: blocks)
    try self.owners.assignPayments(to: &input, blocks: blocks)
    return input
  }

  /// The same users as the last fold had them, which knew them as `id`.
  func input(_ users: [UserID], conflicted: Set<UserID>, knownAs id: UserID) throws
    -> CustomerInput
  {
    var input = try CustomerInput(users, conflicted: conflicted, knownID: id, blocks: blocks)
    try ownersBefore.assignPayments(to: &input, blocks: blocks)
    return input
  }

  /// What users had before the log began, as the events of one block. It says nothing of who they
  /// are.
  func opening(of users: [UserID]) throws -> [UInt8] { try users.flatMap(before).flatMap(\.events) }

  private func before(_ user: UserID) throws -> [EventBlock] {
    guard let opening else { return [] }
    try opening.bind(user, at: 1)
    defer { opening.reset() }
    return try opening.step() ? [EventBlock(run: 0, events: opening.blob(0)[...])] : []
  }

  static func hasOpening(_ database: Database) throws -> Bool {
    guard try database.has("opening_block") else { return false }
    return try database.first("SELECT 1 FROM main.opening_block LIMIT 1") { _ in true } != nil
  }
}
