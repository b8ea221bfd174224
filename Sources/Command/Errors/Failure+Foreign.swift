import Feed
import Foundation
import Metrics
import Receipts
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
    case let error as StepError: self.init(step: error)
    case let error as SettingsError: self.init(settings: error)
    case let error as SQLiteError: self.init(database: error)
    case let error as ExplainError: self.init(explain: error)
    case let refusal as FigureRefusal:
      self.init(
        refusal.message,
        hint: refusal.nearest.isEmpty
          ? nil : "the nearest is " + refusal.nearest.joined(separator: ", "),
        exit: .noInput)
    case let error as Refusal:
      self.init("the logs were not read: \(error.text)", exit: .inputOutput)
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
    self.init(text, exit: .inputOutput)
  }
}
