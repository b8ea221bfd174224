/// `runrate rejected`.
func rejected(_ options: Options, _ console: Console) throws -> ExitCode {
  throw NotBuilt(command: .rejected)
}
