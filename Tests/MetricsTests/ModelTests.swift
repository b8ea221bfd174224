import SQLite
import Support
import Testing

@testable import Metrics

/// The SQL models on given rows.
struct ModelTests {
  @Test("A model makes the expected rows of the given ones", arguments: try ModelCase.all())
  func rows(of model: ModelCase) throws {
    let database = try Database(path: ":memory:")
    for statement in model.given { try database.execute(statement) }
    let sql = try #require(Model.all.first { $0.name == model.model }?.sql)
    let statement = try database.prepare(String(decoding: sql, as: UTF8.self))
    let names = statement.columnNames
    let indices = try model.expected.columns.map { column in
      Int32(try #require(names.firstIndex(of: column), "no column \(column)"))
    }
    var found: [[String]] = []
    while try statement.step() {
      found.append(indices.map { statement.isNull($0) ? "-" : statement.text($0) })
    }
    #expect(found == model.expected.rows)
  }

  @Test(
    "The rows of a table have an order",
    arguments: Model.all.filter { $0.table != nil }.map(\.name))
  func order(of name: String) throws {
    let model = try #require(Model.all.first { $0.name == name })
    #expect(String(decoding: model.sql, as: UTF8.self).contains("\nORDER BY"))
  }
}
