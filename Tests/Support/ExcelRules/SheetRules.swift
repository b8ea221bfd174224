/// What Excel asks of a sheet besides its cells.
struct SheetRules {
  private let package: WorkbookPackage
  private let part: String
  private let sheet: XMLNode
  private let sheetNames: Set<String>
  /// How many differential formats there are for conditional ones.
  private let formatCount: Int

  init(_ package: WorkbookPackage, _ part: String, formats formatCount: Int) throws {
    self.package = package
    self.part = part
    self.formatCount = formatCount
    sheet = try package.tree(part)
    sheetNames = Set(try package.sheets().map(\.name))
  }

  func check() throws {
    try checkOrder()
    try checkPanes()
    try checkColumns()
    try checkMerges()
    try checkLinks()
    try checkConditions()
    try checkValidations()
    try checkPrinting()
    for node in [sheet.first("drawing")].compactMap({ $0 }) + tableNodes {
      _ = try package.target(of: node, in: part)
    }
  }

  private func cause(_ reason: String) -> RepairCause { RepairCause(part: part, reason: reason) }

  private var tableNodes: [XMLNode] { sheet.first("tableParts")?.children ?? [] }

  /// The parts of the sheet's tables.
  func tables() throws -> [String] { try tableNodes.map { try package.target(of: $0, in: part) } }

  var merges: [CellArea] {
    (sheet.first("mergeCells")?.children ?? []).compactMap {
      $0["ref"].flatMap(CellArea.init(reference:))
    }
  }

  // MARK: - The order of the parts of a sheet

  /// As the standard lists them (ECMA-376, part 1, CT_Worksheet).
  private static let order = [
    "sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetCalcPr",
    "sheetProtection", "protectedRanges", "scenarios", "autoFilter", "sortState", "dataConsolidate",
    "customSheetViews", "mergeCells", "phoneticPr", "conditionalFormatting", "dataValidations",
    "hyperlinks", "printOptions", "pageMargins", "pageSetup", "headerFooter", "rowBreaks",
    "colBreaks", "customProperties", "cellWatches", "ignoredErrors", "smartTags", "drawing",
    "legacyDrawing", "legacyDrawingHF", "picture", "oleObjects", "controls", "webPublishItems",
    "tableParts", "extLst",
  ]

  private func checkOrder() throws {
    var last = -1
    for node in sheet.children {
      guard let place = SheetRules.order.firstIndex(of: node.name) else {
        throw cause("\(node.name) has no place in a sheet")
      }
      guard place > last || (place == last && node.name == "conditionalFormatting") else {
        throw cause("\(node.name) stands after \(SheetRules.order[last])")
      }
      last = place
    }
    guard sheet.first("sheetData") != nil else { throw cause("no cells") }
  }

  // MARK: - Panes

  private func checkPanes() throws {
    for view in sheet.first("sheetViews")?.children ?? [] {
      guard let pane = view.first("pane") else { continue }
      let (x, y) = (pane.integer("xSplit") ?? 0, pane.integer("ySplit") ?? 0)
      guard x > 0 || y > 0 else { throw cause("a pane that splits nothing") }
      let isFrozen = pane["state"] == "frozen" || pane["state"] == "frozenSplit"
      let active = x > 0 ? (y > 0 ? "bottomRight" : "topRight") : "bottomLeft"
      guard !isFrozen || pane["activePane"] == active else {
        throw cause("a pane split at \(x), \(y) whose active part is not \(active)")
      }
      guard let corner = pane["topLeftCell"].flatMap(CellArea.init(reference:)),
        !isFrozen || (corner.rows.lowerBound >= y && corner.columns.lowerBound >= x)
      else { throw cause("a pane that begins within the frozen part") }
    }
  }

  // MARK: - Columns, merges, links

  private func checkColumns() throws {
    var last = 0
    for column in sheet.first("cols")?.children ?? [] {
      guard let low = column.integer("min"), let high = column.integer("max"), low > last,
        low <= high, high <= SheetLimit.columns
      else { throw cause("columns that overlap, or are none") }
      guard let width = column["width"].flatMap(Double.init), (0...255).contains(width) else {
        throw cause("a column of \(column["width"] ?? "no") characters; 255 fit")
      }
      last = high
    }
  }

  private func checkMerges() throws {
    let nodes = sheet.first("mergeCells")?.children ?? []
    guard merges.count == nodes.count else { throw cause("cells are merged that are none") }
    for (index, area) in merges.enumerated() {
      guard area.rows.count * area.columns.count > 1 else { throw cause("one cell is merged") }
      guard !merges[..<index].contains(where: area.overlaps) else {
        throw cause("merged cells overlap")
      }
    }
  }

