/// What Excel asks of the formats of cells.
struct StyleRules {
  private static let part = "xl/styles.xml"
  private let styles: XMLNode

  init(_ package: WorkbookPackage) throws { styles = try package.tree(StyleRules.part) }

  /// How many formats a cell can have.
  var cellFormatCount: Int { styles.first("cellXfs")?.children.count ?? 0 }
  /// How many a conditional format can have.
  var conditionalCount: Int { styles.first("dxfs")?.children.count ?? 0 }

  /// The most of each that Excel keeps.
  private static let limits = [
    "numFmts": 200, "fonts": 512, "fills": 65_000, "borders": 65_000, "cellXfs": 65_490,
    "cellStyleXfs": 65_490, "cellStyles": 65_490,
  ]

  func check() throws {
    for (list, limit) in StyleRules.limits.sorted(by: { $0.key < $1.key }) {
      guard let node = styles.first(list) else { continue }
      guard node.integer("count") == node.children.count, node.children.count <= limit else {
        throw cause("\(node.children.count) \(list); it says \(node["count"] ?? "nothing")")
      }
    }
    try checkNumberFormats()
    for format in styles.first("cellXfs")?.children ?? [] { try check(format) }
  }

  private func cause(_ reason: String) -> RepairCause {
    RepairCause(part: StyleRules.part, reason: reason)
  }

  private var numberFormats: [XMLNode] { styles.first("numFmts")?.children ?? [] }

  private func checkNumberFormats() throws {
    if let twice = numberFormats.map({ $0["numFmtId"] ?? "none" }).firstRepeated {
      throw cause("two number formats \(twice)")
    }
    for format in numberFormats {
      let code = format["formatCode"] ?? ""
      guard (1...255).contains(code.utf16.count), code.count(where: { $0 == "\"" }) % 2 == 0,
        code.split(separator: ";", omittingEmptySubsequences: false).count <= 4
      else { throw cause("the number format '\(code)'") }
    }
  }

  /// Every part of a cell's format is there.
  private func check(_ format: XMLNode) throws {
    for (key, list) in [("fontId", "fonts"), ("fillId", "fills"), ("borderId", "borders")] {
      let count = styles.first(list)?.children.count ?? 0
      guard (0..<count).contains(format.integer(key) ?? -1) else {
        throw cause("a format with \(key) \(format[key] ?? "none") of \(count)")
      }
    }
    let number = format.integer("numFmtId") ?? 0
    guard number < 164 || numberFormats.contains(where: { $0.integer("numFmtId") == number }) else {
      throw cause("a format with the number format \(number), which is missing")
    }
  }
}
