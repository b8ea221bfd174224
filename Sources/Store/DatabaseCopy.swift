import Foundation
import SQLite
import Values

/// A copy of a database in a temporary file that has no name: it goes with the process, however
/// that ends. Whoever needs long, or changes what he reads, works on one and hinders nobody.
package final class DatabaseCopy {
  private let file: UnnamedFile

  /// Under what name this process opens it.
  package var path: String { file.path }

  /// Nothing at first, in a folder.
  package init(emptyIn folder: String) throws {
    file = try UnnamedFile(in: folder + "/")
  }

  /// Copies some pages at a time, so that a run waits for none of them for long.
  package init(of database: String, lockTimeout: LockTimeout) throws {
    file = try UnnamedFile(in: UnnamedFile.temporaryFolder)
    let store = try Store(reading: database, lockTimeout: lockTimeout)
    let size = try store.database.copyFile(
      whenBusy: {
        guard lockTimeout.goesOn({ LockTimeout.users(of: database) }) else {
          throw Failure.inUse(database)
        }
      }, take: file.write)
    try file.cut(to: size)
  }
}
