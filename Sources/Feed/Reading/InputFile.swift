import Glibc

/// One log as it was found: a file, or standard input.
package struct InputFile: Sendable, Hashable {
  /// As it is shown: the argument, or the folder's argument with the way down; `-` is standard
  /// input.
  package var path: String
  /// Its place in the list of inputs, from 0.
  package var index: Int32
  /// Bytes on disk when it was found, 0 for standard input and pipes. Decides only about the order
  /// of work.
  package var size: Int64

  package init(path: String, index: Int32, size: Int64 = 0) {
    self.path = path
    self.index = index
    self.size = size
  }

  package var isStandardInput: Bool { path == "-" }
}

/// Why there is nothing to read.
package enum InputError: Error, Equatable, Sendable {
  /// No argument was given.
  case nothingGiven
  case notFound(path: String)
  /// A folder that cannot be listed, or a path that cannot be looked up; `errno`.
  case unreadable(path: String, code: Int32)
  /// A folder in which no file has the ending of a log.
  case noLogs(folder: String)
}

/// The logs that arguments name: files whatever their name, folders recursively in the order of
/// names (bytes) with the known endings, `-` for standard input. What is named twice is read
/// once. Names that begin with a point are skipped in folders.
package func findInputs(_ arguments: [String]) throws(InputError) -> [InputFile] {
  guard !arguments.isEmpty else { throw .nothingGiven }
  var finder = InputFinder()
  for argument in arguments { try finder.add(argument) }
  return finder.files
}

private struct InputFinder {
  var files: [InputFile] = []
  private var seen: Set<String> = []
  /// In the folder that is searched, those seen before included.
  private var logsFound = 0
  private static let endings = [".ndjson", ".jsonl", ".json"]

  mutating func add(_ argument: String) throws(InputError) {
    guard argument != "-" else { return append("-", size: 0) }
    let status = try status(of: argument)
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return append(argument, size: Int64(status.st_size))
    }
    logsFound = 0
    try addFolder(argument, above: [realPath(argument) ?? argument])
    if logsFound == 0 { throw .noLogs(folder: argument) }
  }

  /// Whether a name found in a folder is that of a log.
  private static func isLog(_ name: String) -> Bool {
    var name = name.lowercased()
    for packed in [".gz", ".zst"] where name.hasSuffix(packed) {
      name.removeLast(packed.count)
    }
    return endings.contains { name.hasSuffix($0) && name.utf8.count > $0.utf8.count }
  }

  /// `above` are the folders on the way down, against loops of symbolic links.
  private mutating func addFolder(_ folder: String, above: [String]) throws(InputError) {
    for name in try names(in: folder) {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      // What goes while we look, or points nowhere, is found out when it is opened.
      let status = try? status(of: path)
      switch (status?.st_mode ?? S_IFREG) & S_IFMT {
      case S_IFDIR:
        guard let real = realPath(path), !above.contains(real) else { continue }
        try addFolder(path, above: above + [real])
      case S_IFREG where InputFinder.isLog(name):
        logsFound += 1
        append(path, size: Int64(status?.st_size ?? 0))
      default: break
      }
    }
  }

  private mutating func append(_ path: String, size: Int64) {
    guard seen.insert(path == "-" ? path : realPath(path) ?? path).inserted else { return }
    files.append(InputFile(path: path, index: Int32(files.count), size: size))
  }

  private func status(of path: String) throws(InputError) -> stat {
    var status = stat()
    guard stat(path, &status) != 0 else { return status }
    let code = errno
    throw code == ENOENT ? .notFound(path: path) : .unreadable(path: path, code: code)
  }

  /// In the order of their bytes.
  private func names(in folder: String) throws(InputError) -> [String] {
    guard let stream = opendir(folder) else { throw .unreadable(path: folder, code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    guard errno == 0 else { throw .unreadable(path: folder, code: errno) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
