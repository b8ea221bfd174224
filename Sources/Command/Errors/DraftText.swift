import Feed
import Metrics
import Values

extension ErrorText {
  init(draft failure: DraftFailure) {
    switch failure {
    case .isThere(let path):
      self.init(
        "\(path) is there already and is not written over",
        hint: "runrate init --print shows what it would hold; or name another with --config",
        exitCode: .cannotWrite)
    case .noLines:
      self.init(
        "the logs hold no line", hint: "name files or folders with NDJSON: one JSON object a line",
        exitCode: .noInput)
    case .notJSON(let lines):
      self.init(
        "none of the \(grouped(Int64(lines))) lines is a JSON object",
        hint: "Runrate reads NDJSON: one JSON object a line, also packed with gzip or zstd",
        exitCode: .badData)
    }
  }

  init(sample error: SampleError) {
    switch error {
    case .noTemporaryFile(let path):
      self.init(
        "the temporary file \(path) cannot be made", hint: "TMPDIR names another folder for it",
        exitCode: .cannotWrite)
    }
  }
}
