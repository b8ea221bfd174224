import Glibc
package import Values

/// One log as it was found: a file, or standard input.
package struct InputFile: Sendable, Hashable {
  /// As it is shown: the argument, or the folder's argument with the way down; `-` is standard
  /// input.
  /// Bytes that are no UTF-8 are shown as `\xE9`.
  package var path: String
  /// Its place in the list of inputs, from 0.
  package var index: Int32
  /// Bytes on disk when it was found, 0 for standard input and pipes. Decides only about the order
  /// of work.
  package var size: Int64
  /// The name as the system knows it, without a zero at its end.
  let name: [UInt8]

  package init(path: String, index: Int32, size: Int64 = 0) {
    self.init(name: Array(path.utf8), index: index, size: size)
  }

  /// A file that is shown under another path than it stands at.
  package init(at place: String, shown path: String, index: Int32) {
    self.path = path
    self.index = index
    name = Array(place.utf8)
    var status = stat()
    size = stat(place, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// The file that stands at a path now, the first of a list; nil for none.
  package init?(standingAt path: String) {
    self.init(at: path, shown: path, index: 0)
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
  }

  init(name: [UInt8], index: Int32, size: Int64) {
    path = shownPath(name)
    self.name = name
    self.index = index
    self.size = size
  }

  package var isStandardInput: Bool { path == "-" }
}

extension [InputFile] {
  /// The same behind `count` others.
  package func behind(_ count: Int) -> [InputFile] {
    enumerated().map { place, file in
      var file = file
      file.index = Int32(count + place)
      return file
    }
  }
}

/// The logs that arguments name: files whatever their name, folders recursively in the order of
/// names (bytes) with the names of logs (``LogName``), `-` for standard input. What is named twice
/// is read once. Names that begin with a point are skipped in folders.
package func findInputs(_ arguments: [String]) throws(Failure) -> [InputFile] {
  try FoundInputs(arguments).logs
}

/// What folders and files that arguments name hold.
package struct FoundInputs: Sendable {
  package let logs: [InputFile]
  /// Paths of files in the folders whose names are not those of logs, in the order of names.
  package let others: [String]

  /// Throws where a path does not exist or a folder holds no log.
  package init(_ arguments: [String]) throws(Failure) {
    guard !arguments.isEmpty else {
      throw Failure("no logs are given", hint: "name files, folders or -", exit: .usage)
    }
    var finder = InputFinder()
    for argument in arguments { try finder.add(argument) }
    logs = finder.files
    others = finder.others.map(shownPath)
  }
}

/// A path for people: a name need not be UTF-8.
func shownPath(_ name: [UInt8]) -> String {
  if let text = String(validating: name, as: UTF8.self) { return text }
  var shown = ""
  var at = name[...]
  while let byte = at.first {
    let count = (1...4).first { String(validating: at.prefix($0), as: UTF8.self) != nil }
    if let count, count <= at.count {
      shown += String(decoding: at.prefix(count), as: UTF8.self)
      at = at.dropFirst(count)
    } else {
      shown += "\\x" + String(byte, radix: 16, uppercase: true)
      at = at.dropFirst()
    }
  }
  return shown
}

private struct InputFinder {
  /// A path as the system knows it.
  private typealias Name = [UInt8]

  var files: [InputFile] = []
  var others: [[UInt8]] = []
  private var seen: Set<Name> = []
  /// In the argument that is searched: logs, those of other arguments included, and the folders
  /// that were gone through. Links may lead to one folder on many ways.
  private var logsFound = 0
  private var foldersSeen: Set<FolderID> = []
  private static let slash = UInt8(ascii: "/")

  private struct FolderID: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) { (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino)) }
  }

  mutating func add(_ argument: String) throws(Failure) {
    let name = Array(argument.utf8)
    guard argument != "-" else { return append(name, size: 0) }
    let status = try status(of: name)
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return append(name, size: Int64(status.st_size))
    }
    logsFound = 0
    foldersSeen = [FolderID(status)]
    try addFolder(name)
    guard logsFound == 0 else { return }
    throw Failure(
      "\(argument) holds no logs", hint: hintOfOthers, exit: .noInput, kind: .noLogs)
  }

  /// What to name in place of a folder without logs.
  private var hintOfOthers: String {
    let exports = transactionExports(among: others.prefix(Self.mostOthers).map(shownPath))
    return exports.first.map {
      "\($0) is RevenueCat's export of transactions, which is read when the file itself is named"
    } ?? "logs end in \(LogName.described); names that begin with a dot are skipped"
  }

  /// So many files of other names are looked into.
  private static let mostOthers = 20

  /// What a folder of ours begins its `run.json` with: its JSON files are a report's, no logs.
  private static let ownMark = Array("{\n  \"program\": \"runrate\"".utf8)

  /// Whether a run has written the folder as the report of a day.
  private func isReport(_ folder: Name) -> Bool {
    let path = folder + [Self.slash] + Array("run.json".utf8)
    let file = withCPath(path) { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else { return false }
    defer { close(file) }
    var head = [UInt8](repeating: 0, count: Self.ownMark.count)
    return pread(file, &head, head.count, 0) == head.count && head == Self.ownMark
  }

  private mutating func addFolder(_ folder: Name) throws(Failure) {
    if isReport(folder) { return }
    for name in try names(in: folder) {
      let path = folder.last == Self.slash ? folder + name : folder + [Self.slash] + name
      // What goes while we look, or points nowhere, is found out when it is opened.
      let status = try? status(of: path)
      switch (status?.st_mode ?? S_IFREG) & S_IFMT {
      case S_IFDIR:
        guard let status, foldersSeen.insert(FolderID(status)).inserted else { continue }
        try addFolder(path)
      case S_IFREG where LogName.isLog(name):
        logsFound += 1
        append(path, size: Int64(status?.st_size ?? 0))
      case S_IFREG: others.append(path)
      default: break
      }
    }
  }

  private mutating func append(_ path: Name, size: Int64) {
    guard seen.insert(path == [45] ? path : realPath(path) ?? path).inserted else { return }
    files.append(InputFile(name: path, index: Int32(files.count), size: size))
  }

  private func status(of path: Name) throws(Failure) -> stat {
    var status = stat()
    guard withCPath(path, { stat($0, &status) }) != 0 else { return status }
    let code = errno
    throw code == ENOENT
      ? .notFound(shownPath(path)) : .unreadable(shownPath(path), code)
  }

  /// In the order of their bytes.
  private func names(in folder: Name) throws(Failure) -> [Name] {
    guard let stream = withCPath(folder, { opendir($0) }) else {
      throw .unreadable(shownPath(folder), errno)
    }
    defer { closedir(stream) }
    var names: [Name] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { bytes(of: $0) }
      }
      if name.first != UInt8(ascii: ".") { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw .unreadable(shownPath(folder), errno) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func realPath(_ path: Name) -> Name? {
    guard let real = withCPath(path, { realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return bytes(of: real)
  }

  private func bytes(of text: UnsafePointer<CChar>) -> Name {
    UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
  }
}

/// Calls `body` with a path as C wants it.
func withCPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
    guard let start = buffer.baseAddress else { preconditionFailure("it has a zero at least") }
    return body(start)
  }
}
