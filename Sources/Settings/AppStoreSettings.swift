import Foundation

/// What is asked of lines of the App Store (`appStore`).
package struct AppStoreSettings: Sendable, Hashable {
  /// Whether each line must be signed under one of the roots.
  package var verifies = false
  package var roots: [Root] = []
  /// The apps whose lines are read; empty means all.
  package var bundleIDs: [String] = []
  /// Apple's Subscription Event reports: files, or folders of them.
  package var reports: [String] = []

  package init() {}

  /// A certificate that signatures may begin at.
  package struct Root: Sendable, Hashable {
    /// `appStore.roots[0]`, and where it stands.
    package let key: String
    package let place: SettingsError.Place
    package let file: String
    /// The bytes of the certificate in DER.
    package let certificate: [UInt8]

    /// The error that the file is no certificate that signs itself.
    package var isUnusable: SettingsError {
      .setting(
        key: key, .wrongValue(found: "\"\(file)\"", expected: .certificate, nearest: nil),
        at: place)
    }
  }
}

extension AppStoreSettings {
  private enum Key: String, CaseIterable { case verify, roots, bundleIds, reports }

  init(_ entry: Entry) throws(SettingsError) {
    self.init()
    let section = try Section(entry, Key.self)
    if let entry = section[.verify] { verifies = try entry.flag() }
    for entry in try section[.roots]?.list() ?? [] { roots += try Root.all(in: entry) }
    for entry in try section[.bundleIds]?.list() ?? [] { bundleIDs.append(try entry.name()) }
    for entry in try section[.reports]?.listOrOne() ?? [] { reports.append(try entry.filePath()) }
    guard verifies, roots.isEmpty else { return }
    guard let list = section[.roots] else { _ = try section.required(.roots); return }
    throw list.wrongValue(.nonEmpty("root certificate, as \"verify\" asks for"))
  }
}

extension AppStoreSettings.Root {
  /// Every certificate of the file that the entry names.
  static func all(in entry: Entry) throws(SettingsError) -> [AppStoreSettings.Root] {
    let file = try entry.filePath()
    let place = SettingsError.Place(file: entry.file, position: entry.node.position)
    guard let bytes = try? contents(of: file), let certificates = certificates(bytes) else {
      throw entry.wrongValue(.certificate)
    }
    return certificates.map {
      AppStoreSettings.Root(key: entry.path, place: place, file: file, certificate: $0)
    }
  }

  /// The certificates of a file in PEM (RFC 7468), or the one in DER; nil for anything else.
  private static func certificates(_ bytes: [UInt8]) -> [[UInt8]]? {
    if bytes.first == 0x30 { return [bytes] }
    let blocks = String(decoding: bytes, as: UTF8.self)
      .components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst()
    let found = blocks.map { block -> [UInt8]? in
      let parts = block.components(separatedBy: "-----END CERTIFICATE-----")
      guard parts.count > 1 else { return nil }
      return Data(base64Encoded: parts[0].filter { !$0.isWhitespace }).map { [UInt8]($0) }
    }
    let certificates = found.compactMap(\.self)
    return certificates.isEmpty || certificates.count < found.count ? nil : certificates
  }
}
