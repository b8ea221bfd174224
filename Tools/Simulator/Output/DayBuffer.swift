/// The lines to be delivered on one day, collected in any order and handed over by time.
struct DayBuffer {
  private var bytes: [UInt8] = []
  /// Where each line begins; it ends where the next one begins.
  private var starts: [Int] = [0]
  /// Millisecond of the day (27 bits) and line number, to be sorted.
  private var order: [UInt64] = []

  var lines: Int { order.count }

  mutating func add(_ line: UnsafeRawBufferPointer, at millisecond: Int64) {
    order.append(UInt64(millisecond) << 36 | UInt64(order.count))
    bytes.append(contentsOf: line)
    starts.append(bytes.count)
  }

  /// Calls `write` with all lines in order of delivery, some hundred at a time, and is empty then.
  mutating func drain(_ write: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    order.sort()
    var block: [UInt8] = []
    block.reserveCapacity(DayBuffer.blockSize + 4096)
    for entry in order {
      let line = Int(entry & 0xF_FFFF_FFFF)
      block.append(contentsOf: bytes[starts[line]..<starts[line + 1]])
      if block.count >= DayBuffer.blockSize { try flush(&block, write) }
    }
    if !block.isEmpty { try flush(&block, write) }
    clear()
  }

  private static let blockSize = 1 << 18

  private func flush(
    _ block: inout [UInt8], _ write: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    try block.withUnsafeBytes { try write($0) }
    block.removeAll(keepingCapacity: true)
  }

  private mutating func clear() {
    bytes = []
    order = []
    starts = [0]
  }
}
