import Foundation
import Settings
import Testing

@testable import Metrics

/// What the compiler cannot see of the declarations of tables: lists that have to name all of them.
struct SchemaTests {
  private static let home = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized.path
  private static let folder = home + "/Sources/Metrics"

  /// The text of every declaration, by the name of its type.
  private static func declarations() throws -> [String: String] {
    let tables = folder + "/Tables"
    let names = try FileManager.default.contentsOfDirectory(atPath: tables)
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, try String(contentsOfFile: "\(tables)/\(name)/\(name).swift", encoding: .utf8))
      })
  }

  /// What is written to the right of `static let … =` in a declaration.
  private static func columnNames(in text: String) -> [String] {
    let declaration =
      /package static let [^=]+ = (?!TableSchema)\w+\((?:\w+: )?\s*(?:day: |month: |period: )?"(\w+)"/
    return text.matches(of: declaration).map { String($0.1) }
  }

  @Test("Every folder of tables is a table of the report")
  func everyTable() throws {
    let all = try Self.declarations()
    #expect(all.count == ReportSchema.all.count)
    for (name, text) in all {
      let isThere = ReportSchema.all.contains { text.contains("TableSchema(\n    \"\($0.name)\"") }
      #expect(isThere, "\(name) is missing in ReportSchema.all")
    }
  }

  @Test("Every declared column stands in the list of its table's columns")
  func everyColumn() throws {
    for (name, text) in try Self.declarations() {
      let table = try #require(
        ReportSchema.all.first { text.contains("TableSchema(\n    \"\($0.name)\"") })
      let declared = Self.columnNames(in: text)
      #expect(declared.count > 2, "\(name)")
      for column in declared {
        #expect(table.column(column) != nil, "\(name): \(column) is not in the list of columns")
      }
    }
  }

  @Test("Package.swift embeds every SQL model, and each has cases beside it")
  func everyModel() throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.folder)
    let models = paths.filter { $0.hasSuffix(".sql") }.map { String($0.dropLast(4)) }.sorted()
    let package = try String(contentsOfFile: Self.home + "/Package.swift", encoding: .utf8)
    for model in models {
      #expect(package.contains("  \"\(model)\",\n"), "\(model) is missing in Package.swift")
      #expect(paths.contains(model + ".cases.txt"), "\(model) has no cases")
    }
    #expect(models.count == Model.all.count)
  }

  @Test("Every named metric of alerts is a figure that rules can watch")
  func everyMetric() throws {
    for metric in AlertMetric.allCases {
      guard let (file, column) = metric.column else { continue }
      let table = try #require(ReportSchema.watchable.file(file), "\(metric.name)")
      #expect(table.columns.contains(column), "\(metric.name)")
    }
  }

  @Test("Columns are named by declarations that are there")
  func references() {
    for table in ReportSchema.all {
      for name in table.identities.flatMap({ [$0.column] + $0.parts.map(\.column) }) {
        #expect(table.column(name) != nil, "\(table.name).\(name)")
      }
      for column in table.columns {
        let names = [column.sample, column.nonAdditive?.counted].compactMap(\.self)
        let hidden = column.computation?.inputs.map(\.name) ?? []
        for name in names {
          #expect(table.column(name) != nil || hidden.contains(name), "\(table.name).\(name)")
        }
      }
      if let segments = table.segments { #expect(ReportSchema.table(segments) != nil) }
    }
  }
}
