/// What Excel asks of the list of sheets and of names.
struct BookRules {
  private static let part = "xl/workbook.xml"
  private let package: WorkbookPackage
  private let book: XMLNode
  private let sheets: [WorkbookPackage.Sheet]

  init(_ package: WorkbookPackage) throws {
    self.package = package
    book = try package.tree(BookRules.part)
    sheets = try package.sheets()
  }

  func check() throws {
    try checkSheetNames()
    try checkIds()
    try checkView()
    for name in names { try check(name) }
    let scoped = names.map { "\($0["name"] ?? "") in sheet \($0["localSheetId"] ?? "any")" }
    if let twice = scoped.firstRepeated { throw cause("the name \(twice) is defined twice") }
  }

  /// The names that the workbook defines, print areas and titles included.
  var names: [XMLNode] { book.first("definedNames")?.children ?? [] }

  private func cause(_ reason: String) -> RepairCause {
    RepairCause(part: BookRules.part, reason: reason)
  }

  // MARK: - Sheets

  private func checkSheetNames() throws {
    guard !sheets.isEmpty else { throw cause("no sheet") }
    for sheet in sheets {
      let name = sheet.name
      guard (1...31).contains(name.utf16.count), !name.contains(where: { "[]:*?/\\".contains($0) }),
        name.first != "'", name.last != "'", name.lowercased() != "history"
      else { throw cause("no sheet may be called '\(name)'") }
    }
    if let twice = sheets.map(\.name).firstRepeated { throw cause("two sheets '\(twice)'") }
  }

  private func checkIds() throws {
    let nodes = book.first("sheets")?.children ?? []
    for key in ["sheetId", "r:id"] {
      if let twice = nodes.map({ $0[key] ?? "none" }).firstRepeated {
        throw cause("two sheets with the \(key) \(twice)")
      }
    }
  }

  /// The sheet that it opens on is there, and not hidden.
  private func checkView() throws {
    let nodes = book.first("sheets")?.children ?? []
    for view in book.first("bookViews")?.children ?? [] {
      for key in ["activeTab", "firstSheet"] {
        let index = view.integer(key) ?? 0
        guard nodes.indices.contains(index), nodes[index]["state"] == nil else {
          throw cause("\(key) is sheet \(index), which is missing or hidden")
        }
      }
    }
  }

  // MARK: - Names

  private func check(_ node: XMLNode) throws {
    let name = node["name"] ?? ""
    let local = node.integer("localSheetId")
    guard name.hasPrefix("_xlnm.") || DefinedName.isValid(name) else {
      throw cause("no block may be called '\(name)'")
    }
    if name.hasPrefix("_xlnm."), local == nil { throw cause("\(name) is of no sheet") }
    if let local, !sheets.indices.contains(local) {
      throw cause("\(name) is of sheet \(local), which is missing")
    }
    guard let places = SheetReference.list(node.text),
      places.allSatisfy({ place in sheets.contains { $0.name == place.sheet } })
    else { throw cause("\(name) means '\(node.text)', which is no place in the workbook") }
  }
}

/// Names of blocks and tables: letters, digits, `_` and `.`; nothing that could be a cell.
enum DefinedName {
  static func isValid(_ name: String) -> Bool {
    guard let first = name.first, (1...255).contains(name.utf16.count),
      first.isLetter || first == "_" || first == "\\",
      name.dropFirst().allSatisfy({ $0.isLetter || $0.isNumber || "_.\\".contains($0) })
    else { return false }
    return CellArea(reference: name) == nil && !isRowAndColumn(name)
  }

  /// `R1C1`, `r`, `C12`.
  private static func isRowAndColumn(_ name: String) -> Bool {
    name.uppercased().wholeMatch(of: #/R?\d*C?\d*/#) != nil
  }
}
