import Values

/// A triangle of shares: one hue over the range of the data, the number in every cell, blank where a
/// cohort has not come yet, and above all of them their average.
struct HeatMap: Chart {
  struct Cohort: Sendable {
    var label: String
    /// Nil where it is not to be shown.
    var size: Int?
    var values: [Double?]
    /// Fewer than 30: its numbers are italic.
    var isSmall: Bool
    /// Whether its period goes on, so that its size is not known yet.
    var isRunning = false
    /// Whether it is all of them together.
    var isAverage = false
  }

  /// Of each column, over so many cohorts: maybe more than those shown.
  struct Average: Sendable {
    var cohorts: Int64
    var values: [Double?]
  }

  var title: String
  var description: String
  var columns: [String]
  var cohorts: [Cohort]
  var average: Average?
  /// What a tip calls the share.
  var measure: String
  var width = ChartSize.broad

  private static let row = 22.0
  private static let left = 120.0
  /// A cell of a young triangle is no bar.
  private static let widest = 80.0

  var height: Double {
    80 + Double(rows.count) * HeatMap.row + Double(notes.count) * 14
  }

  func draw(into svg: inout SVG) {
    let slot = min(HeatMap.widest, room / Double(shown.count))
    svg.text("cohort", 16, 56, "s")
    svg.text("n", HeatMap.left - 10, 56, "s", .end)
    for (place, column) in shown.enumerated() {
      svg.text(columns[column], HeatMap.left + (Double(place) + 0.5) * slot, 56, "s", .middle)
    }
    for (index, cohort) in rows.enumerated() { draw(cohort, index, slot, into: &svg) }
    for (index, note) in notes.enumerated() {
      svg.text(note, 16, height - 12 - 14 * Double(notes.count - 1 - index), "s")
    }
  }

  /// The average, where there is one of several, and the cohorts.
  private var rows: [Cohort] {
    guard cohorts.count > 1, let average else { return cohorts }
    let row = Cohort(
      label: "average of \(average.cohorts)", size: nil, values: average.values, isSmall: false,
      isAverage: true)
    return [row] + cohorts
  }

  /// The share without colour, and that with all of it, in tenths around the data.
  private var scale: ClosedRange<Double> {
    let values = cohorts.flatMap { $0.values.compactMap(\.self) }
    let low = ((values.min() ?? 0) * 10).rounded(.down) / 10
    let high = ((values.max() ?? 1) * 10).rounded(.up) / 10
    return max(0, low)...max(low + 0.1, high)
  }

  /// All columns, or each second, third … where a phone has no room for the numbers of all.
  private var shown: [Int] { Array(stride(from: 0, to: columns.count, by: every)) }

  private var every: Int {
    isNarrow ? max(1, Int((Double(columns.count) * 24 / room).rounded(.up))) : 1
  }

  private var room: Double { width - 16 - HeatMap.left }

  private var notes: [String] {
    let note =
      "No colour \(DisplayFormat.fixed(scale.lowerBound * 100, 0))%, full colour "
      + "\(DisplayFormat.fixed(scale.upperBound * 100, 0))%. Italic: n < 30. Blank: too young to tell."
    let left = every > 1 ? " Drawn: one column of \(every); the table has all." : ""
    return (note + left).wrapped(limit: Int((width - 32) / 5.9))
  }

  private func draw(_ cohort: Cohort, _ index: Int, _ slot: Double, into svg: inout SVG) {
    let y = 64 + Double(index) * HeatMap.row
    svg.text(cohort.label, 16, y + 15, cohort.isAverage ? "b" : "t")
    if !cohort.isAverage { svg.text(cohort.number, HeatMap.left - 10, y + 15, "s", .end) }
    for (place, column) in shown.enumerated() {
      guard cohort.values.indices.contains(column), let value = cohort.values[column] else {
        continue
      }
      let x = HeatMap.left + Double(place) * slot
      draw(value, cohort, columns[column], x, y, slot, into: &svg)
    }
    if cohort.isRunning { svg.text("not over", HeatMap.left + 4, y + 15, "s i") }
  }

  private func draw(
    _ value: Double, _ cohort: Cohort, _ column: String, _ x: Double, _ y: Double, _ slot: Double,
    into svg: inout SVG
  ) {
    let strength = min(
      1, max(0, (value - scale.lowerBound) / (scale.upperBound - scale.lowerBound)))
    let percent = Int((strength * 100).rounded())
    svg.rect(
      x, y, slot - 1, HeatMap.row - 1, "heat",
      tip:
        "\(cohort.label), \(column): \(measure) \(Unit.percent.exact(value))"
        + (cohort.isAverage ? "" : " of \(cohort.number)"),
      attributes:
        " fill-opacity=\"\(percent == 100 ? "1" : "0.\(percent < 10 ? "0" : "")\(percent)")\"")
    guard slot >= 24 else { return }
    svg.text(
      DisplayFormat.fixed(value * 100, 0), x + slot / 2, y + 15,
      (percent >= 82 ? "hi" : "cell") + (cohort.isSmall ? " i" : ""), .middle)
  }
}

extension HeatMap.Cohort {
  fileprivate var number: String {
    size.map { grouped(Int64($0)) } ?? DisplayFormat.unknown
  }
}

extension HeatMap {
  var isEmpty: Bool { cohorts.isEmpty || columns.isEmpty }

  var numbers: FigureTable {
    var table = FigureTable(header: ["Cohort", "n"] + columns)
    table.rows = rows.map { cohort in
      [
        cohort.label + (cohort.isRunning ? " (not over)" : ""),
        cohort.isAverage ? "" : cohort.number,
      ]
        + cohort.values.map { $0.map(Unit.percent.exact) ?? "" }
    }
    return table
  }
}
