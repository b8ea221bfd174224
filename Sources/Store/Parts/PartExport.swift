package import Feed
import SQLite
import Settings
import Timeline
import Values

/// Makes a part of what a database has folded: of one with events, or of one that was merged.
package struct PartExport {
  /// What only the caller knows.
  package struct Origin: Sendable {
    let program: String
    let place: PartPlace?
    let context: ReadContext?

    /// `place`: which of how many, if counted. `context`: what the lines were dealt out of.
    package init(program: String, place: PartPlace? = nil, context: ReadContext? = nil) {
      (self.program, self.place, self.context) = (program, place, context)
    }
  }

  private let store: Store
  private let texts: [[UInt8]]
  private let origin: Origin
  private let tables: [PartTable]

  package init(_ store: Store, strings: StringTable, _ origin: Origin) throws {
    self.store = store
    self.origin = origin
    texts = strings.all.map { PartText.escaped($0.utf8) }
    tables = try PartTable.facts + PartTable.rows(in: store.database)
  }

  package func write(to folder: String) throws {
    let folder = try PartFolder(folder)
    for file in PartFile.allCases { try folder.write([], to: file.name) }
    try forEachBlock { try folder.write($1, to: $0.name) }
    try folder.finish()
  }

  /// Calls `take` with whole lines, some at a time.
  func forEachBlock(_ take: (PartFile, [UInt8]) throws -> Void) throws {
    try withoutActuallyEscaping(take) { take in
      var writer = Writer(take: take)
      for table in tables { try write(table, &writer) }
      try PartRecords(store.database, origin.context).write(&writer)
      for part in try descriptions(id: writer.id) { writer.builder.add(part) }
      try writer.flush(.rows)
    }
  }

  /// Gathers lines into blocks.
  struct Writer {
    private static let blockBytes = 1 << 20

    fileprivate let take: (PartFile, [UInt8]) throws -> Void
    var builder = PartLineBuilder()
    private var hash: UInt64 = 0

    fileprivate init(take: @escaping (PartFile, [UInt8]) throws -> Void) { self.take = take }

    /// What tells the lines so far from all others.
    var id: String { String(hash, radix: 16) }

    /// Call after each line.
    mutating func flushIfFull(_ file: PartFile) throws {
      if builder.bytes.count >= Self.blockBytes { try flush(file) }
    }

    mutating func flush(_ file: PartFile) throws {
      guard !builder.bytes.isEmpty else { return }
      hash = builder.bytes.withUnsafeBytes { stableHash($0, seed: hash | 1) }
      try take(file, builder.bytes)
      builder.removeAll()
    }
  }
}

// MARK: - Tables

extension PartExport {
  private func write(_ table: PartTable, _ writer: inout Writer) throws {
    let rows = try store.database.prepare(table.query)
    if let fact = table.fact {
      try write(fact, table, rows, &writer)
    } else {
      try write(table, rows, &writer)
    }
  }

  private func write(_ table: PartTable, _ rows: Statement, _ writer: inout Writer) throws {
    var count: Int64 = 0
    while try rows.step() {
      writer.builder.begin(table.name)
      addKey(table, rows, &writer.builder)
      writer.builder.end()
      count += 1
      try writer.flushIfFull(.rows)
    }
    write([count], of: table, &writer)
    try writer.flush(.rows)
  }

  /// A line for each measure that is not 0.
  private func write(
    _ fact: FactTable, _ table: PartTable, _ rows: Statement, _ writer: inout Writer
  ) throws {
    let measures = fact.measures
    var total = [Int64](repeating: 0, count: measures.count)
    while try rows.step() {
      for (place, measure) in measures.enumerated() {
        let value = rows.integer(Int32(table.columns.count + place))
        guard value != 0 else { continue }
        total[place] &+= value
        writer.builder.begin(table.name)
        writer.builder.add(written: measure.utf8)
        addKey(table, rows, &writer.builder)
        writer.builder.put(value)
        writer.builder.end()
      }
      try writer.flushIfFull(.facts)
    }
    try writer.flush(.facts)
    write(total, of: table, &writer)
    try writer.flush(.rows)
  }

  private func addKey(_ table: PartTable, _ row: Statement, _ builder: inout PartLineBuilder) {
    for (place, column) in table.columns.enumerated() {
      add(row, Int32(place), column.kind, &builder)
    }
  }

  private func write(_ total: [Int64], of table: PartTable, _ writer: inout Writer) {
    writer.builder.begin(.total)
    writer.builder.add(table.name)
    for sum in total { writer.builder.put(sum) }
    writer.builder.end()
  }

  private func add(
    _ row: Statement, _ place: Int32, _ kind: PartTable.Kind, _ builder: inout PartLineBuilder
  ) {
    switch kind {
    case .number: builder.add(row.optionalInteger(place))
    case .text: add(text: row.integer(place), &builder)
    case .segment:
      let segment = Segment(id: row.integer(place))
      builder.add(written: segment.dimension.name.utf8)
      if segment.dimension.value == .string {
        add(text: Int64(segment.value), &builder)
      } else {
        builder.add(Int64(segment.value))
      }
    }
  }

  private func add(text number: Int64, _ builder: inout PartLineBuilder) {
    if number > 0 {
      builder.add(written: texts[Int(number)])
    } else {
      builder.add(written: PartText.written(instead: StringID(number)))
    }
  }
}

// MARK: - What it is

extension PartExport {
  /// One of a database with events; of a merged one, those that it was made of.
  private func descriptions(id: String) throws -> [PartDescription] {
    let agreement = try agreement()
    let parts = try store.mergedParts()
    guard parts.isEmpty else {
      return parts.map {
        PartDescription(id: $0.id, place: $0.place, kind: $0.kind, agreement: agreement)
      }
    }
    // Two parts without anybody are the same otherwise.
    let place = origin.place.map { "-\($0.number)" } ?? ""
    return [
      PartDescription(
        id: id + place, place: origin.place, kind: origin.context == nil ? .fold : .dealt,
        agreement: agreement)
    ]
  }

  private func agreement() throws -> PartDescription.Agreement {
    let database = store.database
    guard let state = try FoldState.read(database) else {
      throw Failure(
        "\(store.path) has not been folded yet",
        hint: "\"runrate run\", \"report\" or \"fold\" with --database \(store.path) does that",
        exit: .badData)
    }
    let rules = state.rules.split(separator: "-")
    return PartDescription.Agreement(
      program: origin.program, rules: rules.dropLast().joined(separator: "-"), rates: state.rates,
      columns: rules.last.map(String.init) ?? "",
      reading: try RunRecords(database: database).newest(1).first?.reading ?? "",
      zone: try EventDays.countedZone(database) ?? "", asOf: Int64(state.asOf.number),
      end: state.end.milliseconds, key: try store.keyCheck())
  }
}
