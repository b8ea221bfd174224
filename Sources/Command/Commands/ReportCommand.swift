/// `runrate report`: FOLD → SUM → WRITE → JUDGE, without reading anything new.
func report(_ options: Options, _ console: Console) throws -> ExitCode {
  try demandDatabase(options)
  return try Session(options, console).report()
}
