import Metrics
import Testing
import Values

@testable import Reports

/// What a night finds in a workbook that is not what was written.
@Suite struct WorkbookCheckTests {
  private static let small = Result { try SmallWorkbook() }

  private func reason(_ file: SmallWorkbook) throws -> String {
    let check = WorkbookCheck(path: "a.xlsx", expected: file.expected)
    do {
      try check.check(parts: file.list)
      return ""
    } catch let failure as Failure {
      return failure.message.replacing("a.xlsx was not written whole: ", with: "").replacing(
        " is ", with: ": ", maxReplacements: 1)
    }
  }

  @Test func theFileItselfIsRight() throws {
    let file = try Self.small.get()
    try WorkbookCheck(path: "a.xlsx", expected: file.expected).check(file.bytes)
  }

  @Test(arguments: [
    ("xl/workbook.xml", "name=\"Second\"", "name=\"Other\"", "other sheets than were written"),
    ("xl/worksheets/sheet1.xml", "<row r=\"5\"", "<raw r=\"5\"", "5 rows instead of 6"),
    ("xl/worksheets/sheet2.xml", "<c r=\"A3\"", "<d r=\"A3\"", "1 cells instead of 2"),
    ("xl/worksheets/sheet1.xml", "<v>1.25</v>", "<v>1.26</v>", "numbers add up to 6.76"),
    ("xl/worksheets/sheet1.xml", "<v>1.25</v>", "<v>-</v>", "numbers add up to nan"),
  ])
  func anotherNameOrCountOrSumIsFound(part: String, from: String, to: String, says: String) throws {
    var file = try Self.small.get()
    let text = String(decoding: file.parts[part] ?? [], as: UTF8.self)
    file.parts[part] = Array(text.replacing(from, with: to, maxReplacements: 1).utf8)
    let found = try reason(file)
    #expect(found.hasPrefix("\(part): \(says)"), "\(found)")
  }

  @Test func aPartThatIsEmptyAndASheetThatIsMissingAreFound() throws {
    var file = try Self.small.get()
    file.parts["xl/styles.xml"] = []
    #expect(try reason(file) == "xl/styles.xml: empty")
    file = try Self.small.get()
    file.parts["xl/worksheets/sheet2.xml"] = nil
    #expect(try reason(file) == "xl/worksheets/sheet2.xml: missing")
  }

  @Test func anArchiveThatIsCutOrHasAnotherByteIsFound() throws {
    let file = try Self.small.get()
    let check = WorkbookCheck(path: "a.xlsx", expected: file.expected)
    #expect(throws: Failure.self) { try check.check(Array(file.bytes.dropLast(9))) }
    var bytes = file.bytes
    bytes[80] ^= 1
    #expect(throws: Failure.self) { try check.check(bytes) }
  }

  /// A table whose figures are not those of the CSV file, although the sheet's sum is right.
  @Test func aColumnWithAnotherTotalThanTheCSVFileIsFound() throws {
    var file = try Self.small.get()
    let part = "xl/worksheets/sheet1.xml"
    let text = String(decoding: file.parts[part] ?? [], as: UTF8.self)
      .replacing("<v>1.25</v>", with: "<v>1</v>", maxReplacements: 2)
      .replacing("<v>1.25</v>", with: "<v>1.75</v>")
    file.parts[part] = Array(text.utf8)
    #expect(
      try reason(file)
        == "\(part): column B of the table at row 4 adds up to 200 instead of the CSV file's 250")
  }
}
