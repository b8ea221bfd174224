/// `runrate run`.
func run(_ options: Options, _ console: Console) throws -> ExitCode {
  throw NotBuilt(command: .run)
}
