import Glibc

/// Who besides the owner may read the reports: the mode of every file that is written, and that
/// of the folders they stand in.
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
