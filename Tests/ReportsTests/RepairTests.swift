import Support
import Testing

@testable import Reports

/// The known causes of Excel's offer to repair a workbook: each is put into a whole file, and has
/// to be found.
@Suite struct RepairTests {
  /// A part, what stands in it, what is put in its place, and what the check says.
  struct Case: CustomTestStringConvertible {
    var part: String
    var from: String
    var to: String
    var reason: String

    init(_ part: String, _ from: String, _ to: String, _ reason: String) {
      (self.part, self.from, self.to, self.reason) = ("xl/" + part, from, to, reason)
    }

    var testDescription: String { "\(part): \(to.prefix(60))" }
  }

  private static let small = Result { try SmallWorkbook() }

  @Test func theFileItselfIsAsItShouldBe() throws {
    try ExcelRules.check(RepairTests.small.get().list)
  }

  @Test(arguments: book + panes + cells + tables + links + formats + pictures + package)
  func everyKnownCauseIsFound(_ broken: Case) throws {
    var file = try RepairTests.small.get()
    let text = try #require(file.parts[broken.part].map { String(decoding: $0, as: UTF8.self) })
    let changed = text.replacing(broken.from, with: broken.to, maxReplacements: 1)
    try #require(changed != text, "\(broken.from) is not in \(broken.part): \(text.prefix(3000))")
    file.parts[broken.part] = Array(changed.utf8)
    let cause = try #require(throws: RepairCause.self) { try ExcelRules.check(file.list) }
    #expect(cause.reason.contains(broken.reason), "\(cause.reason)")
  }

  static let sheet1 = "worksheets/sheet1.xml"
  static let sheet2 = "worksheets/sheet2.xml"

  static let book = [
    Case("workbook.xml", "name=\"Second\"", "name=\"FIRST\"", "two sheets"),
    Case("workbook.xml", "name=\"Second\"", "name=\"Sec/ond\"", "no sheet may be called"),
    Case("workbook.xml", "name=\"Second\"", "name=\"History\"", "no sheet may be called"),
    Case("workbook.xml", "name=\"Second\"", "name=\"'Second\"", "no sheet may be called"),
    Case(
      "workbook.xml", "name=\"Second\"", "name=\"\(String(repeating: "x", count: 32))\"",
      "no sheet may be called"),
    Case("workbook.xml", "sheetId=\"2\"", "sheetId=\"1\"", "two sheets with the sheetId"),
    Case("workbook.xml", "r:id=\"rId2\"", "r:id=\"rId99\"", "sheet refers to nothing"),
    Case("workbook.xml", "windowHeight", "activeTab=\"7\" windowHeight", "activeTab is sheet 7"),
    Case(
      "workbook.xml", "name=\"First\"", "name=\"First\" state=\"hidden\"", "activeTab is sheet 0"),
    Case("workbook.xml", "rr_figures", "rr figures", "no block may be called"),
    Case("workbook.xml", "rr_figures", "AB12", "no block may be called"),
    Case("workbook.xml", "rr_figures", "R1C1", "no block may be called"),
    Case("workbook.xml", "rr_figures", "T_FIGURES", "is there twice"),
    Case("workbook.xml", "rr_other", "RR_figures", "defined twice"),
    Case("workbook.xml", "'First'!$A$4", "'Third'!$A$4", "no place in the workbook"),
    Case("workbook.xml", "'First'!$A$4", "#REF!$A$4", "no place in the workbook"),
    Case("workbook.xml", "'First'!$A$4", "'First'!$A$1048577", "no place in the workbook"),
    Case("workbook.xml", "localSheetId=\"0\"", "localSheetId=\"9\"", "of sheet 9"),
    Case("workbook.xml", "localSheetId=\"0\"", "", "is of no sheet"),
  ]

