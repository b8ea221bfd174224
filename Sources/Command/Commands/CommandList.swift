/// All commands, in the order of the help; what they are and do stands in a file each.
package enum CommandList {
  package static let all: [any ParsableCommand.Type] = [
    InitCommand.self,
    DoctorCommand.self,
    RunCommand.self,
    IngestCommand.self,
    ReportCommand.self,
    DigestCommand.self,
    ReadCommand.self,
    FoldCommand.self,
    MergeCommand.self,
    CheckCommand.self,
    AckCommand.self,
    BacktestCommand.self,
    StatusCommand.self,
    RejectedCommand.self,
    EventsCommand.self,
    PurgeCommand.self,
    SimulateCommand.self,
    FigureCommand.self,
    VerifyCommand.self,
    MCPCommand.self,
    ExplainCommand.self,
    CustomerCommand.self,
    DiffCommand.self,
    BackupCommand.self,
    RestoreCommand.self,
    PrintCommand.self,
  ]

  /// What the command line says of each.
  package static let configurations = all.map { $0.configuration }

  package static func named(_ name: String) -> (any ParsableCommand.Type)? {
    all.first { $0.configuration.name == name }
  }
}
