import Metrics
import Testing
import Values

@Suite struct ContractTests {
  @Test func everyColumnIsDocumentedOnceInOneSentence() {
    for file in ReportSchema.all {
      #expect(file.meaning.hasSuffix("."), "\(file.name)")
      #expect(Set(file.columns.map(\.name)).count == file.columns.count, "\(file.name)")
      for column in file.columns {
        let name = "\(file.name).\(column.name)"
        #expect(column.meaning.count > 6 && column.meaning.hasSuffix("."), "\(name)")
        #expect(!column.meaning.contains("\"") && !column.meaning.contains("\\"))
        #expect(column.name.utf8.allSatisfy { $0 &- 97 < 26 || $0 == 95 || $0 &- 48 < 10 })
      }
    }
  }

  @Test func fileNamesAreDistinct() {
    #expect(Set(ReportSchema.all.map(\.name)).count == ReportSchema.all.count)
  }

  @Test func theFixtureKeepsTheContract() {
    for table in Fixture.figures.tables {
      #expect(table.columns == ReportSchema.table(table.name)?.columns, "\(table.name)")
      for row in table.rows {
        #expect(row.count == table.columns.count, "\(table.name)")
        #expect(zip(table.columns, row).allSatisfy { $0.kind.holds($1) }, "\(table.name)")
      }
    }
  }
}
