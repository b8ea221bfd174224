import SQLite
import Support
import Testing
import Values

@testable import Store
@testable import Timeline

/// The rows that hold packed events.
struct EventBlockTests {
  /// Frames of events of so many bytes each.
  private func block(_ sizes: [Int]) -> [UInt8] {
    var block: [UInt8] = []
    for (index, size) in sizes.enumerated() {
      if size >= 0x80 { block.append(UInt8(size & 0x7F) | 0x80) }
      block.append(UInt8(size >= 0x80 ? size >> 7 : size))
      block += repeatElement(UInt8(truncatingIfNeeded: index), count: size)
    }
    return block
  }

  private func pieces(_ block: [UInt8], _ limit: Int) -> [Range<Int>] {
    block.withUnsafeBytes { EventBlock.pieces(of: $0, upTo: limit) }
  }

  @Test("Events are cut between events only, and as rarely as the limit allows")
  func cut() {
    #expect(pieces(block([9, 9, 9]), 30) == [0..<30])
    #expect(pieces(block([9, 9, 9]), 29) == [0..<20, 20..<30])
    #expect(pieces(block([9, 9, 9]), 10) == [0..<10, 10..<20, 20..<30])
    // An event that is longer by itself has a piece of its own.
    #expect(pieces(block([9, 200, 9]), 20) == [0..<10, 10..<212, 212..<222])
    #expect(pieces(block([200, 9]), 20) == [0..<202, 202..<212])
    #expect(pieces([], 20) == [0..<0])
  }

