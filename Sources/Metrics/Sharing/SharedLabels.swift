/// Which values of each dimension strangers see by name: the same in every table and at every time,
/// for what one table leaves over could be taken from what another shows.
struct SharedLabels {
  private var shown: [String: Set<String>] = [:]

  /// Shows every label; for tables that have none.
  init() {}

  /// The largest values of each dimension, as many as leave the most cells to be shown.
  init(_ tables: [(table: Table, schema: TableSchema)], _ smallest: Int64, _ payers: PayerBounds) {
    for (dimension, values) in Self.ranked(tables) {
      var best: [String: Int] = [:]
      for count in Self.candidates where count <= values.count {
        let rows = Self.shownRows(tables, dimension, Set(values.prefix(count)), smallest, payers)
        if rows.values.reduce(0, +) > best.values.reduce(0, +) { best = rows }
      }
      shown[dimension] = Set(best.keys)
    }
  }

  /// How many rows each label has to show, were these the ones that are shown by name.
  private static func shownRows(
    _ tables: [(table: Table, schema: TableSchema)], _ dimension: String, _ names: Set<String>,
    _ smallest: Int64, _ payers: PayerBounds
  ) -> [String: Int] {
    var labels = SharedLabels()
    labels.shown[dimension] = names
    return tables.reduce(into: [:]) { sum, each in
      let table = SharedTable(each.table, each.schema, smallest, payers, labels)
      sum.merge(table.shownRows(of: dimension), uniquingKeysWith: +)
    }
  }

  private static let candidates = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20]

  func shows(_ label: String, of dimension: String) -> Bool {
    shown[dimension].map { $0.contains(label) } ?? true
  }

  /// The values of every dimension, the largest first, by their counts in all rows.
  private static func ranked(_ tables: [(table: Table, schema: TableSchema)])
    -> [(String, [String])]
  {
    var sizes: [String: [String: Int64]] = [:]
    for (table, schema) in tables {
      let places = RowPlaces(schema)
      let counts = table.columns.indices.filter { table.columns[$0].isCountOfPeople }
      for row in table.rows {
        let size = counts.map { row[$0].integer }.max() ?? 0
        for (dimension, label) in places.labelled(row) where label != LongTail.name {
          sizes[dimension, default: [:]][label, default: 0] += size
        }
      }
    }
    return sizes.map { dimension, values in
      (dimension, values.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key))
    }.sorted { $0.0 < $1.0 }
  }
}
