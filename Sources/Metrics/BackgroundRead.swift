import SQLite
import Values

/// What another connection works out while this one goes on; where there is none, this one does
/// when it is asked for.
struct BackgroundRead<Value: Sendable> {
  private let pending: Pending<Value>?
  private let work: @Sendable (Database) throws -> Value

  /// Begins at once. `work` only reads.
  init(
    on connection: FiguresBuilder.Connection?,
    _ work: @escaping @Sendable (Database) throws -> Value
  ) {
    self.work = work
    let pending = Pending<Value>()
    let thread = connection.flatMap { connection in
      RunningThread {
        pending.fulfil(
          Result {
            let database = try connection()
            return try database.readingOnly { try work(database) }
          })
      }
    }
    self.pending = thread == nil ? nil : pending
  }

  /// The value, once it is there. Call once.
  func value(else database: Database) throws -> Value {
    try pending?.wait() ?? work(database)
  }
}
