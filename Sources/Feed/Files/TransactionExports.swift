import Values

// Which files are RevenueCat's export of transactions (`TransactionTable.swift`).

extension OpenFile {
  /// Whether a plain file is a table, which can only be read from front to back. Throws where it
  /// lacks a column.
  func isTable(size: Int64, isNamed: Bool = false) throws(Refusal) -> Bool {
    guard size > 0, try bytes(0..<1) != [UInt8(ascii: "{")] else { return false }
    return try TransactionTable(bytes(0..<min(1 << 16, size)), isNamed: isNamed) != nil
  }
}

/// Those of some files that are tables, packed or not, whole or with a column missing.
package func transactionExports(among paths: [String]) -> [String] {
  paths.filter { InputFile(path: $0, index: 0).beginsTable }
}

extension InputFile {
  fileprivate var beginsTable: Bool {
    do throws(Refusal) {
      let lines = TableLines(try OpenFile(self).stream(of: self).unpacked, isNamed: false)
      var byte: UInt8 = 0
      _ = try lines.read(1, to: &byte)
      return lines.linesPerRow > 1
    } catch {
      if case .missingColumn = error { return true }
      return false
    }
  }
}
