/// `runrate simulate`.
func simulate(_ options: Options, _ console: Console) throws -> ExitCode {
  throw NotBuilt(command: .simulate)
}
