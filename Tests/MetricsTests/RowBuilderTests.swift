import Testing
import Values

@testable import Metrics

/// Rows that are written column by column.
@Suite struct RowBuilderTests {
  @Test("A cell stands in its column, in whatever order cells are written")
  func order() {
    var row = RowBuilder<DataQuality>()
    row[DataQuality.note] = "of all"
    row[DataQuality.cases] = 7
    row[DataQuality.item] = "read"
    row[rounding: DataQuality.share] = 0.25
    row[DataQuality.section] = "lines"
    #expect(
      row.cells == [
        .text("lines"), .text("read"), .count(7), .rate(Rate(millionths: 250_000)), .text("of all"),
      ])
  }

  @Test("What is not known, and a statistic that is not finite, is missing")
  func nothing() {
    var row = DataQuality.row(.lines, "read", 7, share: Rate(millionths: 1))
    row[DataQuality.cases] = nil
    row[rounding: DataQuality.share] = .nan
    #expect(row.cells[2...3] == [.missing, .missing])
  }

  @Test("A forgotten column stops the program")
  func forgotten() async {
    await #expect(processExitsWith: .failure) {
      var row = RowBuilder<DataQuality>()
      row[DataQuality.item] = "read"
      _ = row.cells
    }
  }

  @Test("A figure of another kind than its column's stops the program")
  func otherKind() async {
    await #expect(processExitsWith: .failure) {
      var row = RowBuilder<Restated>()
      row[Restated.before] = .text("7")
    }
  }
}
