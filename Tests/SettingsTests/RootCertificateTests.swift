import Foundation
import Testing
import Values

@testable import Settings

@Suite struct RootCertificateTests {
  private func roots(_ pem: String) throws -> [AppStoreSettings.Root] {
    let file = NSTemporaryDirectory() + "/runrate-root-\(UUID().uuidString).pem"
    try Data(pem.utf8).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let text = "{appStore: {roots: [\"\(file)\"]}}"
    return try Settings.parse(Array(text.utf8), file: "c.json5").appStore.roots
  }

  private func block(_ bytes: [UInt8]) -> String {
    "-----BEGIN CERTIFICATE-----\n\(Data(bytes).base64EncodedString())\n"
      + "-----END CERTIFICATE-----\n"
  }

  @Test("A file may hold several certificates: each is a root")
  func bundle() throws {
    let found = try roots("Apple\n" + block([0x30, 1]) + "\n" + block([0x30, 2, 3]))
    #expect(found.map(\.certificate) == [[0x30, 1], [0x30, 2, 3]])
    #expect(found.allSatisfy { $0.complaint.contains("appStore.roots[0] is ") })
  }

  @Test("A block that does not end, or is no base64, is an error and not one root fewer")
  func broken() {
    for second in [
      "-----BEGIN CERTIFICATE-----\nMAMC\n", block([]).replacing("\n\n", with: "\n?\n"),
    ] {
      #expect(throws: Failure.self) { try roots(block([0x30, 1]) + second) }
    }
  }
}
