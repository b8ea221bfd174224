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
    let attributes = Dimension.ofCustomers.map { "UNION SELECT \($0.name) FROM customer" }.joined(
      separator: " ")
    let derived = try database.prepare(
      """
      SELECT product FROM charge UNION SELECT tier FROM charge UNION SELECT country FROM charge
      UNION SELECT currency FROM charge UNION SELECT product FROM coverage
      UNION SELECT tier FROM coverage UNION SELECT app FROM customer
      \(attributes)
      UNION SELECT app FROM charge UNION SELECT app FROM coverage UNION SELECT app FROM log_app
      UNION SELECT id & 0xFFFFFFFF FROM segment WHERE id >> 32 NOT IN (\(numbers))
      """)
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
