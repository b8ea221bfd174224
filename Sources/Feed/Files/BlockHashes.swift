import Values

/// A hash of many bytes, made of those of their blocks of a megabyte: threads can hash blocks in
/// any order, and what was hashed of a file serves when it has grown.
struct BlockHashes: Sendable {
  static let blockBytes: Int64 = 1 << 20

  /// Of the whole blocks, by number.
  private(set) var blocks: [UInt64] = []

  /// The hash of a whole block, or of the last one.
  static func hash(_ bytes: UnsafeRawBufferPointer, block: Int64) -> UInt64 {
    stableHash(bytes, seed: foldedProduct(UInt64(bitPattern: block) &+ 1, 0xD6E8_FEB8_6659_FD93))
  }

  mutating func set(_ hash: UInt64, ofBlock number: Int) {
    while blocks.count <= number { blocks.append(0) }
    blocks[number] = hash
  }

  /// Of the first whole blocks and what follows them.
  func sum(blocks count: Int, rest: UInt64) -> UInt64 {
    blocks.prefix(count).reduce(rest, &+)
  }
}

/// The same of bytes that come one after the other.
struct StreamHash {
  private var sum: UInt64 = 0
  private var number: Int64 = 0
  private var block: [UInt8] = []

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var at = 0
    while at < bytes.count {
      let count = min(bytes.count - at, Int(BlockHashes.blockBytes) - block.count)
      block.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[at..<(at + count)]))
      at += count
      if block.count == Int(BlockHashes.blockBytes) { finishBlock() }
    }
  }

  private mutating func finishBlock() {
    sum &+= block.withUnsafeBytes { BlockHashes.hash($0, block: number) }
    number += 1
    block.removeAll(keepingCapacity: true)
  }

  /// Of all that was added.
  var value: UInt64 { sum &+ block.withUnsafeBytes { BlockHashes.hash($0, block: number) } }
}

/// The blocks of an open file, hashed as far as somebody asked.
final class FileHashes {
  private let file: OpenFile
  private(set) var hashes = BlockHashes()

  init(_ file: OpenFile) { self.file = file }

  /// The hash of the first `count` bytes.
  func hash(upTo count: Int64) throws(Refusal) -> UInt64 {
    let whole = Int(count / BlockHashes.blockBytes)
    while hashes.blocks.count < whole {
      let number = hashes.blocks.count
      hashes.set(try file.hash(ofBlock: number), ofBlock: number)
    }
    return try file.hash(upTo: count, hashes)
  }
}

extension OpenFile {
  func hash(ofBlock number: Int) throws(Refusal) -> UInt64 {
    let start = Int64(number) * BlockHashes.blockBytes
    return try hash(start..<(start + BlockHashes.blockBytes), block: Int64(number))
  }

  /// The hash of the first `count` bytes, whose whole blocks are known.
  func hash(upTo count: Int64, _ known: BlockHashes) throws(Refusal) -> UInt64 {
    let number = count / BlockHashes.blockBytes
    let rest = try hash((number * BlockHashes.blockBytes)..<count, block: number)
    return known.sum(blocks: Int(number), rest: rest)
  }

  private func hash(_ range: Range<Int64>, block: Int64) throws(Refusal) -> UInt64 {
    try bytes(range).withUnsafeBytes { BlockHashes.hash($0, block: block) }
  }
}
