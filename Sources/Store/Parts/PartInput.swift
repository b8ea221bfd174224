package import Feed
import SQLite
import Values

/// A file that was read.
struct PartInput: Hashable, Sendable {
  var number: Int64
  var path: String
  var status: InputStatus
  var bytes: Int64?
  var head: Int64?
  var tail: Int64?
}

struct PartReject: Sendable {
  var number: Int64
  var path: String
  var line: Int64
  var offset: Int64
  var reason: String
  var field: String
  var dialect: String
  var raw: [UInt8]
}

extension PartLineBuilder {
  mutating func add(_ input: PartInput) {
    begin(.file)
    add(input.number)
    add(input.path)
    add(input.status.rawValue)
    for number in [input.bytes, input.head, input.tail] { add(number) }
    end()
  }

  mutating func add(_ reject: PartReject) {
    begin(.reject)
    add(reject.number)
    add(reject.path)
    add(reject.line)
    add(reject.offset)
    for text in [reject.reason, reject.field, reject.dialect] { add(text) }
    add(bytes: reject.raw)
    end()
  }

  mutating func add(_ noted: LogAnnotation, in path: String, number: Int64, lines: Int64) {
    begin(.annotation)
    add(number)
    add(path)
    add(noted.time.milliseconds)
    for text in [noted.text, noted.kind, noted.link] { add(text) }
    put(lines)
    end()
  }
}

extension PartInput {
  init(_ fields: PartFields) throws {
    guard let status = InputStatus(rawValue: try fields.text(2)) else { throw Failure.malformed }
    self.init(
      number: try fields.number(0), path: try fields.text(1), status: status,
      bytes: try fields.optionalNumber(3), head: try fields.optionalNumber(4),
      tail: try fields.optionalNumber(5))
  }
}

extension PartReject {
  init(_ fields: PartFields) throws {
    self.init(
      number: try fields.number(0), path: try fields.text(1), line: try fields.number(2),
      offset: try fields.number(3), reason: try fields.text(4), field: try fields.text(5),
      dialect: try fields.text(6), raw: try fields.unescaped(7))
  }
}

/// What `runrate read` found in all logs, for the fold of a part.
package struct ReadContext: Sendable {
  /// The apps that lines name.
  private(set) var apps: Set<String> = []
  private var first = Instant.distantFuture
  private var last = Instant.distantPast
  private(set) var paths: [Int64: String] = [:]
  /// Which configuration the lines were read under.
  private(set) var reading: String?

  /// Reads the files that `runrate read` has written to a folder.
  package init(folder: String) throws {
    let files = try PartLines.files(in: folder)
    guard !files.isEmpty else { throw Failure.isNoPart(folder) }
    for file in files { try PartLines.forEach(in: file) { try take($0) } }
    guard reading != nil else { throw Failure.saysNotWhat(folder) }
  }

  private mutating func take(_ bytes: UnsafeRawBufferPointer) throws {
    guard let line = PartLine(bytes) else { throw Failure.malformed }
    let fields = PartFields(bytes, line)
    switch PartRecord(rawValue: String(decoding: bytes[line.table], as: UTF8.self)) {
    case .app: apps.insert(try fields.text(0))
    case .extent:
      first = min(first, Instant(milliseconds: try fields.number(0)))
      last = max(last, Instant(milliseconds: try fields.number(1)))
    case .file: paths[try fields.number(0)] = try fields.text(1)
    case .part: reading = try PartDescription(fields)?.agreement.reading
    default: break
    }
  }

  /// Nil where no event was read.
  var extent: EventExtent? { first <= last ? EventExtent(first: first, last: last) : nil }
}

extension Store {
  /// Notes what all logs hold. Call in a transaction, after the lines of a part.
  package func note(_ context: ReadContext, _ strings: StringTable) throws {
    let app = try database.prepare("INSERT OR IGNORE INTO log_app VALUES (?)")
    for name in context.apps.sorted() { try app.run(strings.id(of: name)) }
    guard let extent = context.extent else { return }
    try database.prepare(
      """
      INSERT INTO newest_event VALUES (1, ?1, ?2) ON CONFLICT DO UPDATE
      SET first_ms = min(first_ms, ?1), last_ms = max(last_ms, ?2)
      """
    ).run(extent.first.milliseconds, extent.last.milliseconds)
  }
}
