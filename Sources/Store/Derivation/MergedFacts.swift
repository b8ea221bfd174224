import Timeline
import Values

/// Parts of a section, read beside each other from their file.
struct MergedFacts: OrderedFacts, Sendable {
  let section: FactSection
  let file: UnnamedFile
  let runs: [FactParts.Run]

  func forEach(_ body: (FactSums.Key, ArraySlice<Int64>) throws -> Void) throws {
    let width = section.table.measures.count
    var heads = try MergeHeap(runs.map { try FactCursor(file, $0, width: width) })
    var sums = [Int64](repeating: 0, count: width)
    while let key = heads.key {
      for measure in sums.indices { sums[measure] = 0 }
      repeat { try heads.takeFirst(&sums) } while heads.key == key
      if sums.contains(where: { $0 != 0 }) { try body(key, sums[...]) }
    }
  }
}

/// Where several parts are read, the one of the least key first: a heap.
private struct MergeHeap {
  private var cursors: [FactCursor]

  init(_ cursors: [FactCursor]) {
    self.cursors = cursors.filter { !$0.isAtEnd }.sorted { $0.key < $1.key }
  }

  /// The least key; nil at the end.
  var key: FactSums.Key? { cursors.isEmpty ? nil : cursors[0].key }

  /// Adds the measures of the least key of one part to `sums`, and goes on in that part.
  mutating func takeFirst(_ sums: inout [Int64]) throws {
    try cursors[0].add(to: &sums)
    try cursors[0].advance()
    if cursors[0].isAtEnd {
      cursors.swapAt(0, cursors.count - 1)
      cursors.removeLast()
    }
    var parent = 0
    while let child = leastChild(of: parent), cursors[child].key < cursors[parent].key {
      cursors.swapAt(parent, child)
      parent = child
    }
  }

  private func leastChild(of parent: Int) -> Int? {
    let left = parent * 2 + 1
    guard left < cursors.count else { return nil }
    let right = left + 1
    return right < cursors.count && cursors[right].key < cursors[left].key ? right : left
  }
}

/// Goes through the rows of one part.
private struct FactCursor {
  private let file: UnnamedFile
  private var unread: FactParts.Run
  /// Cells of a row: two of the key, then the measures.
  private let stride: Int
  private var cells: [Int64] = []
  private var at = 0

  init(_ file: UnnamedFile, _ run: FactParts.Run, width: Int) throws {
    self.file = file
    unread = run
    stride = width + 2
    try fill()
  }

  var isAtEnd: Bool { at == cells.count }
  var key: FactSums.Key { FactSums.Key(positions: cells[at], segment: cells[at + 1]) }

  /// Adds the measures of the row. Throws ``Failure/tooLarge(_:)`` where one leaves the integers.
  func add(to sums: inout [Int64]) throws {
    for measure in sums.indices {
      let (sum, isTooLarge) = sums[measure].addingReportingOverflow(cells[at + 2 + measure])
      guard !isTooLarge else { throw Failure.tooLarge("what was charged") }
      sums[measure] = sum
    }
  }

  mutating func advance() throws {
    at += stride
    if isAtEnd { try fill() }
  }

  private mutating func fill() throws {
    let rows = min(unread.rows, FactParts.chunk / stride)
    cells = try [Int64](unsafeUninitializedCapacity: rows * stride) { buffer, filled in
      try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: unread.offset)
      filled = buffer.count
    }
    at = 0
    unread.rows -= rows
    unread.offset += Int64(cells.count * MemoryLayout<Int64>.size)
  }
}
