/// What can go wrong with results on their way out.
package enum OutputError: Error, Sendable, Equatable {
  case standardOutput(reason: String)
}

extension ErrorText {
  init(output error: OutputError) {
    switch error {
    case .standardOutput(let reason):
      self.init("standard output cannot be written: \(reason)", exitCode: .cannotWrite)
    }
  }
}