  static let panes = [
    Case(
      sheet1, "<pane ySplit=\"4\"", "<pane", "a pane that splits nothing"),
    Case(sheet1, "activePane=\"bottomLeft\"", "activePane=\"bottomRight\"", "active part is not"),
    Case(sheet1, "topLeftCell=\"A5\"", "topLeftCell=\"A1\"", "within the frozen part"),
    Case(sheet1, "<sheetFormatPr", "<pageMargins/><sheetFormatPr", "stands after"),
    Case(sheet1, "<sheetFormatPr", "<unheard/><sheetFormatPr", "has no place in a sheet"),
    Case(sheet1, "width=\"", "width=\"99", "characters; 255 fit"),
    Case(sheet1, "min=\"2\"", "min=\"1\"", "columns that overlap"),
  ]

  static let cells = [
    Case(sheet1, "<row r=\"5\"", "<row r=\"4\"", "is a row out of order"),
    Case(sheet1, "<c r=\"B5\"", "<c r=\"A5\"", "is a cell out of order"),
    Case(sheet1, "<c r=\"B5\"", "<c r=\"B7\"", "is a cell out of order"),
    Case(sheet1, "<v>1.25</v>", "<v>NaN</v>", "holds no number"),
    Case(sheet1, "<v>1.25</v>", "<v>INF</v>", "holds no number"),
    Case(sheet1, "<v>1.25</v>", "<v></v>", "holds no number"),
    Case(sheet1, "<v>1.25</v>", "<f>XLOOKUP(1,A1,B1)</f><v>1.25</v>", "computes XLOOKUP"),
    Case(sheet1, "<v>1.25</v>", "<f>rr_gone+1</f><v>1.25</v>", "rr_gone, which is no name"),
    Case(sheet1, "t=\"s\"><v>0", "t=\"s\"><v>999", "holds a text that is missing"),
    Case(sheet1, "t=\"s\"", "t=\"e\"", "of a kind that nobody writes"),
    Case(sheet1, "<c r=\"B5\" s=\"", "<c r=\"B5\" s=\"99", "has a format that is missing"),
    Case(sheet1, "t=\"b\"><v>1", "t=\"b\"><v>2", "neither true nor false"),
    Case(sheet1, " ht=\"30\"", " ht=\"900\"", "points high"),
    Case("sharedStrings.xml", "uniqueCount=\"", "uniqueCount=\"1", "strings, but it says"),
    Case(
      "sharedStrings.xml", "<t>Title", "<t>\(String(repeating: "é", count: 32_768))Title",
      "a string of 3277"),
    Case("sharedStrings.xml", "<t>Title", "<t>\u{1}Title", "not well formed"),
    Case("sharedStrings.xml", "<t>Title", "<t>\u{FFFE}Title", "not well formed"),
    Case("sharedStrings.xml", "<t>Title", "<t>&#x1;Title", "not well formed"),
    Case("sharedStrings.xml", "<t>Title", "<t>a & b", "not well formed"),
    Case("sharedStrings.xml", "</t></si>", "</si></t>", "not well formed"),
  ]

