import Foundation

/// A file of the project that repeats what the code declares.
package struct Document {
  private let path: String

  /// `name`: its path from the project's folder.
  package init(_ name: String) {
    path =
      URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../\(name)").standardized.path
  }

  package func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// Whether the file is as it should be; `make guides` writes it so.
  package func says(_ wanted: String) throws -> Bool {
    if ProcessInfo.processInfo.environment["RUNRATE_GUIDES"] != nil {
      try wanted.write(toFile: path, atomically: true, encoding: .utf8)
    }
    return try text() == wanted
  }
}
