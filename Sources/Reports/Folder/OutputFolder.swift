import Glibc
import Synchronization

/// The unfinished folder that the reports of one day are written into, by several threads at once.
/// Every file is on the disk when its call returns.
package final class OutputFolder: Sendable {
  /// Without a slash at its end.
  package let root: String
  private let mode: ReportMode
  private let made = Mutex<Set<String>>([])
  private let written = Mutex<Set<String>>([])

  init(root: String, mode: ReportMode = .masked) {
    self.root = root
    self.mode = mode
  }

  /// Where the file of that relative name stands.
  package func path(_ name: String) -> String { root + "/" + name }

  /// Writes a new file, and the folder it stands in.
  package func write(_ bytes: [UInt8], to name: String) throws {
    try makeParent(of: name)
    try writeFile(bytes, to: path(name), mode: mode)
    written.withLock { _ = $0.insert(name) }
  }

  /// Takes over a file that a library has written: mode and disk as for all others.
  package func adopt(_ name: String) throws {
    try restrict(path(name), to: mode)
    try sync(path(name))
    written.withLock { _ = $0.insert(name) }
  }

  /// The names of all files so far, sorted.
  var files: [String] { written.withLock { $0.sorted() } }

  /// A folder for temporary files on the same disk, gone afterwards; after an error it goes with
  /// the unfinished folder.
  package func withScratch(_ body: (String) throws -> Void) throws {
    let scratch = path(".scratch")
    try makeFolder(scratch, mode: .owner)
    try body(scratch)
    try removeTree(scratch)
  }

  /// Brings the folders themselves to the disk.
  func syncFolders() throws {
    for name in made.withLock({ $0.sorted() }) { try sync(path(name)) }
    try sync(root)
  }

  private func makeParent(of name: String) throws {
    guard let slash = name.lastIndex(of: "/") else { return }
    let parent = String(name[..<slash])
    try made.withLock { made in
      guard made.insert(parent).inserted else { return }
      try makeFolder(path(parent), mode: mode)
    }
  }
}
