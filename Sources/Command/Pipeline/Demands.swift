import Feed
import Foundation
import Settings
import Store
import Values

// What has to be there before a session begins: opening one makes a database and its lock, and a
// question about nothing must not leave an empty database behind.

/// Throws where there is no database yet.
func requireDatabase(_ options: Options) throws {
  guard FileManager.default.fileExists(atPath: options.database) else {
    throw Failure.missing(options.database)
  }
}

/// Throws where there is neither a database nor a log that could fill one. What is wrong with the
/// configuration and its files is told first, as by a session.
func requireInput(_ options: Options) throws {
  guard !FileManager.default.fileExists(atPath: options.database) else { return }
  guard !options.logs.isEmpty else {
    throw Failure(
      "there is no database \(options.database), and no logs are given to make it from",
      hint: "runrate run LOGS…: files, folders, or - for standard input; or name another "
        + "database with --database", exit: .noInput)
  }
  let settings = try during("reading the configuration") { try Settings.load(options) }
  _ = try SideFiles(settings)
  _ = try during("looking for logs") { try findInputs(options.logs) }
}
