import SQLite
import Values

extension Failure {
  init(database error: SQLiteError) {
    guard !error.isDamage else {
      self.init(
        "the database is damaged: a page is not as it was written",
        hint: "\"runrate restore BACKUP\" puts a backup in its place; where another program "
          + "(sqlite3 .backup, VACUUM INTO) has written the file, restore that; or make it anew "
          + "from the logs",
        exit: .badData)
      return
    }
    guard !error.isBusy else {
      self.init(
        "the database was in use by another program for longer than --wait allows: "
          + error.message,
        hint: "end that program or its transaction (fuser names it), or wait longer with --wait "
          + "SECONDS", exit: .inputOutput)
      return
    }
    guard !error.isIntegerOverflow else {
      self = .tooLarge("a sum of money")
      return
    }
    let code: ExitCode =
      error.isUnreadable ? .badData : error.isUnwritable ? .cannotWrite : .inputOutput
    self.init(
      "the database says: \(error.message)", hint: Self.hint(for: error), exit: code)
  }

  private static func hint(for error: SQLiteError) -> String? {
    if error.isNoDatabase {
      return "name the file of a database with --database; a new one is made where there is none"
    }
    guard error.isInputOutput || error.cannotMakeFile else { return nil }
    return
      "nothing of this run was stored; check free space and permissions where the database and "
      + "TMPDIR are (df, ls -l), and the limits of the process (ulimit -f, -n), then run again"
  }
}
