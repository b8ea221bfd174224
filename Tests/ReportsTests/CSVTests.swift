import Metrics
import Support
import Testing
import Values

@testable import Reports

@Suite struct CSVTests {
  private func lines(_ table: Table, _ dialect: CSVWriter.Dialect = .plain) -> String {
    String(decoding: CSVWriter(dialect: dialect).bytes(of: table), as: UTF8.self)
  }

  private func field(_ text: String) -> String {
    let table = Table(
      name: "t", columns: [.init("a", .text, "A text.")], rows: [[.text(text)]])
    return String(lines(table).dropFirst(2).dropLast())
  }

  @Test func everyKindOfCellIsWrittenAsTheContractSays() {
    let columns = Daily.schema.columns.prefix(8).map { $0 }
    let table = Table(
      name: "t", columns: columns,
      rows: [
        [
          .day(Day(20_590)), .month(Day(20_590).month), .money(Amount(micros: -1_005_000)),
          .money(Amount(micros: 4999)), .rate(Rate(millionths: -250_000)), .count(.min),
          .flag(true), .missing,
        ]
      ])
    #expect(
      lines(table).split(separator: "\n").last
        == "2026-05-17,2026-05,-1.00,0.00,-0.250000,-9223372036854775808,1,")
  }

  @Test(arguments: [
    (15_000, "0.02"), (25_000, "0.02"), (35_000, "0.04"), (-15_000, "-0.02"), (-5000, "0.00"),
    (1_000_000_000_000_000, "1000000000.00"), (15_001, "0.02"), (25_001, "0.03"),
  ])
  func moneyIsRoundedHalfToEven(micros: Int, expected: String) {
    var bytes: [UInt8] = []
    bytes.append(money: Amount(micros: Int64(micros)))
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test func textThatCouldBeAFormulaIsNeutralised() {
    #expect(field("=1+1") == "'=1+1")
    #expect(field("＝1+1") == "'＝1+1")
    #expect(field("\t=1") == "'=1")
    #expect(field("\u{200B}@x") == "'@x")
    #expect(field("a=1") == "a=1")
  }

  @Test func formulasBehindTheSeparatorOfAnyLocaleAreNeutralised() {
    #expect(field("x;=1+1;y") == "\"x;'=1+1;y\"")
    #expect(field("x|@a| +1") == "\"x|'@a|' +1\"")
    #expect(field("x,-1") == "\"x,'-1\"")
    #expect(field("a;\"=1\"") == "\"a;'\"\"=1\"\"\"")
    #expect(field("x；＝1؛=2") == "\"x；'＝1؛'=2\"")
    #expect(field("a;b") == "\"a;b\"")
  }

  /// What a spreadsheet makes of a line that splits at one separator and takes quotes for such only
  /// at the beginning of a field.
  private func cells(_ line: String, at separator: Character) -> [String] {
    var cells = [""]
    var (isQuoted, isNew) = (false, true)
    for character in line {
      if character == "\"", isNew || isQuoted {
        isQuoted.toggle()
      } else if character == separator, !isQuoted {
        cells.append("")
        isNew = true
        continue
      } else {
        cells[cells.count - 1].append(character)
      }
      isNew = false
    }
    return cells
  }

  @Test func noTextIsAFormulaToAnySpreadsheet() {
    var random = SplitMix(seed: 2026)
    let letters = Array("=+-@＝ \"',;|\t\r\n؛،；，｜ax1\u{200B}\u{202E}é")
    var computed = 0
    for _ in 0..<3000 {
      let texts = (0..<3).map { _ in
        String((0..<Int.random(in: 0...9, using: &random)).map { _ in random.one(of: letters) })
      }
      let table = Table(
        name: "t", columns: "abc".map { .init("\($0)", .text, "A text.") },
        rows: [texts.map { .text($0) }])
      #expect(difference(CSVWriter().bytes(of: table), table) == nil)
      let line = String(lines(table).dropFirst(6).dropLast())
      for separator in ",;|\t؛،；，｜" {
        let formulas = cells(line, at: separator).filter {
          UntrustedText.looksLikeFormula($0.drop { $0 == " " || $0 == "\"" })
        }
        #expect(formulas == [], "\(texts) at \(separator): \(line)")
      }
      computed += texts.count { UntrustedText.looksLikeFormula($0) }
    }
    #expect(computed > 1000)
  }

  @Test func commasAndQuotesAreQuotedAndControlsDropped() {
    #expect(field("a,\"b\"") == "\"a,\"\"b\"\"\"")
    #expect(field("a\nb\u{202E}c\u{0}") == "abc")
    #expect(field("Zürich 東京") == "Zürich 東京")
  }

  @Test func excelGetsAByteOrderMarkAndCRLF() {
    let bytes = CSVWriter(dialect: .excel).bytes(of: Fixture.figures.table("cancellations"))
    #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(bytes.suffix(2) == [13, 10])
    #expect(difference(bytes, Fixture.figures.table("cancellations")) == nil)
  }

  @Test func everyFixtureTableReadsBackAsItWasWritten() {
    for table in Fixture.figures.tables {
      let bytes = CSVWriter().bytes(of: table)
      #expect(difference(bytes, table) == nil, "\(table.name)")
    }
  }

  @Test func aChangedFigureIsFound() {
    let bytes = CSVWriter().bytes(of: Fixture.figures.table("mrr_movements"))
    let changed = Array(String(decoding: bytes, as: UTF8.self).replacing(",us", with: ",XX").utf8)
    #expect(changed == bytes)
    var table = Fixture.figures.table("mrr_movements")
    table.rows[3][4] = .money(Amount(micros: 10_000))
    let place = difference(bytes, table)
    #expect(place?.line == 5 && place?.column == "new")
    #expect(place.map { Failure.differs("churn", $0).exit } == .reconciliation)
    table = Fixture.figures.table("mrr_movements")
    table.rows.removeLast()
    #expect(difference(bytes, table)?.column == "")
  }

  private func difference(_ bytes: [UInt8], _ table: Table) -> (line: Int, column: String)? {
    var scan = CSVScan(bytes)
    return scan.difference(from: table)
  }
}
