import CXLSXWriter
import Metrics
import Values

@testable import Reports

/// Two sheets with one of everything that a workbook has.
struct SmallWorkbook {
  let bytes: [UInt8]
  var parts: [String: [UInt8]]
  let expected: [WorkbookCheck.Expected]

  var list: [(name: String, content: [UInt8])] { parts.map { ($0.key, $0.value) } }

  init() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/a.xlsx"
    let handle = try WorkbookHandle(path: path, temporary: folder.path, created: Day(20_000))
    let writer = WorkbookWriter(handle.book, currency: "USD")
    try SmallWorkbook.fill(writer.sheet("First"), "figures")
    try SmallWorkbook.fillSecond(writer.sheet("Second"))
    expected = writer.sheets.map(\.expected)
    try handle.close()
    bytes = try readFile(path)
    parts = Dictionary(
      uniqueKeysWithValues: try ZipReader(bytes).parts().map { ($0.name, $0.content) })
  }

  private static func table(_ rows: Int) -> Table {
    Table(
      name: "t",
      columns: [
        .init("name", .text, "A."), .init("amount", .money, "B."), .init("complete", .flag, "C."),
      ],
      rows: (0..<rows).map {
        [.text("row \($0)"), .money(Amount(micros: 1_250_000)), .flag(true)]
      })
  }

  private static func fill(_ writer: SheetWriter, _ block: BlockName) throws {
    try writer.put("Title", 0, 0)
    if let area = try writer.table(table(2), at: 3, block) {
      try writer.heat(area.column(1))
      try writer.insert(
        WorkbookChart(
          shape: .line, title: "Picture", description: "A picture.", unit: "amount",
          categories: area.column(0),
          series: [.init(name: "Amount", values: area.column(1), colour: .level)],
          dates: nil, isLastOpen: true), at: 12, 0)
    }
    try writer.table(table(1), at: 8, "other")
    try writer.finish(frozenRows: 4)
    worksheet_set_print_scale(writer.sheet, 50)
    var breaks: [UInt32] = [8, 0]
    worksheet_set_h_pagebreaks(writer.sheet, &breaks)
  }

  private static func fillSecond(_ writer: SheetWriter) throws {
    try writer.put("Second title", 0, 0)
    worksheet_write_url(writer.sheet, 2, 0, "internal:'First'!A1", nil)
    writer.note(2, 0, 8)
    try writer.finish()
  }
}
