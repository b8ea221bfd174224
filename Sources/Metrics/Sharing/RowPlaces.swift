import Values

/// Where a row of a table stands: which rows it adds up with.
struct RowPlaces {
  private let schema: TableSchema
  private let time: Int?
  private let grain: Int?
  private let dimension: Int?
  private let value: Int?
  /// Ages and steps.
  private let position: Int?
  /// Columns that are called like a dimension and say its value.
  private let named: [(column: Int, dimension: String)]
  /// Texts from the log that are no dimension: reasons, offers, variants.
  private let texts: [Int]

  init(_ schema: TableSchema) {
    self.schema = schema
    let columns = schema.columns
    time = columns.firstIndex { $0.role == .time }
    grain = columns.firstIndex { $0.role == .grain }
    dimension = columns.firstIndex { $0.role == .dimension }
    value = columns.firstIndex { $0.role == .value }
    position = columns.firstIndex { $0.role == .requiredKey && $0.kind == .count }
    named = Self.labelColumns.compactMap { name in
      columns.firstIndex { $0.name == name && $0.isKey }.map { ($0, name) }
    }
    texts = Self.textColumns.compactMap { name in
      columns.firstIndex { $0.name == name && $0.isKey }
    }
  }

  private static let labelColumns = ["channel", "campaign", "product", "tier", "period", "country"]
  private static let textColumns = [
    "reason", "variant", "scope", "name", "from_product", "to_product", "monthly_price", "currency",
    "price",
  ]

  /// The month, of a day as of a month.
  func month(_ row: [Cell]) -> Month? {
    guard let time else { return nil }
    return row[time].month ?? row[time].day?.month
  }

  func day(_ row: [Cell]) -> Day? { time.flatMap { row[$0].day } }

  func isWeek(_ row: [Cell]) -> Bool { grain.map { row[$0] == .text("week") } ?? false }

  /// What tells the rows of one day apart, within a group.
  func label(_ row: [Cell]) -> Cell { value.map { row[$0] } ?? .missing }

  /// Whether the row is of the total, which has no labels.
  func isTotal(_ row: [Cell]) -> Bool {
    dimension.map { row[$0] == .text("all") } ?? true
  }

  func position(_ row: [Cell]) -> Int64 { position.map { row[$0].integer } ?? 0 }

  /// Whether rows are told apart by texts of the log that are no dimension: each row is then judged
  /// by itself.
  var isOpen: Bool { !texts.isEmpty || (dimension == nil && !named.isEmpty) }

  /// Both: the values of a dimension, and texts.
  func isCrossed(_ row: [Cell]) -> Bool { !texts.isEmpty && !isTotal(row) }

  /// The labels of a row with the dimensions they are of; `all` is none.
  func labelled(_ row: [Cell]) -> [(dimension: String, label: String)] {
    var labels = named.compactMap { column, dimension in
      row[column].text.map { (dimension, $0) }
    }
    if let dimension, let value, let name = row[dimension].text, let label = row[value].text {
      labels.append((name, label))
    }
    return labels.filter { $0.1 != "all" }
  }

  /// The group of a row: all that tells it from others, but labels, positions and the day within a
  /// month.
  func group(_ row: [Cell]) -> [Cell] {
    let left = Set([time, value, position].compactMap(\.self) + named.map(\.column) + texts)
    let keys = schema.columns.indices.filter { schema.columns[$0].role != .label }
      .filter { schema.columns[$0].isKey && !left.contains($0) }.map { row[$0] }
    return keys + [place(row)]
  }

  /// Of a day its month; of a week its Monday.
  private func place(_ row: [Cell]) -> Cell {
    guard let time else { return .missing }
    if isWeek(row) { return row[time] }
    return row[time].day.map { .month($0.month) } ?? row[time]
  }

  /// The groups of days that a week has parts in.
  func daysOfWeek(_ row: [Cell]) -> [[Cell]] {
    guard let grain, let time, let monday = row[time].day else { return [] }
    return Set([monday.month, monday.advanced(by: 6).month]).map { month in
      var day = row
      day[grain] = .text("day")
      day[time] = .day(month.firstDay)
      return group(day)
    }
  }

  /// The rows of a dimension alone.
  func rows(of name: String, in table: Table) -> Table {
    var part = table
    part.rows = table.rows.filter { row in dimension.map { row[$0] == .text(name) } ?? false }
    return part
  }

  /// Rows of labels that are not shown as one row `(other)` a place; texts go, too.
  func relabelled(_ rows: [[Cell]], _ others: [Bool]) -> [[Cell]] {
    var known: Set<[Cell]> = []
    return zip(rows, others).compactMap { row, isOther in
      let isBlank = isOpen && isBlank(row)
      guard isOther || isBlank else { return row }
      var row = row
      for column in labelColumns(row) { row[column] = .text(LongTail.name) }
      let isPositional = schema.columns.indices.filter { schema.columns[$0].isKey }.map { row[$0] }
      return known.insert(isPositional).inserted ? row : nil
    }
  }

  private func labelColumns(_ row: [Cell]) -> [Int] {
    let value = isTotal(row) ? nil : value
    let places = [value].compactMap(\.self) + named.map(\.column) + texts
    return places.filter { row[$0] != .text("all") && row[$0] != .missing }
      .filter { schema.columns[$0].kind == .text }
  }

  /// Without rows that have nothing but zeros left to show, but for those that are there whatever
  /// happened.
  func withoutTraces(_ table: Table) -> Table {
    var result = table
    result.rows.removeAll { isTrace($0) && !isAlwaysThere($0) }
    return result
  }

  /// Without such weeks: nothing is made of several of them, so that none is missed, and their
  /// being there would tell that something happened.
  func withoutBlankWeeks(_ table: Table) -> Table {
    var result = table
    result.rows.removeAll { isWeek($0) && isTrace($0) }
    return result
  }

  /// Every day of `daily`, and everybody's months, have a row.
  private func isAlwaysThere(_ row: [Cell]) -> Bool {
    if schema.name == Daily.schema.name { return true }
    return isTotal(row) && !isOpen && position == nil && day(row) == nil
  }

  /// Whether what is hidden of the row is all that there was to tell: beside it stand only zeros.
  private func isTrace(_ row: [Cell]) -> Bool {
    let figures = schema.columns.indices.filter { column in
      !schema.columns[column].isPlace && schema.columns[column].kind != .flag
    }
    return figures.contains { row[$0] == .missing }
      && figures.allSatisfy { row[$0] == .missing || row[$0].magnitude == 0 }
  }

  private func isBlank(_ row: [Cell]) -> Bool {
    schema.columns.indices.allSatisfy { column in
      schema.columns[column].isPlace || schema.columns[column].kind == .flag
        || row[column] == .missing
    }
  }
}
