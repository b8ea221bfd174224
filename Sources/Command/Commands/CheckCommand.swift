/// `runrate check`.
func check(_ options: Options, _ console: Console) throws -> ExitCode {
  throw NotBuilt(command: .check)
}
