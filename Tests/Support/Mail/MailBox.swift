import Foundation

/// A mail server of a test's own (aiosmtpd), and what arrived there as Python reads it.
package final class MailBox: @unchecked Sendable {
  /// One mail, with its envelope.
  package struct Received: Decodable, Sendable {
    package struct Part: Decodable, Sendable {
      package let type: String
      package let name: String?
      package let text: String?
      package let size: Int?
    }

    package let tls: Bool
    package let from: String
    package let to: [String]
    package let parts: [Part]
    /// What Python's parser finds wrong with it.
    package let defects: [String]
    /// Bytes of its longest line.
    package let longest: Int
    package let isASCII: Bool
    package let isCRLF: Bool
    private let headers: [[String]]

    /// Of every header of that name.
    package func header(_ name: String) -> [String] {
      headers.filter { $0[0].lowercased() == name.lowercased() }.map { $0[1] }
    }
  }

  package let port: Int
  private let scratch: Scratch
  private let process = Process()
  private let input = Pipe()

  /// `options` are those of `server.py`, as JSON.
  package init(_ options: String = "{}") throws {
    scratch = try Scratch()
    let script = (#filePath as NSString).deletingLastPathComponent + "/server.py"
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = [script, scratch.path, options]
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw NotStarted()
    }
    self.port = port
  }

  deinit { try? input.fileHandleForWriting.close() }

  package struct NotStarted: Error {}

  /// The certificate that it shows, for who is to trust it.
  package var certificate: String { scratch("certificate.pem") }

  package var received: [Received] {
    guard let data = FileManager.default.contents(atPath: scratch("received.json")) else {
      return []
    }
    return (try? JSONDecoder().decode([Received].self, from: data)) ?? []
  }

  /// How often somebody tried to log in.
  package var logins: Int {
    ((try? scratch.read("logins")) ?? "").split(separator: "\n").count
  }

  /// Whether the server can be run here.
  package static let isInstalled: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", "import aiosmtpd"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  package static let notInstalled = "NOT RUN: python3-aiosmtpd is not installed"

  private static let python = "/usr/bin/python3"
}
