import Values

/// How a part of the customers stands in files, for whoever adds parts up (the guide "When one
/// machine is not enough"): ``Merge``, Spark, or `awk`.
///
/// A part is lines of UTF-8, in any order and any number of files. A line is a table's name, a key
/// and whole numbers, with a tab before each:
///
///     fact_day⇥gross_revenue␟18262␟country␟DE⇥12990000
///     customer⇥4711␟1577836800000␟DE␟\0␟…
///
/// Lines of the same table and key are one whose numbers are their sums: that is all there is to
/// adding parts up. A line without numbers is there once.
///
/// Fields of a key are separated by U+001F. Texts stand as they are but for `\\`, `\t`, `\n`, `\r`
/// and `\u` (U+001F); `\0`, `\1`, `\2` are what stands in the place of a text that is missing, of
/// small values, and of "without"; `\N` is NULL. A line that is left out comes to 0.
enum PartFormat {
  /// Raised with every change of what a line means.
  static let version: Int64 = 1

  /// Lines of fact tables, each of one measure: measure, key, value.
  static let facts = "facts.tsv"
  /// All other lines.
  static let rows = "rows.tsv"
  /// Pairs of keys that are one customer; see ``ReadLinks``.
  static let links = "links.tsv"
  /// Keys of customers with several, each with the key that stands for all of them.
  static let owners = "owners.tsv"

  /// Lines of doubtful identities; see ``IdentityContents``.
  static let contents = "contents.tsv"

  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let separator: UInt8 = 0x1F
  static let escape = UInt8(ascii: "\\")
  /// How a line begins that says what part it is of.
  static let description = Array(PartRecord.part.rawValue.utf8) + [tab]
  /// What stands for NULL.
  static let null = Array("\\N".utf8)
}

/// Lines that say what a part is and what was read for it. Those of tables bear the tables' names.
enum PartRecord: String, CaseIterable {
  /// format, id, place, kind, program, rules, rates, columns, reading, zone, as-of day, end, key
  /// check.
  case part
  /// table → how many rows, or the sums of each measure, modulo 2^64.
  case total
  /// number, path, status, bytes, hashes of both ends.
  case file
  /// path → read, accepted, duplicate, ignored, rejected.
  case lines
  /// path, kind, name → lines.
  case lineCount = "line_count"
  /// path, dialect → lines.
  case dialect
  /// → lines of one identity with different content.
  case conflicts
  /// number, path, line, offset, reason, field, dialect, the line.
  case reject
  /// number, path, time, text, kind, link → lines.
  case annotation
  /// The name of an app that lines name.
  case app
  /// The time of the first event and of the last.
  case extent
  /// day, time of its last event → events.
  case eventDay = "event_day"
}

/// What several places say of parts.
extension Failure {
  /// A line that is none of a part; caught where its file and number are known.
  static let malformed = Failure("a line is none of a part", exit: .badData)

  /// Neither a folder with lines of a part nor a database.
  static func isNoPart(_ path: String) -> Failure {
    Failure(
      "\(path) is no part: no fold has written it",
      hint: "\"runrate fold LOGS --facts DIR\" writes one", exit: .badData)
  }

  /// Files are there, but none of them says what part they are of.
  static func saysNotWhat(_ path: String) -> Failure {
    Failure(
      "\(path) does not say what part it is: a file is missing, or was cut short",
      hint: "write the part anew, or copy it whole", exit: .badData)
  }

  /// Customers, or ids of one, in more than one part.
  static func overlapping(_ customer: UserID) -> Failure {
    Failure(
      "customer \(customer.pseudonym) is in more than one part",
      hint: "\"runrate read --parts\" deals all lines of a customer out to one part",
      exit: .badData, kind: .overlap)
  }
}
