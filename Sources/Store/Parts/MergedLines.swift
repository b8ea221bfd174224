import Feed
import SQLite
import Values

/// What the parts of a merge say beside their tables: what they are, and what was read for them.
struct MergedLines {
  private(set) var parts: [MergedPart] = []
  private(set) var agreement: PartDescription.Agreement?
  private(set) var totals: [String: [Int64]] = [:]
  /// By path. Parts that were merged without what `runrate read` has counted know the path alone.
  private(set) var files: [String: PartInput] = [:]
  /// By path.
  private(set) var lines: [String: LineTally] = [:]
  private(set) var names: [Name: Int64] = [:]
  private(set) var apps: Set<String> = []
  private(set) var days: [Int64: (events: Int64, last: Int64)] = [:]
  private(set) var first: Int64?
  private(set) var conflicts: Int64 = 0
  private var annotations: [Noted: Int64] = [:]

  /// Something that lines were counted by.
  struct Name: Hashable {
    var path: String
    /// As in `line_count`, or `dialect`.
    var kind: String
    var name: String
  }

  /// A line that notes something, and where it stands.
  private struct Noted: Hashable {
    var number: Int64
    var path: String
    var annotation: LogAnnotation
  }

  /// Takes a line. `path`: where it stands.
  mutating func take(
    _ record: PartRecord, _ fields: PartFields, _ values: [Int64], in path: String
  ) throws {
    let value = values.first ?? 0
    switch record {
    case .part: try take(part: fields, in: path)
    case .total: addWrapping(values, to: &totals[try fields.text(0), default: []])
    case .file: take(try PartInput(fields))
    case .lines:
      guard let tally = LineTally(values) else { throw Failure.malformed }
      try add(tally, of: try fields.text(0))
    case .lineCount:
      let name = Name(
        path: try fields.text(0), kind: try fields.text(1), name: try fields.text(2))
      names[name] = try (names[name] ?? 0).adding(value)
    case .dialect:
      let name = Name(path: try fields.text(0), kind: Self.dialect, name: try fields.text(1))
      names[name] = try (names[name] ?? 0).adding(value)
    case .conflicts: conflicts = try conflicts.adding(value)
    case .app: apps.insert(try fields.text(0))
    case .extent: first = min(first ?? .max, try fields.number(0))
    case .eventDay: try take(day: fields, value)
    case .annotation: try take(annotation: fields, value)
    case .reject: break
    }
  }

  static let dialect = "dialect"

  private func addWrapping(_ values: [Int64], to sums: inout [Int64]) {
    for (place, value) in values.enumerated() {
      if place == sums.count { sums.append(0) }
      sums[place] &+= value
    }
  }

  private mutating func add(_ tally: LineTally, of path: String) throws {
    lines[path] = try lines[path, default: LineTally()].adding(tally)
  }

  private mutating func take(_ input: PartInput) {
    if let known = files[input.path], !known.isLess(than: input) { return }
    files[input.path] = input
  }

  private mutating func take(day fields: PartFields, _ events: Int64) throws {
    let (day, last) = (try fields.number(0), try fields.number(1))
    let known = days[day] ?? (0, .min)
    days[day] = (try known.events.adding(events), max(known.last, last))
  }

  private mutating func take(annotation fields: PartFields, _ count: Int64) throws {
    let annotation = LogAnnotation(
      time: Instant(milliseconds: try fields.number(2)), text: try fields.text(3),
      kind: try fields.text(4), link: try fields.text(5))
    let noted = Noted(
      number: try fields.number(0), path: try fields.text(1), annotation: annotation)
    guard count > 0 else { throw Failure.malformed }
    annotations[noted] = try (annotations[noted] ?? 0).adding(count)
  }

  /// One of each thing noted: what says it again is a duplicate.
  mutating func takeAnnotations() throws -> [LogAnnotation] {
    struct Said: Hashable {
      let time: Instant
      let text: String
    }
    var said: Set<Said> = []
    var kept: [LogAnnotation] = []
    let inOrder = annotations.sorted {
      ($0.key.number, $0.key.path, $0.key.annotation.kind, $0.key.annotation.link)
        < ($1.key.number, $1.key.path, $1.key.annotation.kind, $1.key.annotation.link)
    }
    for (noted, count) in inOrder {
      let (time, text) = (noted.annotation.time, noted.annotation.text)
      let isNew = said.insert(Said(time: time, text: text)).inserted
      if isNew { kept.append(noted.annotation) }
      let repeated = isNew ? count - 1 : count
      try add(LineTally(accepted: -repeated, duplicate: repeated), of: noted.path)
    }
    annotations = [:]
    return kept
  }
}

extension PartInput {
  /// Whether another record says more about the same path, whichever comes first.
  fileprivate func isLess(than other: Self) -> Bool {
    func rank(_ input: Self) -> (Int, Int64, Int64, Int64) {
      (input.status == .refused ? 1 : 0, input.bytes ?? -1, input.head ?? 0, input.tail ?? 0)
    }
    return rank(self) < rank(other)
  }
}

