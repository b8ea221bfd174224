import Foundation
import Metrics
import Values

/// What `--timings` prints: the stages of the command, those within another one below it.
struct TimingsTable {
  let stages: [Timings.Stage]

  private static let header = [
    "stage", "wall s", "CPU s", "leading thread", "rows", "read MB", "written MB",
  ]

  /// Lines of aligned columns.
  var text: String {
    let rows = [Self.header] + stages.map(cells)
    let widths = Self.header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }

  private func cells(_ stage: Timings.Stage) -> [String] {
    let use = stage.use
    return [
      String(repeating: "  ", count: stage.depth) + stage.name, fixed(use.wall, 2),
      fixed(use.cpu, 2),
      fixed(use.leading, 2), stage.count.map(grouped) ?? "", megabytes(use.read),
      megabytes(use.written),
    ]
  }

  private func megabytes(_ bytes: Int64) -> String {
    fixed(Double(bytes) / 1_000_000, 1)
  }

  private func fixed(_ value: Double, _ places: Int) -> String {
    String(format: "%.\(places)f", value)
  }
}
