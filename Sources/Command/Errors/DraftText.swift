import Feed
import Values

extension Failure {
  init(sample error: SampleError) {
    switch error {
    case .noTemporaryFile(let path):
      self.init(
        "the temporary file \(path) cannot be made", hint: "TMPDIR names another folder for it",
        exit: .cannotWrite)
    }
  }
}
