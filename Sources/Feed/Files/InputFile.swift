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

/// What is remembered of a file that was read, to know it again in the next run. A file is known
/// by its bytes: its name, inode and times only spare reading them where nothing has moved.
package struct InputRecord: Sendable, Equatable {
  package var path: String
  package var identity: FileIdentity
  /// stableHash of the first and the last `min(65,536, size)` bytes on disk: who has others is
  /// another file.
  package var rawHeadHash: UInt64
  package var rawTailHash: UInt64
  /// ``BlockHashes`` of all bytes on disk: who has the same is the same file.
  package var wholeHash: UInt64
  /// Decompressed bytes that were read: up to the end of the last line, without a torn tail.
  package var consumed: Int64
  /// Newlines in them.
  package var newlines: Int64
  /// `min(65,536, consumed)`, and stableHash of so many decompressed bytes at the beginning.
  package var headLength: Int32
  package var headHash: UInt64
  /// ``BlockHashes`` of all of them.
  package var contentHash: UInt64
  /// Behind them stands a torn tail, which no run has counted yet.
  package var hasTornTail: Bool
  /// The earliest time of a line that was rejected because it was in the future. Once such a line
  /// would be believed, the file is as good as never read.
  package var earliestFuture: Int64?

  package init(
    path: String, identity: FileIdentity, rawHeadHash: UInt64, rawTailHash: UInt64,
    wholeHash: UInt64, consumed: Int64, newlines: Int64, headLength: Int32, headHash: UInt64,
    contentHash: UInt64, hasTornTail: Bool, earliestFuture: Int64?
  ) {
    self.path = path
    self.identity = identity
    self.rawHeadHash = rawHeadHash
    self.rawTailHash = rawTailHash
    self.wholeHash = wholeHash
    self.consumed = consumed
    self.newlines = newlines
    self.headLength = headLength
    self.headHash = headHash
    self.contentHash = contentHash
    self.hasTornTail = hasTornTail
    self.earliestFuture = earliestFuture
  }

  /// How many bytes at either end are hashed at most.
  static let window = 65_536
}

/// What the system says of a file without reading it. Times are nanoseconds since 1970.
package struct FileIdentity: Sendable, Equatable {
  /// Bytes on disk.
  package var size: Int64
  package var modified: Int64
  /// When its bytes, name or rights were changed last, which nobody can set; 0 where that was so
  /// shortly before it was looked at that it could have changed since without another time.
  package var changed: Int64
  package var inode: Int64

  package init(size: Int64, modified: Int64, changed: Int64, inode: Int64) {
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
  }

  /// Whether a file that looks so is the one that looked like `other`.
  func isCertainly(_ other: FileIdentity) -> Bool { changed != 0 && self == other }
}

/// What was learned of a file on disk before reading it.
struct Fingerprint: Equatable {
  var identity: FileIdentity
  var rawHeadHash: UInt64
  var rawTailHash: UInt64

  var size: Int64 { identity.size }
}

/// The records of earlier runs, by what a file can be recognised with.
struct KnownInputs: Sendable {
  private var byPath: [String: [InputRecord]] = [:]
  private var byEnds: [Ends: [InputRecord]] = [:]
  /// How long a file is on disk, and the hashes of its two ends.
  private struct Ends: Hashable { let size: Int64, head: UInt64, tail: UInt64 }

  /// Those with a head of full length, by its hash.
  private var byHead: [UInt64: [InputRecord]] = [:]

  /// `latest`: the latest time that is believed now, in milliseconds.
  init(_ records: [InputRecord], latest: Int64) {
    for record in records where record.earliestFuture.map({ $0 > latest }) ?? true {
      byPath[record.path, default: []].append(record)
      let ends = Ends(
        size: record.identity.size, head: record.rawHeadHash, tail: record.rawTailHash)
      byEnds[ends, default: []].append(record)
      if Int(record.headLength) == InputRecord.window {
        byHead[record.headHash, default: []].append(record)
      }
    }
  }

  /// The record of a file of that name that nobody has touched.
  func untouched(_ path: String, _ identity: FileIdentity) -> InputRecord? {
    byPath[path]?.last { identity.isCertainly($0.identity) }
  }

  /// Records that may be of the same bytes on disk: as long, with the same ends. The newest first.
  func alike(_ file: Fingerprint) -> [InputRecord] {
    let ends = Ends(size: file.size, head: file.rawHeadHash, tail: file.rawTailHash)
    return (byEnds[ends] ?? []).reversed()
  }

  /// Records that a file of this size may be the continuation of, the longest first. `headHash` is
  /// that of its first bytes, where there is a whole window of them. A file that is not larger
  /// than it was is never a continuation.
  func candidates(_ path: String, size: Int64, headHash: UInt64?) -> [InputRecord] {
    var found = byPath[path] ?? []
    if let headHash { found += byHead[headHash] ?? [] }
    return found.filter { $0.consumed > 0 && $0.consumed <= size && $0.identity.size < size }
      .sorted { $0.consumed > $1.consumed }
  }

  /// Records that an archive with these first bytes, a whole window, may be the continuation of,
  /// the shortest first.
  func archived(headHash: UInt64) -> [InputRecord] {
    (byHead[headHash] ?? []).sorted { $0.consumed < $1.consumed }
  }
}
