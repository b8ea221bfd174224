import Settings
import Feed
import SQLite
import Timeline

/// Which strings of the database events and derived rows still say.
struct UsedTexts {
  private var used: [Bool]
  private var fixed: Set<StringID> = []

  /// `count`: how many ids there are, 0 included.
  init(_ database: Database, count: Int) throws {
    used = Array(repeating: false, count: count)
    let users = try UserBlocks(database, opening: false)
    while let (_, blocks) = try users.next() {
      for block in blocks { block.events.withUnsafeBytes { note(eventsOf: $0) } }
    }
    let numbers = Dimension.allCases.filter { $0.value != .string }.map { "\($0.rawValue)" }.joined(
      separator: ", ")
    let rows = CustomerTable.allCases.flatMap { table in
      table.columns.filter(\.isText).map { "SELECT \($0.name) FROM \(table.name)" }
    }
    let derived = try database.prepare(
      (rows + [
        "SELECT app FROM log_app",
        "SELECT id & 0xFFFFFFFF FROM segment WHERE id >> 32 NOT IN (\(numbers))",
      ]).joined(separator: " UNION "))
    while try derived.step() { note(Int(truncatingIfNeeded: derived.integer(0))) }
  }

  func contains(_ id: StringID) -> Bool { used[Int(id)] }

  /// Whether some event needs it for its money, or for what it is.
  func isFixed(_ id: StringID) -> Bool { fixed.contains(id) }

  private mutating func note(eventsOf block: UnsafeRawBufferPointer) {
    for (at, _) in BlockEvents(block) {
      let event = Event(unpacking: block, at: at)
      for id in event.texts { note(Int(id)) }
      fixed.formUnion(event.fixedTexts)
    }
  }

  private mutating func note(_ id: Int) {
    if used.indices.contains(id) { used[id] = true }
  }
}