  static let tables = [
    Case("tables/table1.xml", "name=\"Amount\"", "name=\"NAME\"", "two columns 'NAME'"),
    Case("tables/table1.xml", "name=\"Amount\"", "name=\"\"", "a column called ''"),
    Case("tables/table1.xml", "name=\"Amount\"", "name=\"Money\"", "says something else"),
    Case("tables/table1.xml", "count=\"3\"", "count=\"4\"", "3 columns in 3"),
    Case("tables/table1.xml", " ref=\"A4:C6\"", " ref=\"A4:D6\"", "3 columns in 4"),
    Case("tables/table1.xml", " ref=\"A4:C6\"", " ref=\"A4:C4\"", "a filter that is not over"),
    Case("tables/table1.xml", "<tableColumn id=\"2\"", "<tableColumn id=\"1\"", "with the id 1"),
    Case(
      "tables/table1.xml", "displayName=\"t_figures\"", "displayName=\"t_other\"", "there twice"),
    Case(
      "tables/table1.xml", "displayName=\"t_figures\"", "displayName=\"t/figures\"",
      "no table may be called"),
    Case("tables/table2.xml", " id=\"2\"", " id=\"1\"", "two tables with the id"),
    Case("tables/table2.xml", "A9:C10", "A6:C7", "a filter that is not over"),
    Case(
      "tables/table2.xml", "ref=\"A9:C10\" totalsRowShown=\"0\"><autoFilter ref=\"A9:C10\"/>",
      "ref=\"A6:C7\"><autoFilter ref=\"A6:C7\"/>", "overlaps another table"),
    Case(
      "tables/table2.xml", "ref=\"A9:C10\" totalsRowShown=\"0\"><autoFilter ref=\"A9:C10\"/>",
      "ref=\"A9:C9\"><autoFilter ref=\"A9:C9\"/>", "a table without a row"),
    Case(
      sheet1, "<conditionalFormatting",
      "<mergeCells count=\"1\"><mergeCell ref=\"B5:B6\"/></mergeCells><conditionalFormatting",
      "merged cells"),
    Case(
      sheet2, "<hyperlinks",
      "<mergeCells count=\"2\"><mergeCell ref=\"A9:B9\"/><mergeCell ref=\"B9:C9\"/></mergeCells>"
        + "<hyperlinks", "merged cells overlap"),
    Case(
      sheet2, "<hyperlinks",
      "<mergeCells count=\"1\"><mergeCell ref=\"A9\"/></mergeCells><hyperlinks",
      "one cell is merged"),
    Case(
      sheet2, "<hyperlinks",
      "<mergeCells count=\"2\"><mergeCell ref=\"A9:B9\"/></mergeCells><hyperlinks",
      "1 mergeCells, but it says 2"),
  ]

  static let links = [
    Case(sheet2, "location=\"'First'!A1\"", "location=\"'Gone'!A1\"", "which is missing"),
    Case(sheet2, "location=\"'First'!A1\"", "location=\"nowhere\"", "leads to 'nowhere'"),
    Case(sheet2, "location=\"'First'!A1\"", "", "leads nowhere"),
    Case(
      sheet2, "location=\"'First'!A1\"",
      "location=\"'First'!A1\(String(repeating: "x", count: 2080))\"", "is longer than"),
    Case(
      sheet2, "location=\"'First'!A1\"",
      "location=\"'First'!A1\" tooltip=\"\(String(repeating: "x", count: 256))\"", "the tip"),
    Case(sheet2, "<hyperlink ref=\"A3\"", "<hyperlink ref=\"\"", "a link at no cell"),
    Case(
      sheet2, "<hyperlinks>",
      "<hyperlinks>"
        + String(
          repeating: "<hyperlink ref=\"A3\" location=\"'First'!A1\"/>", count: 65_530),
      "65531 links"),
  ]

  static let formats = [
    Case(sheet1, "sqref=\"B5:B6\"", "sqref=\"\"", "of no cells"),
    Case(sheet1, "priority=\"1\"", "priority=\"0\"", "a rule without a priority"),
    Case(sheet1, "priority=\"1\"", "priority=\"1\" dxfId=\"77\"", "format 77"),
    Case(sheet1, "<cfvo type=\"min\" val=\"0\"/>", "", "a colour scale of 1 values"),
    Case(sheet1, "type=\"min\"", "type=\"least\"", "a colour scale that ends at"),
    Case(
      sheet2, "<hyperlinks",
      "<dataValidations count=\"1\"><dataValidation/></dataValidations><hyperlinks",
      "dataValidation of no cells"),
    Case(
      sheet2, "<hyperlinks",
      "<dataValidations count=\"1\"><dataValidation sqref=\"A1\"><formula1>"
        + "\(String(repeating: "x", count: 256))</formula1></dataValidation></dataValidations>"
        + "<hyperlinks", "a validation longer than 255"),
    Case(sheet1, "scale=\"50\"", "scale=\"5\"", "printed at 5 per cent"),
    Case(sheet1, "<brk id=\"8\"", "<brk id=\"0\"", "rowBreaks that are"),
    Case(sheet1, "<rowBreaks count=\"1\"", "<rowBreaks count=\"3\"", "rowBreaks that are"),
    Case(
      sheet1, "<oddFooter>", "<oddFooter>\(String(repeating: "x", count: 256))",
      "oddFooter is longer"),
    Case("styles.xml", "<cellXfs count=\"", "<cellXfs count=\"1", "cellXfs; it says"),
    Case("styles.xml", "numFmtId=\"164\" fontId", "numFmtId=\"199\" fontId", "number format 199"),
    Case("styles.xml", "fontId=\"1\"", "fontId=\"88\"", "fontId 88"),
    Case("styles.xml", "formatCode=\"", "formatCode=\"&quot;", "the number format"),
    Case("styles.xml", "formatCode=\"", "formatCode=\"0;0;0;0;", "the number format"),
  ]

