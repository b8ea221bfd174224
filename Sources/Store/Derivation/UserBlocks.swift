import SQLite
import Values

/// The blocks of every user, by user.
final class UserBlocks {
  /// Where blocks stand by user, and the next of them.
  private struct Source {
    /// Not to be asked again once it has answered nil.
    let next: () throws -> (user: UserID, block: EventBlock)?
    var head: (user: UserID, block: EventBlock)?
  }

  /// Those of older runs before those of newer ones.
  private var sources: [Source] = []

  /// `opening`: with what existed before the log began.
  init(_ database: Database, opening: Bool) throws {
    if try opening && FoldBlocks.hasOpening(database) {
      try add(Self.rows("SELECT user, 0, events FROM main.opening_block ORDER BY user", database))
    }
    for run in try EventPages.runs(database) { try add(Self.pages(of: run, database)) }
    try add(
      Self.rows("SELECT user, run, events FROM main.event_block ORDER BY user, number", database))
  }

  private func add(_ next: @escaping () throws -> (user: UserID, block: EventBlock)?) throws {
    sources.append(Source(next: next, head: try next()))
  }

  /// The next user with all of his blocks, oldest run first; nil after the last.
  func next() throws -> (user: UserID, blocks: [EventBlock])? {
    guard let user = sources.lazy.compactMap(\.head?.user).min() else { return nil }
    var blocks: [EventBlock] = []
    for place in sources.indices {
      while let head = sources[place].head, head.user == user {
        blocks.append(head.block)
        sources[place].head = try sources[place].next()
      }
    }
    if blocks.count > 1, sources.count > 1 { blocks.sort { $0.run < $1.run } }
    return (user, blocks)
  }

  private static func rows(_ query: String, _ database: Database) throws
    -> () throws -> (user: UserID, block: EventBlock)?
  {
    let rows = try database.prepare(query)
    return {
      guard try rows.step() else { return nil }
      return (rows.integer(0), EventBlock(run: rows.integer(1), events: rows.blob(2)[...]))
    }
  }

  private static func pages(of run: Int64, _ database: Database) throws
    -> () throws -> (user: UserID, block: EventBlock)?
  {
    let rows = try database.prepare(
      "SELECT events FROM main.event_page WHERE run = \(run) ORDER BY first_user, id")
    var page: [UInt8] = []
    var at = 0
    return {
      while true {
        if let (user, block) = PageFrames.next(in: page, at: at) {
          at = block.upperBound
          return (user, EventBlock(run: run, events: page[block]))
        }
        guard try rows.step() else { return nil }
        (page, at) = (rows.blob(0), 0)
      }
    }
  }
}
