import CLinux
import Glibc

/// A folder that was published, or was to be: which of its files are ours.
struct DayFolder {
  let path: String

  /// What a folder bears from its first moment until it is whole.
  static let unfinished = ".unfinished"

  /// Nil where it is none of ours, or unreadable.
  private var listing: PublishedRun? {
    (try? PublishedRun.read(in: path)).flatMap { $0.isOurs ? $0 : nil }
  }

  /// Whether a run wrote it, to its end or not.
  var isOurs: Bool {
    get throws {
      let names = try entries(of: path)
      return names.isEmpty || names.contains(Self.unfinished) || listing != nil
    }
  }

  /// Whether a run has ended it.
  var isWhole: Bool {
    get throws { try kind(of: "\(path)/\(Self.unfinished)") == .nothing && listing != nil }
  }

  /// The names of its files that no run has written; of a folder with subfolders of strangers, the
  /// subfolders. `others`: the files of the report that takes its place, which count as ours where
  /// the folder is of a version that did not list them.
  func foreign(besides others: Set<String>) throws -> [String] {
    let ours = Set(listing.map { $0.files ?? Array(others) } ?? [])
    return try foreign(in: "", ours.union(listing == nil ? [] : [RunFile.fileName]))
  }

  private func foreign(in folder: String, _ ours: Set<String>) throws -> [String] {
    try entries(of: path + "/" + folder).flatMap { entry -> [String] in
      let name = folder + entry
      if ours.contains(name) || name == Self.unfinished { return [] }
      let isShared = ours.contains { $0.hasPrefix(name + "/") }
      let isFolder = try kind(of: "\(path)/\(name)") == .folder
      return isShared && isFolder ? try foreign(in: name + "/", ours) : [name]
    }
  }

  /// What says whose it is goes last: a crash on the way leaves a known folder.
  func remove() throws {
    for name in try entries(of: path) where name != RunFile.fileName && name != Self.unfinished {
      try removeTree("\(path)/\(name)")
    }
    try removeTree(path)
  }

  /// Moves what is not ours into `other`, under the same names.
  func move(_ names: [String], to other: String) throws {
    for name in names {
      try makeParents(of: name, in: other)
      guard linux_rename_new("\(path)/\(name)", "\(other)/\(name)") == 0 else {
        throw failure("rename", "\(other)/\(name)")
      }
    }
  }

  private func makeParents(of name: String, in folder: String) throws {
    var at = folder
    for part in name.split(separator: "/").dropLast() {
      at += "/" + part
      if try kind(of: at) == .nothing { try makeFolder(at) }
    }
  }
}