  static let pictures = [
    Case("drawings/drawing1.xml", "<xdr:to><xdr:col>", "<xdr:to><xdr:col>-", "before it begins"),
    Case("drawings/drawing1.xml", "r:id=\"rId1\"", "r:id=\"rId7\"", "chart refers to nothing"),
    Case("charts/chart1.xml", "'First'!$B$5", "'Gone'!$B$5", "which is missing"),
    Case("charts/chart1.xml", "'First'!$B$5", "#REF!$B$5", "which is missing"),
    Case("charts/chart1.xml", "<c:crossAx val=\"", "<c:crossAx val=\"9", "the axes of a plot"),
    Case("charts/chart1.xml", "<c:axId val=\"", "<c:axId val=\"9", "the axes of a plot"),
    Case(sheet1, "<drawing r:id=\"rId1\"", "<drawing r:id=\"rId9\"", "drawing refers to nothing"),
    Case(sheet1, "<sheetView ", "<sheetView a=\"1\" a=\"1\" ", "an attribute is broken"),
  ]

  static let package = [
    Case("_rels/workbook.xml.rels", "worksheets/sheet2.xml", "worksheets/sheet9.xml", "missing"),
    Case("_rels/workbook.xml.rels", "Id=\"rId2\"", "Id=\"rId1\"", "two relations with the id"),
    Case("_rels/workbook.xml.rels", "Id=\"rId2\"", "", "a relation without an id"),
  ]

  @Test func everyPartHasOneTypeAndEveryTypeAPart() throws {
    let file = try RepairTests.small.get()
    func reason(_ change: (inout String) -> Void, adding part: String? = nil) -> String {
      var file = file
      var types = String(decoding: file.parts["[Content_Types].xml"] ?? [], as: UTF8.self)
      change(&types)
      file.parts["[Content_Types].xml"] = Array(types.utf8)
      if let part { file.parts[part] = Array("<a/>".utf8) }
      do {
        try ExcelRules.check(file.list)
      } catch let cause as RepairCause { return cause.reason } catch {}
      return ""
    }
    let table = "<Override PartName=\"/xl/tables/table1.xml\""
    #expect(reason({ $0 = $0.replacing(table, with: table + "x") }).contains("broken"))
    #expect(
      reason({ $0 = $0.replacing("table1.xml", with: "table2.xml") }).contains("has two types"))
    #expect(
      reason({ $0 = $0.replacing("table1.xml", with: "table7.xml") }).contains("but is missing"))
    #expect(reason({ _ in }, adding: "xl/tables/more.xml").contains("has no type"))
  }

  /// The sheets of the report: no pane where nothing is frozen.
  @Test func noSheetHasAPaneThatSplitsNothing() throws {
    for part in try WrittenWorkbook(Fixture.oneMonth).parts {
      let text = String(decoding: part.content, as: UTF8.self)
      for pane in text.matches(of: #/<pane [^>]*>/#) {
        #expect(pane.0.contains("Split="), "\(part.name): \(pane.0)")
      }
    }
  }
}
