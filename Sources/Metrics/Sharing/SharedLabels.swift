/// Which names of each dimension strangers see: the same in every table and every month, for what
/// one table leaves over could be taken from what another shows.
struct SharedLabels {
  private var shown: [String: Set<String>] = [:]

  /// The largest names of each dimension, as many as leave the most cells to be shown.
  init(_ tables: [SharedTable]) {
    for (dimension, names) in Self.ranked(tables) {
      var best: [String: Int] = [:]
      for count in Self.candidates where count <= names.count {
        let cells = Self.shownCells(tables, dimension, Set(names.prefix(count)))
        if cells.values.reduce(0, +) > best.values.reduce(0, +) { best = cells }
      }
      shown[dimension] = Set(best.keys)
    }
  }

  private init(showing names: Set<String>, of dimension: String) { shown = [dimension: names] }

  private static func shownCells(
    _ tables: [SharedTable], _ dimension: String, _ names: Set<String>
  ) -> [String: Int] {
    let labels = SharedLabels(showing: names, of: dimension)
    return tables.reduce(into: [:]) {
      $0.merge($1.shownCells(of: dimension, labels), uniquingKeysWith: +)
    }
  }

  private static let candidates = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20]

  func shows(_ label: RowPlaces.Label) -> Bool {
    shown[label.dimension].map { $0.contains(label.name) } ?? true
  }

  /// The names of every dimension, the largest first.
  private static func ranked(_ tables: [SharedTable]) -> [(String, [String])] {
    let sizes = tables.reduce(into: [:]) { $0.merge($1.sizes, uniquingKeysWith: +) }
      .filter { $0.key.name != LongTail.name }
    return Dictionary(grouping: sizes) { $0.key.dimension }.map { dimension, sizes in
      (
        dimension,
        sizes.sorted { ($1.value, $0.key.name) < ($0.value, $1.key.name) }.map(\.key.name)
      )
    }.sorted { $0.0 < $1.0 }
  }
}
