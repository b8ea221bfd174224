import Feed
import Glibc
import Metrics
import Reports
import SQLite
import Store
import Values

extension Failure {
  init(store error: StoreError) {
    switch error {
    case .locked(let path):
      self.init(
        "another run holds the lock of \(path)", hint: "wait until it has ended",
        exit: .locked)
    case .inUse(let path, let users):
      self.init(
        "\(path) is in use: waited too long for \(users)",
        hint: "end that program or its transaction, or wait longer with --wait SECONDS",
        exit: .inputOutput)
    case .empty(let path):
      self.init(
        "\(path) holds nothing yet: the first run was stopped before it had stored anything",
        hint: "\"runrate ingest LOGS\" fills it", exit: .noInput)
    case .halfWritten(let path):
      self.init(
        "a run was killed while it wrote to \(path), and its journal \(path)-journal cannot be "
          + "played back here",
        hint: "run \"runrate status\" as a user who may write to the file and its folder: that "
          + "puts the last whole state back", exit: .cannotWrite)
    case .missing(let path):
      self.init(
        "there is no database \(path)", hint: "\"runrate ingest LOGS\" makes one",
        exit: .noInput)
    case .cannotWrite(let path, let errno):
      self.init(
        "\(path) cannot be written: \(systemMessage(errno))", hint: systemHint(errno),
        exit: .cannotWrite)
    case .isSymbolicLink(let path):
      self.init(
        "\(path) is a symbolic link", hint: "name the file that it leads to",
        exit: .cannotWrite)
    case .isNoFile(let path, let isFolder):
      self.init(
        "\(path) is a \(isFolder ? "folder" : "pipe or device"), and no database",
        hint: "name the file of a database; a new one is made where there is none",
        exit: .badData)
    case .alreadyThere(let path):
      self.init(
        "\(path) is there already", hint: "name a file that is not", exit: .cannotWrite)
    case .tooManyRejected(let rejected, let read, let suspectedFormat):
      self.init(
        (suspectedFormat.map { $0.text + "; " } ?? "")
          + "\(grouped(Int64(rejected))) of \(grouped(Int64(read))) lines were rejected, more than "
          + "ingest.maxRejectedShare allows: nothing was accepted",
        hint: "\"runrate rejected\" shows them with file, line and reason", exit: .badData)
    case .clockBehind(let now, let lastRun):
      self.init(
        "this machine's clock says \(now.iso8601), which is before the last run, of "
          + "\(lastRun.iso8601): nothing was read",
        hint: "set the clock right (timedatectl); if it is right now and was ahead then, pass "
          + "--trust-clock once", exit: .badData)
    case .sumTooLarge: self = .tooLarge("what was charged")
    case .absurdMoney(let customer, let money): self.init(absurd: money, of: customer)
    case .manyIDs(let id, let count):
      self.init(
        "\"\(id)\" is one of \(grouped(Int64(count))) ids of one customer, who is hardly one person: "
          + "nobody was purged",
        hint: "suspicious.csv names the id that joins them: runrate purge --unlink ID, then again",
        exit: .badData)
    case .foreign, .newer, .damaged, .damagedPage, .otherState, .strayLog, .writeAheadMode,
      .unfitCopy, .keepsHashedIDs, .keepsPlainIDs, .keepsUpperCaseIDs, .otherKey:
      let (message, hint) = Self.unfit(error)
      self.init(message, hint: hint, exit: .badData)
    }
  }

