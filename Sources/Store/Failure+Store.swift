package import Values

/// What several places say of a database.
extension Failure {
  static func locked(_ path: String) -> Failure {
    Failure(
      "another run holds the lock of \(path)", hint: "wait until it has ended", exit: .locked)
  }

  /// Another program has the database to itself, and kept it for too long.
  static func inUse(_ path: String) -> Failure {
    Failure(
      "\(path) is in use: waited too long for \(LockTimeout.users(of: path))",
      hint: "end that program or its transaction, or wait longer with --wait SECONDS",
      exit: .inputOutput)
  }

  package static func missing(_ path: String) -> Failure {
    Failure(
      "there is no database \(path)", hint: "\"runrate ingest LOGS\" makes one", exit: .noInput)
  }

  static func alreadyThere(_ path: String) -> Failure {
    Failure("\(path) is there already", hint: "name a file that is not", exit: .cannotWrite)
  }

  /// The file is no database, or is another program's.
  static func foreign(_ path: String) -> Failure {
    Failure(
      "\(path) is not a database of Runrate",
      hint:
        "name another file; if it was one, \"runrate restore BACKUP\" puts a backup in its place",
      exit: .badData)
  }

  static func newer(_ path: String, found: Int64) -> Failure {
    Failure(
      "\(path) was written by a newer version (schema \(found), this one knows "
        + "\(Store.schemaVersion))",
      hint: "use the newer version, or another file with --database", exit: .badData)
  }

  static func older(_ path: String, found: Int64) -> Failure {
    Failure(
      "\(path) was written by an early build (schema \(found), the oldest that is upgraded is "
        + "\(Store.oldestSchema))",
      hint: "read the logs into a new database, named with --database", exit: .badData)
  }

  /// The copy is none of ours, or its pages do not belong together.
  static func unfitCopy(_ path: String, _ why: String) -> Failure {
    Failure(
      "\(path) cannot take the database's place: \(why)",
      hint: "take an older backup, or make the database anew from the logs", exit: .badData)
  }
}