  /// How many links Excel keeps in a sheet, and how long one may be.
  private static let (mostLinks, longestLink) = (65_530, 2_079)

  private func checkLinks() throws {
    let links = sheet.first("hyperlinks")?.children ?? []
    guard links.count <= SheetRules.mostLinks else {
      throw cause("\(links.count) links; \(SheetRules.mostLinks) fit")
    }
    for link in links { try check(link) }
  }

  private func check(_ link: XMLNode) throws {
    guard let place = link["ref"], CellArea(reference: place) != nil else {
      throw cause("a link at no cell")
    }
    let target = link["r:id"] == nil ? nil : try package.target(of: link, in: part)
    guard let meant = target ?? link["location"], meant.utf16.count <= SheetRules.longestLink else {
      throw cause("the link at \(place) leads nowhere, or is longer than \(SheetRules.longestLink)")
    }
    guard link["tooltip"]?.utf16.count ?? 0 <= 255 else {
      throw cause("the tip of the link at \(place) is longer than 255")
    }
    guard target == nil, let inside = SheetReference.list(meant) else {
      guard target != nil else { throw cause("the link at \(place) leads to '\(meant)'") }
      return
    }
    guard inside.allSatisfy({ sheetNames.contains($0.sheet) }) else {
      throw cause("the link at \(place) leads to '\(meant)', which is missing")
    }
  }

  // MARK: - Conditional formats and validations

  private func checkConditions() throws {
    for node in sheet.all("conditionalFormatting") {
      try checkRange(of: node)
      guard !node.all("cfRule").isEmpty else { throw cause("a conditional format without a rule") }
      for rule in node.all("cfRule") { try check(rule: rule) }
    }
  }

  private func check(rule: XMLNode) throws {
    guard rule.integer("priority") ?? 0 > 0 else { throw cause("a rule without a priority") }
    if let format = rule.integer("dxfId"), !(0..<formatCount).contains(format) {
      throw cause("a rule with format \(format) of \(formatCount)")
    }
    guard let scale = rule.first("colorScale") else { return }
    let (ends, colours) = (scale.all("cfvo"), scale.all("color"))
    guard (2...3).contains(ends.count), ends.count == colours.count else {
      throw cause("a colour scale of \(ends.count) values and \(colours.count) colours")
    }
    let kinds = ["num", "min", "max", "percent", "percentile"]
    if let kind = ends.map({ $0["type"] ?? "" }).first(where: { !kinds.contains($0) }) {
      throw cause("a colour scale that ends at a '\(kind)'")
    }
    for end in ends where end["type"] == "num" {
      guard end["val"].flatMap(Double.init)?.isFinite ?? false else {
        throw cause("a colour scale that ends at '\(end["val"] ?? "")'")
      }
    }
  }

  private func checkValidations() throws {
    for node in sheet.first("dataValidations")?.children ?? [] {
      try checkRange(of: node)
      for formula in node.children where formula.text.utf16.count > 255 {
        throw cause("a validation longer than 255")
      }
    }
    for list in ["dataValidations", "mergeCells", "tableParts"] {
      guard let node = sheet.first(list), let count = node.integer("count") else { continue }
      guard count == node.children.count else {
        throw cause("\(node.children.count) \(list), but it says \(count)")
      }
    }
  }

  /// `sqref` is a list of areas.
  private func checkRange(of node: XMLNode) throws {
    let areas = (node["sqref"] ?? "").split(separator: " ")
    guard !areas.isEmpty, areas.allSatisfy({ CellArea(reference: String($0)) != nil }) else {
      throw cause("\(node.name) of no cells: '\(node["sqref"] ?? "")'")
    }
  }

  // MARK: - Printing

  /// How many page breaks Excel keeps in a sheet.
  private static let mostBreaks = 1_026

  private func checkPrinting() throws {
    for text in sheet.first("headerFooter")?.children ?? [] where text.text.utf16.count > 255 {
      throw cause("\(text.name) is longer than 255")
    }
    if let scale = sheet.first("pageSetup")?.integer("scale"), !(10...400).contains(scale) {
      throw cause("printed at \(scale) per cent; 10 to 400 is allowed")
    }
    for (list, last) in [("rowBreaks", SheetLimit.rows), ("colBreaks", SheetLimit.columns)] {
      guard let node = sheet.first(list) else { continue }
      let places = node.children.map { $0.integer("id") ?? 0 }
      guard node.integer("count") == places.count, places.count <= SheetRules.mostBreaks,
        zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }),
        places.allSatisfy({ (1..<last).contains($0) })
      else { throw cause("\(list) that are too many, out of order, or no rows") }
    }
  }
}
