import Foundation
import Testing

@testable import Feed

/// Keys and certificates for one run of the tests, made by the openssl program in a folder that
/// goes with them: a root, an intermediate and a leaf like the App Store's, and what must fail.
final class TestPKI: Sendable {
  static let shared = Result { try TestPKI() }
  static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

  private let folder: Folder
  /// In DER.
  let root: [UInt8]

  private init() throws {
    folder = try Folder()
    try TestPKI.make(in: folder)
    root = try TestPKI.bytes(folder, "root")
  }

  /// A certificate in the base64 of `x5c`.
  func certificate(_ name: String) throws -> String {
    Data(try TestPKI.bytes(folder, name)).base64EncodedString()
  }

  func der(_ name: String) throws -> [UInt8] { try TestPKI.bytes(folder, name) }

  private static func bytes(_ folder: Folder, _ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name).der")))
  }

  /// The path to the private key of a name.
  func key(_ name: String) -> String { "\(folder.path)/\(name).key" }

  private static let authority =
    "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n"
  private static let person =
    "basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\n"
  private static let ofLeaf = "1.2.840.113635.100.6.11.1=ASN1:NULL\n"
  private static let ofIntermediate = "1.2.840.113635.100.6.2.1=ASN1:NULL\n"

  private static func make(in folder: Folder) throws {
    try root("root", folder)
    try root("otherroot", folder)
    try sign("inter", by: "root", authority + ofIntermediate, folder)
    try sign("leaf", by: "inter", person + ofLeaf, folder)
    try sign("otherinter", by: "otherroot", authority + ofIntermediate, folder)
    try sign("otherleaf", by: "otherinter", person + ofLeaf, folder)
    try sign("bareleaf", by: "inter", person, folder)
    try sign("bareinter", by: "root", authority, folder)
    try sign("barechild", by: "bareinter", person + ofLeaf, folder)
    try sign("direct", by: "root", person + ofLeaf, folder)
    try sign("child", by: "leaf", person + ofLeaf, folder)
    try sign("p384", by: "inter", person + ofLeaf, folder, curve: "secp384r1")
  }

  private static func makeKey(_ name: String, _ folder: Folder, curve: String) throws {
    try openssl([
      "ecparam", "-name", curve, "-genkey", "-noout", "-out", "\(folder.path)/\(name).key",
    ])
  }

  private static func root(_ name: String, _ folder: Folder) throws {
    let base = folder.path + "/"
    try makeKey(name, folder, curve: "prime256v1")
    try openssl([
      "req", "-x509", "-new", "-key", "\(base)\(name).key", "-days", "3650", "-subj", "/CN=\(name)",
      "-out", "\(base)\(name).pem", "-addext", "keyUsage=critical,keyCertSign",
    ])
    try toDER(name, folder)
  }

  private static func sign(
    _ name: String, by issuer: String, _ extensions: String, _ folder: Folder,
    curve: String = "prime256v1"
  ) throws {
    let base = folder.path + "/"
    try makeKey(name, folder, curve: curve)
    _ = try folder.write("ext", extensions)
    try openssl([
      "req", "-new", "-key", "\(base)\(name).key", "-subj", "/CN=\(name)", "-out", "\(base)csr",
    ])
    try openssl([
      "x509", "-req", "-in", "\(base)csr", "-CA", "\(base)\(issuer).pem", "-CAkey",
      "\(base)\(issuer).key", "-CAcreateserial", "-days", "3650", "-extfile", "\(base)ext", "-out",
      "\(base)\(name).pem",
    ])
    try toDER(name, folder)
  }

  private static func toDER(_ name: String, _ folder: Folder) throws {
    let base = folder.path + "/" + name
    try openssl(["x509", "-in", base + ".pem", "-outform", "der", "-out", base + ".der"])
  }

  // MARK: - Signing

  /// A compact JWS. `header` stands in front of `x5c`.
  func jws(
    _ payload: String, by key: String = "leaf", x5c: [String] = ["leaf", "inter", "root"],
    header: String = #""alg":"ES256","#
  ) throws -> String {
    let chain = try x5c.map { "\"\(try certificate($0))\"" }.joined(separator: ",")
    let head = base64url(Array(#"{\#(header)"x5c":[\#(chain)]}"#.utf8))
    let message = head + "." + base64url(Array(payload.utf8))
    return message + "." + base64url(try signature(of: message, by: key))
  }

  /// r‖s.
  func signature(of message: String, by key: String) throws -> [UInt8] {
    TestPKI.flat(try derSignature(of: message, by: key), bytes: key == "p384" ? 48 : 32)
  }

  func derSignature(of message: String, by key: String) throws -> [UInt8] {
    let name = UUID().uuidString
    let file = try folder.write(name, message)
    defer { try? FileManager.default.removeItem(atPath: file) }
    return try TestPKI.openssl(["dgst", "-sha256", "-sign", self.key(key), file])
  }

  /// Two integers of DER as fixed numbers of bytes.
  private static func flat(_ der: [UInt8], bytes: Int) -> [UInt8] {
    var at = der[1] & 0x80 == 0 ? 2 : 3
    var flat: [UInt8] = []
    for _ in 0..<2 {
      let count = Int(der[at + 1])
      let number = Array(der[(at + 2)..<(at + 2 + count)].suffix(bytes))
      flat += [UInt8](repeating: 0, count: bytes - number.count) + number
      at += 2 + count
    }
    return flat
  }

  @discardableResult
  private static func openssl(_ arguments: [String]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "openssl \(arguments.joined(separator: " "))")
    return bytes
  }
}
