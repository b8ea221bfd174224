/// `runrate report`.
func report(_ options: Options, _ console: Console) throws -> ExitCode {
  throw NotBuilt(command: .report)
}
