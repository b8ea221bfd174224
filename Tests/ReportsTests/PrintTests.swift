import Metrics
import Testing
import Values

@testable import Reports

/// The way through the workbook, and how it comes out of a printer.
@Suite struct PrintTests {
  private static let parts = Result { () throws -> [String: String] in
    Dictionary(
      uniqueKeysWithValues: try WrittenWorkbook(Fixture.figures).parts.map {
        ($0.name, String(decoding: $0.content, as: UTF8.self))
      })
  }

  private let sheets = Workbook.sheets(Fixture.figures)
  private var names: [String] { sheets.map(\.name.rawValue) }

  private func sheet(_ name: String) throws -> String {
    let index = try #require(names.firstIndex(of: name))
    return try #require(PrintTests.parts.get()["xl/worksheets/sheet\(index + 1).xml"])
  }

  private func links(_ name: String) throws -> [String] {
    try sheet(name).matches(of: #/<hyperlink [^>]*location="'([^']+)'!A1"/#).map { String($0.1) }
  }

  @Test func itOpensOnTheSummaryThatLeadsToEveryVisibleSheetAndBack() throws {
    let book = try #require(try PrintTests.parts.get()["xl/workbook.xml"])
    #expect(names.first == "Summary" && !book.contains("activeTab"))
    let visible = sheets.filter { !$0.isHidden }.map(\.name.rawValue)
    #expect(try links("Summary") == Array(visible.dropFirst()))
    for name in visible.dropFirst() { #expect(try links(name) == ["Summary"], "\(name)") }
  }

  @Test func everySheetIsVisibleWhereAllHaveFigures() {
    var figures = Fixture.figures
    figures.tables.append(
      Todo.schema.table([
        [.text("c1"), .text("grace"), .text("p"), .day(figures.asOf), .missing, .missing]
      ]))
    let places = Workbook.visible(CohortSheets(figures)).map(\.name)
    #expect(
      Workbook.sheets(figures).filter { !$0.isHidden }.map(\.name)
        == [SummarySheet.name] + places)
  }

  /// Where the pages of a sheet end is told by its breaks alone: what lies between two of them
  /// fits.
  @Test func noPictureIsCutByAPage() throws {
    var pictures = 0
    for name in names {
      let xml = try sheet(name)
      guard let relation = xml.firstMatch(of: #/<drawing r:id="([^"]+)"/#) else { continue }
      let breaks = xml.matches(of: #/<brk id="(\d+)"/#).compactMap { Int($0.1) }
      let scale = xml.firstMatch(of: #/ scale="(\d+)"/#).flatMap { Double($0.1) } ?? 100
      for (from, to) in try anchors(name, String(relation.1)) {
        #expect(!breaks.contains { from < $0 && $0 < to }, "\(name): rows \(from) to \(to)")
        let start = breaks.last { $0 <= from } ?? 0
        // What is frozen is printed on every page.
        let frozen = xml.firstMatch(of: #/ ySplit="(\d+)"/#).flatMap { Int($0.1) } ?? 0
        let points = heights(xml, start..<to) + (start > 0 ? heights(xml, 0..<frozen) : 0)
        #expect(points * scale / 100 < 516, "\(name): rows \(start) to \(to) at \(scale)%")
        pictures += 1
      }
    }
    #expect(pictures >= 9)
  }

  /// How high rows are, in points.
  private func heights(_ xml: String, _ rows: Range<Int>) -> Double {
    let high = xml.matches(of: #/<row r="(\d+)"[^>]* ht="(\d+)"/#)
      .filter { rows.contains((Int($0.1) ?? 0) - 1) }
    return high.reduce(Double(15 * rows.count)) { $0 + (Double($1.2) ?? 0) - 15 }
  }

  /// The first and the last row of every picture of a sheet.
  private func anchors(_ name: String, _ relation: String) throws -> [(Int, Int)] {
    let parts = try PrintTests.parts.get()
    let index = try #require(names.firstIndex(of: name)) + 1
    let relations = try #require(parts["xl/worksheets/_rels/sheet\(index).xml.rels"])
    let number = try #require(relations.firstMatch(of: #/drawings\/drawing(\d+).xml/#)).1
    let drawing = try #require(parts["xl/drawings/drawing\(number).xml"])
    let rows = drawing.matches(of: #/<xdr:row>(\d+)</#).compactMap { Int($0.1) }
    return stride(from: 0, to: rows.count, by: 2).map { (rows[$0], rows[$0 + 1]) }
  }

  @Test func aPictureThatWouldBeCutBeginsAPage() {
    var sheet = PrintLayout.Sheet(columns: [400])
    sheet.pictures = [(10, 300, 600)]
    #expect(PrintLayout(sheet) == PrintLayout(sheet) && PrintLayout(sheet).breaks.isEmpty)
    sheet.pictures = [(10, 300, 600), (26, 300, 600)]
    #expect(PrintLayout(sheet).scale == 100 && PrintLayout(sheet).breaks == [26])
    sheet.pictures = [(100, 300, 600)]
    #expect(PrintLayout(sheet).breaks == [33, 66, 99])
    sheet.repeated = (3, 0)
    #expect(PrintLayout(sheet).breaks == [33, 63, 93])
  }

  @Test func aSheetIsAsWideAsAPageAndAVeryWideOneAsTwo() {
    #expect(PrintLayout(.init(columns: [300, 400])).scale == 100)
    #expect(PrintLayout(.init(columns: Array(repeating: 100, count: 20))).scale == 39)
    let wide = PrintLayout.Sheet(
      columns: Array(repeating: 100, count: 40), repeated: (0, 4))
    // 22 columns on the first page, the first four and the other 18 on the second.
    #expect(wide.isWide && PrintLayout(wide).scale == 35)
    var pictured = wide
    pictured.pictures = [(10, 300, 2_600)]
    #expect(PrintLayout(pictured).scale == 30, "a picture is on the first page as a whole")
    var words = PrintLayout.Sheet(columns: [100])
    words.reach = 1500
    #expect(PrintLayout(words).scale == 52)
  }
}
