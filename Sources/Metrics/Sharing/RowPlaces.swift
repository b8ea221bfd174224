import Values

/// Where a row of a table stands: which rows it adds up with.
struct RowPlaces {
  private let columns: [Table.Column]
  private let time: Int?
  private let grain: Int?
  /// Ages and steps.
  private let position: Int?
  private let labels: [LabelColumns]
  private let requiredKeys: Bool
  private let isDaily: Bool

  /// Where a row names a part of the total: a segment, or another name from the log.
  private struct LabelColumns {
    /// What the name is of, where the row says so.
    let dimension: Int?
    let value: Int
    let name: String
  }

  struct Label: Hashable {
    let dimension: String
    let name: String
  }

  init(_ schema: TableSchema) {
    let columns = schema.columns
    self.columns = columns
    time = columns.firstIndex { $0.role == .time }
    grain = columns.firstIndex { $0.role == .grain }
    position = columns.firstIndex { $0.role == .requiredKey && $0.kind == .count }
    let dimension = columns.firstIndex { $0.role == .dimension }
    labels = columns.indices.filter { [.value, .key].contains(columns[$0].role) }.map {
      LabelColumns(
        dimension: columns[$0].role == .value ? dimension : nil, value: $0, name: columns[$0].name)
    }
    requiredKeys = columns.contains { $0.role == .requiredKey }
    isDaily = schema.name == Daily.schema.name
  }

  // MARK: - When

  func month(_ row: [Cell]) -> Month? {
    guard let time else { return nil }
    return row[time].month ?? row[time].day?.month
  }

  func isWeek(_ row: [Cell]) -> Bool { grain.map { row[$0] == .text("week") } ?? false }

  func day(_ row: [Cell]) -> Day? { time.flatMap { row[$0].day } }

  func position(_ row: [Cell]) -> Int64 { position.map { row[$0].integer } ?? 0 }

  // MARK: - Of whom

  /// What the row is named by; nothing, where it is of the total.
  func labels(_ row: [Cell]) -> [Label] { known(row).map { label($0, row) } }

  private func known(_ row: [Cell]) -> [LabelColumns] {
    labels.filter { row[$0.value] != .text("all") && row[$0.value] != .missing }
  }

  private func label(_ label: LabelColumns, _ row: [Cell]) -> Label {
    let dimension = label.dimension.flatMap { row[$0].text } ?? label.name
    return Label(dimension: dimension, name: row[label.value].text ?? "\(row[label.value])")
  }

  /// The rows that add up to something that is shown elsewhere: those of all names of a dimension
  /// in a month, at all ages. Rows with two names are in none where one of these has a row of its
  /// own: each name would have to be held against its rows.
  func groups(_ rows: [[Cell]]) -> [[Int]] {
    let keys = Set(rows.map(key))
    let single = rows.indices.filter { !isCrossed(rows[$0], keys) }
    return Dictionary(grouping: single) { group(rows[$0]) }.values.sorted { $0[0] < $1[0] }
  }

  private func key(_ row: [Cell]) -> [Cell] {
    columns.indices.filter { columns[$0].isKey }.map { row[$0] }
  }

  private func group(_ row: [Cell]) -> [Cell] {
    var row = row
    let known = known(row)
    for label in labels where label.dimension == nil { row[label.value] = .missing }
    for label in known { row[label.value] = .flag(true) }
    if let position { row[position] = .missing }
    for column in columns.indices where columns[column].role == .label { row[column] = .missing }
    return key(row)
  }

  private func isCrossed(_ row: [Cell], _ keys: Set<[Cell]>) -> Bool {
    let known = known(row)
    guard known.count > 1 else { return false }
    return known.contains { label in
      var other = row
      for column in [label.value, label.dimension].compactMap(\.self) {
        other[column] = .text("all")
      }
      return keys.contains(key(other))
    }
  }

  // MARK: - What is left of a row

  /// Whether what is hidden of the row is all that there was to tell: beside it are only zeros.
  func isTrace(_ row: [Cell]) -> Bool {
    let figures = columns.indices.filter { !columns[$0].isKey && columns[$0].kind != .flag }
    return figures.contains { row[$0] == .missing }
      && figures.allSatisfy { row[$0] == .missing || row[$0].magnitude == 0 }
  }

  /// Whether the row is there whatever happened: a day of `daily`, a month of the total.
  func isAlwaysThere(_ row: [Cell]) -> Bool {
    isDaily || labels(row).isEmpty && !requiredKeys && day(row) == nil
  }
}
