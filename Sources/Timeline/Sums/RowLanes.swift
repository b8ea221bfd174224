import Values

/// Where rows (``FactRows``) stand, by positions and the small numbers of segments
/// (``SegmentSets``): most additions go to rows that were met before, and are found by two look-ups
/// in near memory where a hash would be asked for each segment.
///
/// All segments of the same positions are a group. A group has its rows in chunks of neighbouring
/// numbers, which exist where a row does: 64 bytes each.
struct RowLanes: Sendable {
  /// Segments with numbers below this have lanes; those beyond are found by hash alone.
  static let segments = 256
  private static let chunk = 16
  private static let fewSlots = 32
  private static let chunks = segments / chunk

  /// The positions of each group.
  private var positions: [Int64] = []
  /// A group's number + 1, or 0 for none; as many slots as a power of two, or none without groups.
  private var slots: [Int32] = []
  /// Of each group, for each chunk: its number + 1, or 0 for none.
  private var directory: [Int32] = []
  /// Of each chunk, for each lane: a row + 1, or 0 for none.
  private var lanes: [Int32] = []

  var byteCount: Int {
    positions.count * MemoryLayout<Int64>.size
      + (slots.count + directory.count + lanes.count) * MemoryLayout<Int32>.size
  }

  /// The group of some positions, made where there is none.
  mutating func group(of positions: Int64) -> Int {
    if slots.isEmpty { slots = [Int32](repeating: 0, count: Self.fewSlots) }
    var slot = Self.slot(of: positions) & (slots.count - 1)
    while slots[slot] != 0 {
      let group = Int(slots[slot]) - 1
      if self.positions[group] == positions { return group }
      slot = (slot + 1) & (slots.count - 1)
    }
    self.positions.append(positions)
    directory.append(contentsOf: repeatElement(0, count: Self.chunks))
    slots[slot] = Int32(self.positions.count)
    if self.positions.count * 2 > slots.count { grow() }
    return self.positions.count - 1
  }

  /// The row of a group's segment; nil where none was noted.
  @inline(__always)
  func row(_ group: Int, _ segment: Int) -> Int? {
    guard segment < Self.segments else { return nil }
    let chunk = Int(directory[group * Self.chunks + segment / Self.chunk])
    guard chunk > 0 else { return nil }
    let row = Int(lanes[(chunk - 1) * Self.chunk + segment % Self.chunk])
    return row > 0 ? row - 1 : nil
  }

  mutating func note(_ row: Int, _ group: Int, _ segment: Int) {
    let place = group * Self.chunks + segment / Self.chunk
    if directory[place] == 0 {
      lanes.append(contentsOf: repeatElement(0, count: Self.chunk))
      directory[place] = Int32(lanes.count / Self.chunk)
    }
    lanes[(Int(directory[place]) - 1) * Self.chunk + segment % Self.chunk] = Int32(row + 1)
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 2)
    for group in positions.indices {
      var slot = Self.slot(of: positions[group]) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(group + 1)
    }
  }

  private static func slot(of positions: Int64) -> Int {
    Int(
      truncatingIfNeeded: foldedProduct(
        UInt64(bitPattern: positions) ^ 0x9E37_79B9_7F4A_7C15, 0xA076_1D64_78BD_642F))
  }
}