// MARK: - Which parts

extension MergedLines {
  private mutating func take(part fields: PartFields, in path: String) throws {
    let format = try fields.number(0)
    guard format == PartFormat.version else {
      throw Failure(
        "\(path) is of another version of the program (format \(format))",
        hint: "read, fold and merge with one version", exit: .badData)
    }
    guard let part = try PartDescription(fields) else { throw Failure.malformed }
    try compare(part, in: path)
    if part.isOfNothing, parts.contains(where: { $0.id == part.id }) { return }
    let isKnown = parts.contains { known in
      known.id == part.id || (part.place != nil && known.place == part.place)
    }
    if isKnown {
      throw Failure(
        "part \(part.place?.description ?? part.id) is there twice: \(path)",
        hint: "name each part once", exit: .badData)
    }
    if let place = part.place, let other = parts.lazy.compactMap(\.place).first,
      other.count != place.count
    {
      throw Failure(
        "\(path) is part \(place), and there is a part \(other)",
        hint: "merge parts that were dealt out together", exit: .badData)
    }
    parts.append(MergedPart(id: part.id, place: part.place, kind: part.kind))
  }

  /// Throws where a part was made otherwise than those before it.
  private mutating func compare(_ part: PartDescription, in path: String) throws {
    guard let known = agreement else { return agreement = part.agreement }
    if let difference = part.agreement.differences(from: known).first {
      throw Failure(
        "\(path) was made with \(difference.what) \(difference.value), and the parts before with "
          + "\(difference.other)",
        hint: difference.hint, exit: .badData)
    }
    if known.rules.isEmpty { agreement = part.agreement }
  }
}

extension PartDescription.Agreement {
  fileprivate typealias Difference = (what: String, value: String, other: String, hint: String)

  /// What is otherwise; parts of read lines say nothing of the fold.
  fileprivate func differences(from other: Self) -> [Difference] {
    let same = "read and fold all parts with one program, one configuration and one key"
    let read: [Difference] = [
      ("the program", program, other.program, same),
      ("the reading rules", reading, other.reading, same),
      ("the time zone", zone, other.zone, same), ("the key of ids", key, other.key, same),
    ]
    let folded: [Difference] = [
      ("the tables", columns, other.columns, same),
      (
        "the rules", rules, other.rules,
        "use one configuration; where lines name several apps, or there is an opening file, give every "
          + "fold what \"runrate read\" has found in all logs: --read DIR"
      ),
      ("the exchange rates", rates, other.rates, same),
      (
        "the as-of day", "\(Day(Int(asOf)))", "\(Day(Int(other.asOf)))",
        "fold all parts with the same --as-of"
      ),
      ("the end", "\(end)", "\(other.end)", same),
    ]
    let isFolded = !rules.isEmpty && !other.rules.isEmpty
    return (read + (isFolded ? folded : [])).filter { $0.value != $0.other }
  }
}

/// What became of lines: each was read, and is accepted, duplicate, ignored or rejected. What a
/// part says may be a correction: a fold that finds repetitions takes them off what was accepted.
struct LineTally: Equatable {
  var read: Int64 = 0
  var accepted: Int64 = 0
  var duplicate: Int64 = 0
  var ignored: Int64 = 0
  var rejected: Int64 = 0

  private static var places: [WritableKeyPath<LineTally, Int64>] {
    [\.read, \.accepted, \.duplicate, \.ignored, \.rejected]
  }

  /// The numbers in the order in which lines of parts and columns of tables have them.
  var numbers: [Int64] { Self.places.map { self[keyPath: $0] } }

  /// Whether there is less than nothing of something.
  var isNegative: Bool { numbers.contains { $0 < 0 } }

  /// The sum; throws where it is no number of a part any more.
  func adding(_ other: LineTally) throws -> LineTally {
    try combined(with: other) { try $0.adding($1) }
  }

  /// What is left without `other`; throws where that is no number of a part any more.
  func subtracting(_ other: LineTally) throws -> LineTally {
    try combined(with: other) { try $0.subtracting($1) }
  }

  private func combined(
    with other: LineTally, _ combine: (Int64, Int64) throws -> Int64
  ) rethrows -> LineTally {
    var result = self
    for place in Self.places {
      result[keyPath: place] = try combine(self[keyPath: place], other[keyPath: place])
    }
    return result
  }
}

extension LineTally {
  /// Of a part's line, in the order of ``numbers``; left out: 0. Nil where there are more.
  init?(_ numbers: [Int64]) {
    guard numbers.count <= Self.places.count else { return nil }
    for (place, number) in zip(Self.places, numbers) { self[keyPath: place] = number }
  }

  /// Of five columns of a row, from `first` on.
  init(_ row: Statement, from first: Int32) {
    for (offset, place) in Self.places.enumerated() {
      self[keyPath: place] = row.integer(first + Int32(offset))
    }
  }
}

extension PartLineBuilder {
  mutating func add(_ tally: LineTally, of path: String) {
    begin(.lines)
    add(path)
    tally.numbers.forEach { put($0) }
    end()
  }
}
