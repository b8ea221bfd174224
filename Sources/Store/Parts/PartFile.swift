import Foundation
import Glibc
import SQLite
import Values

/// The database of a part, in a folder. Until it is whole it stands there under another name.
package struct PartFile {
  package static let name = "part.db"

  private let path: String

  /// Makes the folder; throws where a part stands in it.
  package init(in folder: String) throws {
    path = "\(folder)/\(Self.name)"
    guard !FileManager.default.fileExists(atPath: path) else {
      throw Failure(
        "\(folder) holds a part already", hint: "name another folder, or remove it",
        exit: .cannotWrite)
    }
    try Directory.make(folder)
  }

  /// Writes what `fill` puts into a database that holds nothing at first: all of it, or nothing.
  package func write(_ fill: (Store) throws -> Void) throws {
    try Self.writeWhole(path) { unfinished in
      let store = try Store(unfinished: unfinished)
      try store.database.transaction { try fill(store) }
    }
  }

  /// Lets `write` make a file of another name, and gives it `path` once all of it is on disk.
  static func writeWhole(_ path: String, _ write: (String) throws -> Void) throws {
    let unfinished = path + ".unfinished"
    unlink(unfinished)
    defer { unlink(unfinished) }
    try write(unfinished)
    let file = open(unfinished, O_RDONLY | O_CLOEXEC)
    defer { if file >= 0 { close(file) } }
    guard file >= 0, fsync(file) == 0, rename(unfinished, path) == 0 else {
      throw Failure.cannotWrite(path, errno)
    }
  }

  /// Where the database of a part is: in the folder, or the file itself.
  static func path(of source: String) throws -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: source, isDirectory: &isFolder) else {
      throw Failure.unreadable(source, ENOENT)
    }
    guard isFolder.boolValue else { return source }
    guard access(source, R_OK | X_OK) == 0 else { throw Failure.unreadable(source, errno) }
    let path = "\(source)/\(name)"
    guard FileManager.default.fileExists(atPath: path) else { throw Failure.isNoPart(source) }
    return path
  }
}
