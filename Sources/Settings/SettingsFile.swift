import Foundation

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
  guard FileManager.default.fileExists(atPath: path) else { throw .missingFile(path: path) }
  do {
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  } catch {
    throw .unreadableFile(path: path, reason: error.localizedDescription)
  }
}

extension Entry {
  /// The path of a file, from the configuration's folder when it is relative.
  func filePath() throws(SettingsError) -> String {
    let path = try name()
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file[...slash] + path
  }
}
