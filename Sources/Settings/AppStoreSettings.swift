import Foundation
package import Values

/// What is asked of lines of the App Store (`appStore`).
package struct AppStoreSettings: SettingsSection, Hashable {
  package var verifies = false
  package var roots: [Root] = []
  /// Empty means all.
  package var bundleIDs: [String] = []
  package var reports: [String] = []

  package init() {}

  /// A certificate that signatures may begin at.
  package struct Root: Sendable, Hashable {
    package let file: String
    /// The bytes of the certificate in DER.
    package let certificate: [UInt8]
    /// What is said where it does not sign itself.
    package let complaint: String

    package var isUnusable: Failure { Failure(complaint, exit: .badData) }
  }
}

extension AppStoreSettings {
  static let settings: [Setting<Self>] = [
    Setting(
      "verify", \.verifies, .flag, .read, "Whether each line must be signed under one of the roots."
    ),
    Setting(
      "roots", Form(words: "files", example: "[\"AppleRootCA-G3.cer\"]"), .read,
      "Certificates (PEM or DER) that signatures may begin at."
    ) { (entry, settings) throws(Failure) in
      for file in try entry.list() { settings.roots += try Root.all(in: file) }
    } write: { settings, asked in
      settings.verifies || asked == .any ? settings.writtenRoots : nil
    },
    Setting(
      "bundleIds", \.bundleIDs,
      .list(of: .name).written { $0.sorted() }.described(as: "list", "[\"com.example.app\"]"),
      .read,
      "The apps whose lines are read; without them, all."),
    Setting(
      "reports", \.reports,
      .list(of: .file, orOne: true).described(as: "files", "[\"subscription-events\"]"),
      .nothing, "Apple's Subscription Event reports, files or folders of them, to compare with."),
  ]

  mutating func check(_ entries: Entries) throws(Failure) {
    guard verifies, roots.isEmpty else { return }
    throw try entries.required("roots")
      .wrongValue("at least one root certificate, as \"verify\" asks for")
  }

  /// The content of the certificates decides, wherever they are.
  private var writtenRoots: JSONValue? {
    guard !roots.isEmpty else { return nil }
    return .array(
      roots.map { .string($0.certificate.map(String.init).joined(separator: " ")) })
  }
}

extension AppStoreSettings.Root {
  /// Every certificate of the file that the entry names.
  static func all(in entry: Entry) throws(Failure) -> [AppStoreSettings.Root] {
    let file = try entry.filePath()
    let unusable = entry.wrongValue(
      "a file with a root certificate (PEM or DER) that signed itself")
    guard let bytes = try? readFile(file, limit: largestFile),
      let certificates = certificates(bytes)
    else {
      throw unusable
    }
    return certificates.map {
      AppStoreSettings.Root(file: file, certificate: $0, complaint: unusable.message)
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