  @Test("Random events are cut into pieces that are whole events and together all of them")
  func random() {
    var random = SplitMix(seed: 640)
    for _ in 0..<200 {
      let sizes = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        Int.random(in: 1...300, using: &random)
      }
      let block = block(sizes)
      let pieces = pieces(block, 640)
      #expect(pieces.flatMap { Array(block[$0]) } == block)
      let found = pieces.flatMap { piece in
        Array(block[piece]).withUnsafeBytes { BlockEvents($0).map(\.count) }
      }
      #expect(found == sizes)
      #expect(pieces.allSatisfy { $0.count <= 640 })
      #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.count + $1.count > 640 })
    }
  }

  @Test("No row goes beyond its page, and a user has as many rows as he needs")
  func rows() throws {
    let house = try StoreFixture()
    let database = try house.open().database
    let blocks = try EventBlocks(database)
    let block = block([Int](repeating: 95, count: 50_000))
    try blocks.append(block[...], of: .max, run: 1, isFirst: true)
    try blocks.append(self.block([5])[...], of: .max - 1, run: 1, isFirst: true)
    try blocks.append(self.block([7])[...], of: .max, run: 2, isFirst: false)
    let stored = try EventBlocks(database).blocks(of: .max)
    #expect(stored.count > 4_096)
    #expect(stored.dropLast().flatMap { Array($0.events) } == block)
    #expect(stored.dropLast().allSatisfy { $0.run == 1 } && stored.last?.run == 2)
    #expect(try blocks.blocks(of: .max - 1).map { Array($0.events) } == [self.block([5])])
    let longest = try database.first("SELECT max(length(events)) FROM event_block") {
      $0.integer(0)
    }
    // SQLite keeps so much of a row in its page, of 4096 bytes of which 8 are the seal's; up to 40
    // are the row's other columns.
    let room: Int64 = (4_096 - 8 - 12) * 64 / 255 - 23
    #expect((longest ?? .max) + 40 <= room)
  }

  @Test("Blocks are rewritten, or removed, where that is asked for")
  func rewritten() throws {
    let house = try StoreFixture()
    let database = try house.open().database
    let blocks = try EventBlocks(database)
    for user: UserID in [7, 8] {
      try blocks.append(block([5])[...], of: user, run: 1, isFirst: true)
      try blocks.append(block([6])[...], of: user, run: 2, isFirst: false)
    }
    #expect(try blocks.rewrite(of: 7) { $0.count == 6 ? [] : nil } == 1)
    #expect(try blocks.blocks(of: 7).map(\.run) == [2])
    #expect(try blocks.rewrite { $0.count == 7 ? block([1]) : nil } == 2)
    #expect(try blocks.blocks(of: 7).map { Array($0.events) } == [block([1])])
    #expect(try blocks.blocks(of: 8).map { Array($0.events) } == [block([5]), block([1])])
    // What comes later stands behind what is left.
    try blocks.append(block([2])[...], of: 7, run: 3, isFirst: false)
    #expect(try blocks.blocks(of: 7).map(\.run) == [2, 3])
  }

  @Test("What runs bring is found by user, whether its rows are of one user or of many")
  func pages() throws {
    var random = SplitMix(seed: 4_000)
    for _ in 0..<20 {
      let house = try StoreFixture()
      let database = try house.open().database
      var blocks = try EventBlocks(database)
      var expected: [UserID: [Run]] = [:]
      for run in 1...Int64.random(in: 1...5, using: &random) {
        let isLarge = Bool.random(using: &random)
        if isLarge { blocks.beginPages(run: run) }
        for user in UserID(1)...30 where Bool.random(using: &random) {
          let block = randomBlock(&random)
          try blocks.append(
            block[...], of: user, run: run, isFirst: (expected[user] ?? []).isEmpty)
          expected[user, default: []].append(Run(run: run, events: block))
        }
        try blocks.finishPages()
        blocks = try EventBlocks(database)
      }
      for user in UserID(0)...31 {
        #expect(joined(try blocks.blocks(of: user)) == expected[user] ?? [])
      }
      #expect(try all(database) == expected)
      try change(blocks, &expected, &random)
      #expect(try all(database) == expected)
    }
  }

  /// The events of a run.
  private struct Run: Equatable {
    let run: Int64
    var events: [UInt8]
  }

  private func joined(_ blocks: [EventBlock]) -> [Run] {
    blocks.reduce(into: []) { runs, block in
      if runs.last?.run == block.run {
        runs[runs.count - 1].events += block.events
      } else {
        runs.append(Run(run: block.run, events: Array(block.events)))
      }
    }
  }

  private func all(_ database: Database) throws -> [UserID: [Run]] {
    let users = try UserBlocks(database, opening: false)
    var found: [UserID: [Run]] = [:]
    var last: UserID = 0
    while let (user, blocks) = try users.next() {
      #expect(user > last)
      last = user
      found[user] = joined(blocks)
    }
    return found
  }

  /// A few short events, or many, or a very long one.
  private func randomBlock(_ random: inout SplitMix) -> [UInt8] {
    switch Int.random(in: 0...9, using: &random) {
    case 0: block([Int](repeating: 90, count: Int.random(in: 40...200, using: &random)))
    case 1: block([5, 9_000, 5])
    default:
      block(
        (0...Int.random(in: 0...9, using: &random)).map { _ in
          Int.random(in: 1...120, using: &random)
        })
    }
  }

  /// Rewrites the blocks of one user, removes those of another, and rewrites those of all.
  private func change(
    _ blocks: EventBlocks, _ expected: inout [UserID: [Run]], _ random: inout SplitMix
  ) throws {
    let (one, other) = (UserID.random(in: 1...30, using: &random), UserID(7))
    try blocks.rewrite(of: one) { _ in self.block([3]) }
    let pieces = try blocks.blocks(of: one)
    #expect(pieces.allSatisfy { $0.events == block([3])[...] })
    expected[one] = pieces.isEmpty ? nil : joined(pieces)
    try blocks.remove(other)
    expected[other] = nil
    #expect(try blocks.rewrite { _ in nil } == 0)
    #expect(try blocks.rewrite { Array($0) } == expected.count)
  }

  @Test("A row of many users fills a page of the database, and none goes beyond it")
  func fullPages() throws {
    let house = try StoreFixture()
    let database = try house.open().database
    let blocks = try EventBlocks(database)
    blocks.beginPages(run: 1)
    for user in UserID(1)...2_000 {
      try blocks.append(block([40, 90, 70])[...], of: user, run: 1, isFirst: true)
    }
    try blocks.finishPages()
    let (rows, bytes, longest) = try #require(
      try database.first(
        "SELECT count(*), sum(length(events)), max(length(events)) FROM event_page"
      ) {
        ($0.integer(0), $0.integer(1), $0.integer(2))
      })
    #expect(rows > 100 && bytes > rows * 3_850)
    // SQLite keeps so much of a row in its page; up to 30 bytes are the row's other columns.
    #expect(longest + 30 <= 4_096 - 8 - 35)
    #expect(try database.first("SELECT count(*) FROM event_block") { $0.integer(0) } == 0)
    // Who comes out of turn has rows of his own.
    blocks.beginPages(run: 2)
    try blocks.append(block([1])[...], of: 5, run: 2, isFirst: false)
    try blocks.append(block([2])[...], of: 4, run: 2, isFirst: false)
    try blocks.finishPages()
    #expect(
      try blocks.blocks(of: 4).map { Array($0.events) } == [block([40, 90, 70]), block([2])])
    #expect(try blocks.blocks(of: 5).map(\.run) == [1, 2])
    #expect(try database.first("SELECT count(*) FROM event_block") { $0.integer(0) } == 1)
  }
}
