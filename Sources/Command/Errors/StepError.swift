import Values

/// An error with the step of the pipeline that it happened in.
package struct StepError: Error {
  /// As it follows "while": `reading the logs`.
  package let step: String
  package let cause: any Error

  package init(step: String, cause: any Error) {
    self.step = step
    self.cause = cause
  }
}

/// Does `work` as a stage of the command, and stamps its name on any error that passes.
package func during<T>(_ step: String, _ work: () throws -> T) throws -> T {
  do {
    return try Timings.stage(step, work)
  } catch let error as StepError {
    throw error
  } catch {
    throw StepError(step: step, cause: error)
  }
}
