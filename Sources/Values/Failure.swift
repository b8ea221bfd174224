import Glibc

/// Why a command cannot go on, in the words in which a person reads it.
package struct Failure: Error, Sendable, Equatable {
  /// What is wrong: `there is no database runrate.db`.
  package var message: String
  /// What to do about it.
  package var hint: String?
  package var exit: ExitCode
  /// Set where other code handles the failure; nil for most.
  package var kind: Kind?

  package enum Kind: Sendable, Equatable {
    /// The command line is wrong: that of `command`, where it got so far.
    case usage(command: String?)
    /// A folder holds no logs.
    case noLogs
    /// There is nothing to report on the day that was asked for.
    case noReport
  }

  package init(_ message: String, hint: String? = nil, exit: ExitCode, kind: Kind? = nil) {
    (self.message, self.hint, self.exit, self.kind) = (message, hint, exit, kind)
  }

  private var hasStep = false

  /// This failure, with the step that it ended unless it has one: `reading the spend`.
  package func during(_ step: String) -> Failure {
    guard !hasStep else { return self }
    var failure = self
    (failure.message, failure.hasStep) = ("while \(step): \(message)", true)
    return failure
  }
}

extension Failure {
  /// `errno`: why, where the system says so.
  package static func cannotWrite(_ path: String, _ errno: Int32? = nil) -> Failure {
    Failure(
      "\(path) cannot be written" + (errno.map { ": " + systemMessage($0) } ?? ""),
      hint: errno.flatMap(systemHint), exit: .cannotWrite)
  }

  package static func notFound(_ path: String) -> Failure {
    Failure("\(path) does not exist", hint: systemHint(ENOENT), exit: .noInput)
  }

  package static func unreadable(_ path: String, _ errno: Int32) -> Failure {
    Failure(
      "\(path) cannot be read: \(systemMessage(errno))", hint: systemHint(errno), exit: .noInput)
  }

  /// Money that cannot be counted to the millionth: amounts of a log or a file are absurd.
  package static func tooLarge(_ sum: String) -> Failure {
    Failure(
      "\(sum) adds up to more than 9.2 × 10¹², which cannot be counted to the millionth",
      hint:
        "look for absurd amounts in the log, the configuration's prices and the spend, and leave "
        + "them out",
      exit: .badData)
  }
}

/// What the system calls an error: `No space left on device`.
package func systemMessage(_ errno: Int32) -> String { String(cString: strerror(errno)) }

/// What to do about an error of the system that a person can do something about.
package func systemHint(_ errno: Int32) -> String? {
  switch errno {
  case ENOENT: "check the name; a folder to write into has to exist"
  case EACCES, EPERM, EROFS: "check its permissions (ls -l), or name another place"
  case ENOSPC, EDQUOT: "make room there (df), or name another place"
  default: nil
  }
}
