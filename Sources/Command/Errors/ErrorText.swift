import Feed
import Foundation
import HTTP
import Metrics
import Reports
import SQLite
import Settings
import Store

/// What a person is told about an error: what happened, what to do, and the exit code.
///
/// The one place where errors become text. An error type that wants words gets a case below and
/// an `init` in a file of its own beside this one.
package struct ErrorText: Sendable, Equatable {
  package var message: String
  package var hint: String?
  package var exitCode: ExitCode

  package init(_ message: String, hint: String? = nil, exitCode: ExitCode) {
    self.message = message
    self.hint = hint
    self.exitCode = exitCode
  }

  package init(of error: any Error) {
    switch error {
    case let error as StepError: self.init(step: error)
    case let error as UsageFailure: self.init(usage: error)
    case let error as SettingsError: self.init(settings: error)
    case let error as OutputError: self.init(output: error)
    case let error as StoreError: self.init(store: error)
    case let error as PartError: self.init(part: error)
    case let error as FoldFailure: self.init(fold: error)
    case let error as ListError: self.init(list: error)
    case let error as InputError: self.init(input: error)
    case let error as SQLiteError: self.init(database: error)
    case let error as ReportFailure: self.init(report: error)
    case let error as ListingFailure: self.init(listing: error)
    case let error as KeyError: self.init(key: error)
    case let error as ExplainError: self.init(explain: error)
    case let error as FigureTooLarge: self.init(tooLarge: "\(error.column) of \(error.table).csv")
    case let error as FileError: self.init(file: error)
    case let error as WorkbookError: self.init(workbook: error)
    case let error as AlertFailure: self.init(alert: error)
    case let error as DraftFailure: self.init(draft: error)
    case let error as SampleError: self.init(sample: error)
    case let error as AddressError: self.init(address: error)
    case let error as ReportError: self.init(reading: error)
    case let error as Refusal:
      self.init("the logs were not read: \(error.text)", exitCode: .inputOutput)
    default: self.init(unforeseen: error)
    }
  }

  private init(step: StepError) {
    self.init(of: step.cause)
    message = "while \(step.step): \(message)"
  }

  /// Errors that nobody gave words to: mostly the system's, from files.
  private init(unforeseen error: any Error) {
    let text = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    self.init(text, exitCode: .inputOutput)
  }
}
