import Feed
import Foundation
import Metrics
import Reports
import SQLite
import Settings
import Store
package import Values

/// Errors as a person is told of them.
extension Failure {
  package init(of error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as SQLiteError: self.init(database: error)
    case let refusal as FigureRefusal: self.init(figure: refusal)
    case let error as Refusal:
      self.init("the logs were not read: \(error.text)", exit: .inputOutput)
    default: self.init(unforeseen: error)
    }
  }

  /// Errors that nobody gave words to: mostly the system's, from files.
  private init(unforeseen error: any Error) {
    let text = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    self.init(text, exit: .inputOutput)
  }
}

/// Does `work` as a stage of the command. A failure says in which one, the innermost, it happened.
package func during<T>(_ step: String, _ work: () throws -> T) throws -> T {
  do {
    return try Timings.stage(step, work)
  } catch {
    throw Failure(of: error).during(step)
  }
}

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

  init(figure refusal: FigureRefusal) {
    let nearest = refusal.nearest.few
    let hint: String? =
      switch refusal.reason {
      case _ where !nearest.isEmpty: "the nearest is \(nearest)"
      case .unknown:
        "a figure is a column of a CSV file: reports/latest/csv/README.md lists them"
      case .absent: "name another day with --on, or the day of another report with --as-of"
      default: nil
      }
    let isUnclear = refusal.reason == .unknown || !refusal.choices.isEmpty
    self.init(refusal.message, hint: hint, exit: isUnclear ? .usage : .noInput)
  }
}
