import Feed
import SQLite
import Settings
import Timeline
import Values

/// The strings of a part as those of the database that it is added to.
struct PartTexts {
  private let path: String
  private let strings: StringTable
  /// By the numbers of the part.
  private var texts = [""]
  /// The same; nil until a row needs it.
  private var ids: [StringID?] = [0]
  private var segments: [Int64: Int64] = [:]

  init(of part: PartSource, in strings: StringTable) throws {
    (path, self.strings) = (part.path, strings)
    try part.forEachRow(of: "SELECT value FROM string ORDER BY id") { texts.append($0.text(0)) }
    ids += [StringID?](repeating: nil, count: texts.count - 1)
  }

  /// Of a text; what stands in the place of one, from 0 down, is the same everywhere.
  private mutating func id(_ number: Int64) throws -> Int64 {
    guard number > 0 else { return number }
    guard number < ids.count else { throw unknown }
    let place = Int(number)
    if let known = ids[place] { return Int64(known) }
    let id = strings.id(of: texts[place])
    ids[place] = id
    return Int64(id)
  }

  /// A column of a row.
  mutating func value(_ row: Statement, _ place: Int32, isText: Bool) throws -> Int64 {
    if row.isNull(place) { return Statement.null }
    return isText ? try id(row.integer(place)) : row.integer(place)
  }

  /// A column of a key of facts.
  mutating func position(_ row: Statement, _ place: Int32, isText: Bool) throws -> Int32 {
    guard let position = Int32(exactly: try value(row, place, isText: isText)) else {
      throw unknown
    }
    return position
  }

  mutating func segment(_ number: Int64) throws -> Int64 {
    if let known = segments[number] { return known }
    let segment = Segment(id: number)
    let isText = segment.dimension.value == .string
    let value = isText ? Int32(try id(Int64(segment.value))) : segment.value
    let id = Segment(segment.dimension, value).id
    segments[number] = id
    return id
  }

  private var unknown: Failure {
    Failure(
      "\(path) is damaged: it names a text that it does not have",
      hint: "write the part anew, or copy it whole", exit: .badData)
  }
}
