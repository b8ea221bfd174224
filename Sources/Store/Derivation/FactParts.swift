import Timeline

/// Sums that the memory has no room for: parts of them in a file, each in order. They are merged at
/// the end, so that each row of a table is written once, and in its place.
final class FactParts {
  /// Where the rows of one part of a section lie.
  struct Run: Sendable {
    var offset: Int64
    var rows = 0
  }

  private let file: UnnamedFile
  private var end: Int64 = 0
  private var runs: [FactSection: [Run]] = [:]

  init(in folder: String) throws { file = try UnnamedFile(in: folder) }

  /// Cells that are written or read at a time.
  static let chunk = 1 << 13

  /// Adds a part of a section.
  func add(_ facts: ArrangedFacts) throws {
    var run = Run(offset: end)
    var cells: [Int64] = []
    try facts.forEach { key, values in
      cells.append(key.positions)
      cells.append(key.segment)
      cells += values
      run.rows += 1
      if cells.count >= Self.chunk { try write(&cells) }
    }
    guard run.rows > 0 else { return }
    try write(&cells)
    runs[facts.section, default: []].append(run)
  }

  private func write(_ cells: inout [Int64]) throws {
    try cells.withUnsafeBytes { try file.write($0, at: end) }
    end += Int64(cells.count * MemoryLayout<Int64>.size)
    cells.removeAll(keepingCapacity: true)
  }

  /// All parts of a section as one.
  func merged(_ section: FactSection) -> MergedFacts {
    MergedFacts(section: section, file: file, runs: runs[section] ?? [])
  }
}
