import Feed
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

/// A rejected line.
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
