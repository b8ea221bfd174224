import Foundation

/// The file that tells a fold which of its mutants it is, and the tests which of its operators
/// mattered: `Tests/Mutants/fold.py` makes both, and `Tests/Mutants/Switch.swift.txt` reads it.
struct MutantSwitch {
  private static let numberBytes = 8
  let path: String

  /// - Parameter mutant: the number of an operator, or -1 for the fold as it is.
  func turn(to mutant: Int) throws {
    try write(withUnsafeBytes(of: Int64(mutant)) { Data($0) }, at: 0)
  }

  /// A world, and the operators that did another thing than their mutants would have, or may have,
  /// while it was made.
  func met<World>(in make: () throws -> World) throws -> (world: World, operators: Set<Int>) {
    let count = try contents().count
    try write(Data(count: count), at: UInt64(Self.numberBytes))
    let world = try make()
    let bytes = try contents()
    return (world, Set(bytes.indices.filter { bytes[$0] != 0 }.map { $0 - bytes.startIndex }))
  }

  private func contents() throws -> Data {
    try Data(contentsOf: URL(filePath: path)).dropFirst(Self.numberBytes)
  }

  private func write(_ bytes: Data, at offset: UInt64) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.seek(toOffset: offset)
    try file.write(contentsOf: bytes)
    try file.close()
  }
}
