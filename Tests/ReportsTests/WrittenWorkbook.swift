import Metrics
import Support
import Values

@testable import Reports

/// The workbook of some figures, as Excel wants it.
struct WrittenWorkbook {
  private let folder: ScratchFolder
  let parts: [(name: String, content: [UInt8])]

  init(_ figures: Figures) throws {
    folder = try ScratchFolder()
    try Workbook().write(figures, to: folder.path + "/runrate.xlsx", temporary: folder.path)
    parts = try ZipReader(readFile(folder.path + "/runrate.xlsx")).parts()
    try ExcelRules.check(parts)
  }

  var path: String { folder.path + "/runrate.xlsx" }

  /// Of a part; empty where it is missing.
  func text(_ name: String) -> String { texts { $0 == name }.first ?? "" }

  /// Of the parts of some names.
  func texts(_ isWanted: (String) -> Bool) -> [String] {
    parts.filter { isWanted($0.name) }.map { String(decoding: $0.content, as: UTF8.self) }
  }
}
