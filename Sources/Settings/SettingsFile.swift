import Foundation
import Values

extension Settings {
  /// Where the configuration stands when nobody says where.
  package static let defaultPath = "runrate.json5"

  /// The settings of the file at `path`, which must exist; without a path those of
  /// ``defaultPath``, or the defaults when there is no such file.
  ///
  /// `canonicalEvents` and `canonicalFields` are the names that `eventNames` and `fieldNames` may
  /// map to, empty checks none; `figures` what alert rules may watch besides the named metrics.
  package static func load(
    path: String? = nil, canonicalEvents: [String] = [], canonicalFields: [String] = [],
    figures: FigureCatalogue = FigureCatalogue()
  ) throws(SettingsError) -> Settings {
    let file = path ?? defaultPath
    guard path != nil || FileManager.default.fileExists(atPath: file) else { return Settings() }
    return try parse(
      try contents(of: file), file: file, canonicalEvents: canonicalEvents,
      canonicalFields: canonicalFields, figures: figures)
  }
}

/// The bytes of a file that the configuration is or names.
func contents(of path: String) throws(SettingsError) -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else {
    throw errno == ENOENT
      ? .missingFile(path: path) : .unreadableFile(path: path, reason: systemMessage(errno))
  }
  defer { close(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = read(file, &chunk, chunk.count)
    if count == 0 { return bytes }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { throw .unreadableFile(path: path, reason: systemMessage(errno)) }
    bytes += chunk[..<count]
    guard bytes.count <= largestFile else {
      throw .unreadableFile(
        path: path, reason: "it is larger than \(largestFile / 1_000_000) MB, or has no end")
    }
  }
}

/// No configuration, and no table that one names, is nearly as large.
private let largestFile = 1_000_000_000

extension Entry {
  /// The path of a file, from the configuration's folder when it is relative.
  func filePath() throws(SettingsError) -> String {
    let path = try letters()
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file[...slash] + path
  }
}
