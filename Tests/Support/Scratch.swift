import Foundation

/// A folder of a test's own, gone with it. In memory where there is such a place: a test waits
/// for no disk.
package final class Scratch: Sendable {
  package let path: String

  package init() throws {
    let memory = "/dev/shm"
    let place = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    path = "\(place)/runrate-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(bytes: Array(text.utf8), to: name)
  }

  @discardableResult
  package func write(bytes: [UInt8], to name: String) throws -> String {
    let file = self(name)
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  package func read(_ name: String) throws -> String {
    try String(contentsOfFile: self(name), encoding: .utf8)
  }
}
