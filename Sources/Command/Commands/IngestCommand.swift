/// `runrate ingest`.
func ingest(_ options: Options, _ console: Console) throws -> ExitCode {
  throw NotBuilt(command: .ingest)
}
