package import Foundation
import Reports

extension ExcelRules {
  /// Checks a workbook.
  package static func check(file path: String) throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    try check(ZipReader(bytes).parts())
  }

  /// Checks the workbooks below a folder of reports that were written at `start` or later, but for
  /// those that a run is still writing. Returns how many there are.
  @discardableResult
  package static func check(folder: String, since start: Date = .distantPast) throws -> Int {
    let files = FileManager.default
    let names = (files.subpaths(atPath: folder) ?? []).filter { name in
      guard name.hasSuffix(".xlsx"), !name.contains(".partial") else { return false }
      let written = try? files.attributesOfItem(atPath: "\(folder)/\(name)")[.modificationDate]
      return (written as? Date).map { $0 >= start } ?? false
    }
    for name in names { try check(file: "\(folder)/\(name)") }
    return names.count
  }
}
