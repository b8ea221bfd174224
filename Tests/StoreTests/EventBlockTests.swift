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
    let house = try House()
    let database = try house.open().database
    let blocks = try EventBlocks(database)
    let block = block([Int](repeating: 95, count: 50_000))
    try blocks.append(block, of: .max, run: 1, isFirst: true)
    try blocks.append(self.block([5]), of: .max - 1, run: 1, isFirst: true)
    try blocks.append(self.block([7]), of: .max, run: 2, isFirst: false)
    let stored = try EventBlocks(database).blocks(of: .max)
    #expect(stored.count > 4_096)
    #expect(stored.dropLast().flatMap(\.events) == block)
    #expect(stored.dropLast().allSatisfy { $0.run == 1 } && stored.last?.run == 2)
    #expect(try blocks.blocks(of: .max - 1).map(\.events) == [self.block([5])])
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
    let house = try House()
    let database = try house.open().database
    let blocks = try EventBlocks(database)
    for user: UserID in [7, 8] {
      try blocks.append(block([5]), of: user, run: 1, isFirst: true)
      try blocks.append(block([6]), of: user, run: 2, isFirst: false)
    }
    #expect(try blocks.rewrite(of: 7) { $0.count == 6 ? [] : nil } == 1)
    #expect(try blocks.blocks(of: 7).map(\.run) == [2])
    #expect(try blocks.rewrite { $0.count == 7 ? block([1]) : nil } == 2)
    #expect(try blocks.blocks(of: 7).map(\.events) == [block([1])])
    #expect(try blocks.blocks(of: 8).map(\.events) == [block([5]), block([1])])
    // What comes later stands behind what is left.
    try blocks.append(block([2]), of: 7, run: 3, isFirst: false)
    #expect(try blocks.blocks(of: 7).map(\.run) == [2, 3])
  }
}
