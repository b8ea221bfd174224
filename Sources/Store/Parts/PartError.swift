package import Values

/// Why parts cannot be read or added up, as facts; the command turns them into words.
package enum PartError: Error, Equatable, Sendable {
  /// A line that is none of a part; caught where its file and number are known.
  case malformed
  case malformedLine(path: String, line: Int)
  /// The last line has no end: the file was cut short.
  case cutShort(path: String)
  case unreadable(path: String, code: Int32)
  /// Neither a folder with lines of a part nor a database.
  case isNoPart(path: String)
  /// A database whose events nobody has folded.
  case isNotFolded(path: String)
  /// Files there, but none of them says what part they are of.
  case saysNotWhat(path: String)
  /// Of a newer or older program.
  case otherFormat(path: String, found: Int64)
  /// Two parts differ in what they must agree in.
  case differs(path: String, what: Difference, value: String, other: String)
  case toldTwice(path: String, part: String)
  /// Parts of different wholes: `3/8` and `2/4`.
  case otherWhole(path: String, place: PartPlace, other: PartPlace)
  /// The lines of a table do not come to what the parts say.
  case doesNotAddUp(table: String)
  /// Customers, or ids of one, in more than one part.
  case overlapping(customer: String)
  /// Lines that `runrate read` had accepted are in no part, or in several.
  case linesMissing(accepted: Int64, found: Int64)
  /// What parts say of a file adds up to a negative number of lines.
  case negativeLines(path: String)
  /// Some of them are not there yet.
  case incomplete(missing: [PartPlace], isReadMissing: Bool)
  /// What `read` accepted, `fold` did not.
  case notAsRead(lines: Int)
  /// A file of lines whose number no file of `runrate read` has.
  case unknownInput(path: String)
  /// The database has events of its own.
  case holdsEvents(path: String)
  /// The database is made of parts: it has no events.
  case holdsNoEvents(path: String)
  /// A report of another day, or under another configuration, than the parts were folded for.
  case foldedOtherwise(path: String, asOf: Day, wanted: Day)
  case alreadyThere(path: String)
  case mergedIntoItself(path: String)
  case tooManyRejected(rejected: Int, read: Int)

  package enum Difference: String, Sendable {
    case program, rules, rates, columns, reading, zone, asOf, end, key
  }
}
