/// `runrate status`.
func status(_ options: Options, _ console: Console) throws -> ExitCode {
  throw NotBuilt(command: .status)
}
