import Glibc
import Synchronization
import Values

/// The unfinished folder of one day. Thread-safe; files are on the disk on return.
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

  var files: [String] { written.withLock { $0.sorted() } }

  /// A temporary folder on the same disk.
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

/// The lock of a folder of reports, held while one is put in place: another database may publish
/// into the same folder. The kernel keeps it on the folder itself, and it goes with the process.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Waits while another run publishes, which takes seconds; throws where that does not end.
  init(_ path: String, milliseconds: Int = 300_000) throws {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open", path) }
    var waited = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else { throw failure("flock", path) }
      guard waited < milliseconds else { throw Failure.isBusy(path) }
      usleep(50_000)
      waited += 50
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

extension Failure {
  fileprivate static func isBusy(_ path: String) -> Failure {
    Failure(
      "another run is writing a report into \(path), and has not ended for five minutes",
      hint: "name another folder with --reports", exit: .locked)
  }
}

/// Who besides the owner may read the reports: modes of files and folders.
package enum ReportMode: String, Sendable, CaseIterable {
  /// The group, unless the process's mask says otherwise.
  case masked = "umask"
  case everybody = "0644"
  case group = "0640"
  case owner = "0600"

  var file: mode_t {
    switch self {
    case .everybody: 0o644
    case .masked, .group: 0o640
    case .owner: 0o600
    }
  }

  /// As that of the files, and who may read may also look into the folder.
  var folder: mode_t {
    switch self {
    case .everybody: 0o755
    case .masked, .group: 0o750
    case .owner: 0o700
    }
  }

  /// Whether a file has the mode that was asked for whatever the process's mask is.
  var isExact: Bool { self != .masked }

  /// What to tell chmod, so that nobody else gets in.
  package var change: String {
    switch self {
    case .masked, .everybody: "go-w"
    case .group: "g-w,o="
    case .owner: "go="
    }
  }

  /// The mode that somebody has given `path`, where it lets in more people than this one does;
  /// as `0755`. Nil also for what is not there. Where nobody asked for a mode, everybody may look
  /// into a folder that was there before: what is written into it lets nobody in.
  package func width(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let asked = self == .masked ? .everybody : self
    let wanted = status.st_mode & S_IFMT == S_IFDIR ? asked.folder : asked.file
    let found = status.st_mode & 0o777
    return found & ~wanted == 0 ? nil : "0" + String(found, radix: 8)
  }
}
