import Foundation
import Values

/// A temporary file that has lost its name already: it goes with the process, however that ends.
final class UnnamedFile: Sendable {
  private let descriptor: Int32
  private let directory: String

  /// The folder that a file stands in; of one without a name, that of temporary ones.
  static func folder(of path: String) -> String {
    if path.hasPrefix("/proc/self/fd/") { return temporaryFolder }
    return path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
  }

  /// Where SQLite puts what is temporary, too.
  static var temporaryFolder: String {
    let named = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    return (named.isEmpty ? "/var/tmp" : named) + "/"
  }

  /// Throws ``StoreError/cannotWrite(path:errno:)`` with the name of the folder, which ends in a slash.
  init(in directory: String) throws {
    var template = Array("\(directory).runrate-spool-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    self.directory = directory
    guard descriptor >= 0, unlink(template) == 0 else { throw failure }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  private var failure: StoreError { .cannotWrite(path: directory, errno: errno) }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
    guard FileTransfer.writeAll(bytes, to: descriptor, at: offset) else { throw failure }
  }

  /// Fills the buffer; throws where the file has fewer bytes.
  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws {
    guard FileTransfer.fill(bytes, from: descriptor, at: offset) else { throw failure }
  }
}
