import SQLite
import Testing
import Timeline

@testable import Store

/// The declared columns of derived tables beside those of the schema.
struct CustomerTableTests {
  @Test("Rows of customers have the columns of their tables", arguments: CustomerTable.allCases)
  func columns(table: CustomerTable) throws {
    let house = try StoreFixture()
    let found = try house.open().database.rows(
      "SELECT name FROM pragma_table_info('\(table.name)') ORDER BY cid"
    ) { $0.text(0) }
    #expect(table.columns.map(\.name) == found)
    #expect(found.contains(table.customerColumn))
  }
}
