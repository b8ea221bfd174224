/// What Excel asks of pictures: where they stand, and what they draw.
struct DrawingRules {
  private let package: WorkbookPackage
  private let sheetNames: Set<String>

  init(_ package: WorkbookPackage) throws {
    self.package = package
    sheetNames = Set(try package.sheets().map(\.name))
  }

  func check() throws {
    for part in package.names(in: "xl/drawings/drawing") { try checkDrawing(part) }
    for part in package.names(in: "xl/charts/chart") { try checkChart(part) }
  }

  private func checkDrawing(_ part: String) throws {
    let drawing = try package.tree(part)
    if let twice = drawing.below("cNvPr").map({ $0["id"] ?? "none" }).firstRepeated {
      throw RepairCause(part: part, reason: "two pictures with the id \(twice)")
    }
    for anchor in drawing.children {
      guard let from = anchor.first("from"), let to = anchor.first("to"),
        place(from, "row") <= place(to, "row"), place(from, "col") <= place(to, "col"),
        place(to, "row") < SheetLimit.rows, place(to, "col") < SheetLimit.columns
      else { throw RepairCause(part: part, reason: "a picture that ends before it begins") }
      for chart in anchor.below("chart") { _ = try package.target(of: chart, in: part) }
    }
  }

  /// Missing ones are nowhere.
  private func place(_ marker: XMLNode, _ name: String) -> Int {
    marker.first(name).flatMap { Int($0.text) } ?? SheetLimit.rows
  }

  private func checkChart(_ part: String) throws {
    let chart = try package.tree(part)
    for formula in chart.below("f") {
      guard let places = SheetReference.list(formula.text),
        places.allSatisfy({ sheetNames.contains($0.sheet) })
      else { throw RepairCause(part: part, reason: "draws '\(formula.text)', which is missing") }
    }
    guard chart.below("ser").count <= 255 else {
      throw RepairCause(part: part, reason: "more than 255 series")
    }
    for value in chart.below("numCache").flatMap({ $0.below("v") }) {
      guard Double(value.text)?.isFinite ?? false else {
        throw RepairCause(part: part, reason: "draws '\(value.text)', which is no number")
      }
    }
    try checkAxes(of: chart, part)
  }

  /// The axes that a plot names are those that the chart has.
  private func checkAxes(of chart: XMLNode, _ part: String) throws {
    guard let area = chart.below("plotArea").first else {
      throw RepairCause(part: part, reason: "a chart without a plot")
    }
    let axes = area.children.filter { $0.name.hasSuffix("Ax") }
    let plots = area.children.filter { $0.name.hasSuffix("Chart") }
    let known = axes.compactMap { $0.first("axId")?["val"] }
    let named = plots.flatMap { $0.all("axId") }.compactMap { $0["val"] }
    let crossed = axes.compactMap { $0.first("crossAx")?["val"] }
    guard known.firstRepeated == nil, Set(named) == Set(known), Set(crossed) == Set(known) else {
      throw RepairCause(part: part, reason: "the axes of a plot are not those of the chart")
    }
  }
}