  /// Databases that cannot be used as they are.
  private static func unfit(_ error: StoreError) -> (message: String, hint: String) {
    switch error {
    case .foreign(let path):
      (
        "\(path) is not a database of Runrate",
        "name another file; if it was one, \"runrate restore BACKUP\" puts a backup in its place"
      )
    case .newer(let path, let found, let known):
      (
        "\(path) was written by a newer version (schema \(found), this one knows \(known))",
        "use the newer version, or another file with --database"
      )
    case .damaged(let path):
      (
        "\(path) is damaged, so no copy of it was kept",
        "restore the newest backup, or make the database anew from the logs"
      )
    case .damagedPage(let path):
      (
        "\(path) is damaged: a page is not as it was written, or another program (sqlite3 .backup, "
          + "VACUUM INTO) has written the file",
        "\"runrate restore BACKUP\" puts a backup in its place; where another program made the "
          + "file, \"runrate restore \(path)\" checks it and makes it usable"
      )
    case .otherState(let path):
      (
        "\(path) is not what the last run left: a disk has lost some of what was written to it, or "
          + "somebody has put a copy in its place",
        "where it is a copy, say \"runrate restore \(path)\"; else put a backup there with "
          + "\"runrate restore BACKUP\", or make the database anew from the logs"
      )
    case .strayLog(let path):
      (
        "beside \(path) lies \(path)-wal, the log of another program or of another database",
        "where a copy was put there, remove the log; where another program has changed the database, "
          + "let it finish: sqlite3 \(path) 'PRAGMA journal_mode = DELETE'"
      )
    case .writeAheadMode(let path):
      (
        "\(path) is in WAL mode, into which another program has put it",
        "let that program finish, then sqlite3 \(path) 'PRAGMA journal_mode = DELETE', and "
          + "\"runrate restore \(path)\""
      )
    case .unfitCopy(let path, let why):
      (
        "\(path) cannot take the database's place: \(why)",
        "take an older backup, or make the database anew from the logs"
      )
    case .keepsHashedIDs(let path):
      (
        "\(path) keeps user ids as hashes, but privacy.userIDs is \"plain\"",
        "set privacy.userIDs to \"hashed\", or name another file with --database"
      )
    case .keepsPlainIDs(let path):
      (
        "\(path) keeps user ids as they are, but privacy.userIDs is \"hashed\"",
        "read the logs into a new database, named with --database"
      )
    case .keepsUpperCaseIDs(let path):
      (
        "\(path) keeps ids such as 3F2504E0-… in upper case, which are read in lower case now: "
          + "people would be two customers, and what is read again would count twice",
        "read the logs into a new database, named with --database"
      )
    case .otherKey(let path):
      (
        "the ids in \(path) were hashed with another key",
        "use the key that the database began with"
      )
    case .locked, .inUse, .empty, .halfWritten, .missing, .cannotWrite, .isSymbolicLink,
      .isNoFile, .alreadyThere, .sumTooLarge, .clockBehind, .absurdMoney, .manyIDs,
      .tooManyRejected:
      ("\(error)", "")
    }
  }

  init(input error: InputError) {
    switch error {
    case .nothingGiven:
      self.init("no logs are given", hint: "name files, folders or -", exit: .usage)
    case .notFound(let path):
      self.init("\(path) does not exist", hint: systemHint(ENOENT), exit: .noInput)
    case .unreadable(let path, let code):
      self.init(
        "\(path) cannot be read: \(systemMessage(code))", hint: systemHint(code),
        exit: .noInput)
    case .noLogs(let folder):
      self.init(
        "\(folder) holds no logs",
        hint:
          "logs end in \(LogName.described); names that begin with a dot are skipped",
        exit: .noInput)
    }
  }

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

  init(file error: FileError) {
    switch error {
    case .isSymbolicLink(let path):
      self.init(
        "\(path) is a symbolic link; reports are written only into real folders",
        exit: .cannotWrite)
    case .isNoFolder(let path): self.init("\(path) is in the way", exit: .cannotWrite)
    case .isBusy(let path):
      self.init(
        "another run is writing a report into \(path), and has not ended for five minutes",
        hint: "name another folder with --reports", exit: .locked)
    case .isForeign(let path):
      self.init(
        "\(path) is where the report would be written, but no run has written it",
        hint: "move it away, or name another folder with --reports", exit: .cannotWrite)
    case .isNoRunFile(let path):
      self.init(
        "\(path) does not say what it should of its report",
        hint:
          "it is damaged, or no run wrote it; make the report anew with \"runrate report --as-of DAY\"",
        exit: .noInput)
    case .failed(let call, let path, let errno):
      self.init(
        "\(path) cannot be written: \(systemMessage(errno)) (\(call))", hint: systemHint(errno),
        exit: .cannotWrite)
    }
  }
}
