import CBuildInfo
import Command
import Values
import Foundation

// A file that grows past a limit (ulimit -f) must be an error that is told, not a silent death.
signal(SIGXFSZ, SIG_IGN)

// Who reads what is said may go; a night is not over for that.
signal(SIGPIPE, SIG_IGN)
Program.fillStandardStreams()

let console = Console.standard(environment: ProcessInfo.processInfo.environment)
Program.forbidDumps(console)
let commit = Commit(
  hash: String(cString: build_commit()), date: String(cString: build_commit_date()))
exit(
  Program.run(Array(CommandLine.arguments.dropFirst()), on: console, builtFrom: commit).rawValue)
