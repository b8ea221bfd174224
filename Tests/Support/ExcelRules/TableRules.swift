/// What Excel asks of tables: names, columns and places.
struct TableRules {
  /// A table as its part tells of it.
  struct Found {
    let part: String
    let sheet: String
    let name: String
    let area: CellArea
    let columns: [String]
  }

  private let package: WorkbookPackage
  let tables: [Found]

  init(_ package: WorkbookPackage) throws {
    self.package = package
    tables = try package.sheets().flatMap { sheet in
      try SheetRules(package, sheet.part, formats: 0).tables().map {
        try TableRules.read(package.tree($0), $0, on: sheet.part)
      }
    }
  }

  private static func read(
    _ node: XMLNode, _ part: String, on sheet: String
  ) throws -> Found {
    guard let name = node["displayName"], let area = node["ref"].flatMap(CellArea.init(reference:))
    else {
      throw RepairCause(part: part, reason: "a table without a name, or without a place")
    }
    return Found(
      part: part, sheet: sheet, name: name, area: area,
      columns: (node.first("tableColumns")?.children ?? []).map { $0["name"] ?? "" })
  }

  /// `names` = those that the workbook defines: a table may have none of them.
  func check(names: [String]) throws {
    if let twice = (tables.map(\.name) + names).firstRepeated {
      throw RepairCause(part: "xl/workbook.xml", reason: "the name \(twice) is there twice")
    }
    for (index, table) in tables.enumerated() {
      try check(table)
      try checkPlace(of: table, beside: tables[..<index])
    }
    let ids = try tables.map { try package.tree($0.part)["id"] ?? "none" }
    if let twice = ids.firstRepeated { throw cause(tables[0], "two tables with the id \(twice)") }
  }

  private func cause(_ table: Found, _ reason: String) -> RepairCause {
    RepairCause(part: table.part, reason: reason)
  }

  private func check(_ table: Found) throws {
    guard DefinedName.isValid(table.name) else {
      throw cause(table, "no table may be called '\(table.name)'")
    }
    let node = try package.tree(table.part)
    let list = node.first("tableColumns")
    guard list?.integer("count") == table.columns.count,
      table.columns.count == table.area.columns.count
    else {
      throw cause(table, "\(table.columns.count) columns in \(table.area.columns.count)")
    }
    guard node.first("autoFilter").map({ $0["ref"] == node["ref"] }) ?? true else {
      throw cause(table, "a filter that is not over its table")
    }
    guard table.area.rows.count > 1 else { throw cause(table, "a table without a row") }
    try checkColumns(of: table, ids: (list?.children ?? []).map { $0["id"] ?? "none" })
  }

  private func checkColumns(of table: Found, ids: [String]) throws {
    if let twice = table.columns.firstRepeated { throw cause(table, "two columns '\(twice)'") }
    if let twice = ids.firstRepeated { throw cause(table, "two columns with the id \(twice)") }
    let wrong = table.columns.first { $0.isEmpty || $0.utf16.count > 255 }
    if let wrong { throw cause(table, "a column called '\(wrong)'") }
  }

  private func checkPlace(of table: Found, beside others: ArraySlice<Found>) throws {
    let rules = try SheetRules(package, table.sheet, formats: 0)
    let taken = others.filter { $0.sheet == table.sheet }.map(\.area) + rules.merges
    guard !taken.contains(where: table.area.overlaps) else {
      throw cause(table, "overlaps another table, or merged cells")
    }
  }

  /// The rows of a sheet in which headers of tables stand.
  func headerRows(of sheet: String) -> Set<Int> {
    Set(tables.filter { $0.sheet == sheet }.map(\.area.rows.lowerBound))
  }

  /// The cells above a table's columns hold the names of these; `cells` = the numbers of the texts
  /// in the header rows.
  func checkHeaders(
    of sheet: String, _ cells: [CellRules.Place: Int], _ strings: SharedStrings
  ) throws {
    for table in tables where table.sheet == sheet {
      for (column, name) in zip(table.area.columns, table.columns) {
        let place = CellRules.Place(row: table.area.rows.lowerBound, column: column)
        guard let text = cells[place].flatMap({ strings[$0] }), text == name else {
          throw cause(table, "the header above the column '\(name)' says something else")
        }
      }
    }
  }
}
