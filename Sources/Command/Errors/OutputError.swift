/// What can go wrong with results on their way out.
package enum OutputError: Error, Sendable, Equatable {
  case standardOutput(reason: String)
  /// Nobody reads standard output any more.
  case readerGone
  /// A file cannot be made.
  case cannotWrite(path: String)
  /// A folder that is to be filled holds something that this program did not make.
  case foreignFile(folder: String, name: String)
}

extension ErrorText {
  init(output error: OutputError) {
    switch error {
    case .standardOutput(let reason):
      self.init("standard output cannot be written: \(reason)", exitCode: .cannotWrite)
    case .readerGone:
      self.init("nobody reads standard output any more", exitCode: .cannotWrite)
    case .cannotWrite(let path): self.init("\(path) cannot be written", exitCode: .cannotWrite)
    case .foreignFile(let folder, let name):
      self.init(
        "\(folder) holds \(name), which no simulation has written",
        hint: "name a folder that is empty or not there yet", exitCode: .cannotWrite)
    }
  }
}
