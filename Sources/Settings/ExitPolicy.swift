/// What a command that judges alerts exits with.
package enum ExitPolicy: String, CaseIterable, Sendable {
  /// 1 to 3 for alerts that fire, and errors.
  case alerts
  /// Errors alone: orchestrators take every other code than 0 for a failed job.
  case errors
}
