import Feed
import SQLite
import Timeline
import Values

/// What one customer's fold has to know of the payments of others, as of the last fold.
struct PaymentOwners: Sendable {
  /// The transactions that too many customers claim, as keys without their lowest bit.
  let void: Set<UInt64>
  private let byUser: [UserID: [ForeignRefund]]
  private let byOwner: [UserID: [ForeignRefund]]

  init(_ database: Database) throws {
    void = try VoidTransactions.all(database)
    let refunds = try ForeignRefund.all(database)
    byUser = Dictionary(grouping: refunds, by: \.user)
    byOwner = Dictionary(grouping: refunds, by: \.owner)
  }

  /// Lets a customer have the refunds of others that name its payments, and not have its own that
  /// name payments of others. `blocks`: the events of a user.
  func assignPayments(to customer: inout CustomerInput, blocks: (UserID) throws -> [EventBlock])
    throws
  {
    customer.claimedByMany = void
    guard !byUser.isEmpty else { return }
    let users = Set(customer.users.map(\.id))
    let others = users.flatMap { byUser[$0] ?? [] }.filter { !users.contains($0.owner) }
    customer.leavesOut = Set(others.map(\.transaction))
    let guests = users.flatMap { byOwner[$0] ?? [] }.filter { !users.contains($0.user) }
    customer.guests = try guests.map {
      CustomerInput.Guest(blocks: try blocks($0.user), transaction: $0.transaction)
    }
  }

  /// The owners of payments that refunds of some users name.
  func owners(besides users: some Sequence<UserID>) -> [UserID] {
    byUser.isEmpty ? [] : users.flatMap { byUser[$0] ?? [] }.map(\.owner)
  }
}
