package import Timeline
package import Values

/// What can go wrong with the database, as facts; the command turns them into words.
package enum StoreError: Error, Sendable, Equatable {
  /// Another run holds the lock of this database.
  case locked(path: String)
  /// Another program has the database to itself, and kept it for too long.
  case inUse(path: String, by: String)
  /// The first run that was to fill it was stopped.
  case empty(path: String)
  /// A run was killed while it wrote, and who may only read cannot undo that.
  case halfWritten(path: String)
  /// The file is no database, or none of ours.
  case foreign(path: String)
  /// Written by a newer version of the program.
  case newer(path: String, found: Int64, known: Int64)
  /// A file beside the database cannot be made or written.
  case cannotWrite(path: String, errno: Int32)
  /// The database does not exist, where only reading was asked for.
  case missing(path: String)
  /// Where the database stands, or should, is a symbolic link, which could lead anywhere.
  case isSymbolicLink(path: String)
  /// Where a database should stand is a folder, a pipe or a device.
  case isNoFile(path: String, isFolder: Bool)
  /// What is to be made stands there already.
  case alreadyThere(path: String)
  /// The database's pages do not belong together.
  case damaged(path: String)
  /// A page is not as it was written.
  case damagedPage(path: String)
  /// The pages are each whole, but together not what the last run left.
  case otherState(path: String)
  /// A write-ahead log of another program lies beside the database.
  case strayLog(path: String)
  /// Another program has put the database into the mode in which it has a write-ahead log.
  case writeAheadMode(path: String)
  /// What is to be put in the database's place is none of ours, or its parts do not belong
  /// together.
  case unfitCopy(path: String, why: String)
  /// The database keeps user ids as hashes, and none are asked for.
  case keepsHashedIDs(path: String)
  /// The database keeps user ids as lines write them, and hashes are asked for.
  case keepsPlainIDs(path: String)
  /// An older program has kept ids in the form of a UUID in upper case.
  case keepsUpperCaseIDs(path: String)
  /// The ids of the database were hashed with another key.
  case otherKey(path: String)
  /// The clock is before that of the last run.
  case clockBehind(now: Instant, lastRun: Instant)
  /// Sums of money that are beyond all integers of micro-units.
  case sumTooLarge
  /// The same of one customer's alone, whom reports call `customer`.
  case absurdMoney(customer: String, AmountOverflow)
  /// Who is to be purged has more ids than a person has.
  case manyIDs(id: String, count: Int)
  /// More lines were rejected than the configuration allows.
  case tooManyRejected(rejected: Int, read: Int, suspectedFormat: SuspectedFormat?)

  /// Lines that were read in one dialect and bear the mark of another.
  package struct SuspectedFormat: Sendable, Equatable {
    package var dialect: String
    package var lines: Int
  }
}
