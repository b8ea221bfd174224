import Foundation

@testable import Reports

/// A program that people open the reports with, for the tests that look through its eyes. Where it
/// is not installed, those tests say so and do not run.
struct OtherProgram {
  let path: String

  /// The program of that name in the path.
  init?(_ name: String) {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let places = folders.map { "\($0)/\(name)" }
    guard let path = places.first(where: FileManager.default.isExecutableFile) else { return nil }
    self.path = path
  }

  private init(path: String) { self.path = path }

  static let chromium = OtherProgram("chromium")
  static let office = OtherProgram("soffice")
  static let pdfText = OtherProgram("pdftotext")
  /// A Python that has openpyxl, and one that can steer LibreOffice, too.
  static let python = python(with: "import openpyxl")
  static let officePython = python(with: "import openpyxl, uno")

  private static func python(with modules: String) -> OtherProgram? {
    [OtherProgram("python3"), OtherProgram(path: "/usr/bin/python3")].compactMap { $0 }
      .first { (try? $0.run(["-c", modules]))?.code == 0 }
  }

  /// A file in `Readers`.
  static func reader(_ name: String) -> String {
    (#filePath as NSString).deletingLastPathComponent + "/Readers/" + name
  }

  struct Result {
    var code: Int32
    var output: String
    var errors: String
  }

  /// Runs to the end. Output goes through files: a full pipe would stop the program.
  func run(_ arguments: [String]) throws -> Result {
    let scratch = try ScratchFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let texts = try ["out", "err"].map { name in
      let file = scratch.path + "/" + name
      try writeFile([], to: file)
      return (file, try FileHandle(forWritingTo: URL(fileURLWithPath: file)))
    }
    process.standardOutput = texts[0].1
    process.standardError = texts[1].1
    try process.run()
    process.waitUntilExit()
    let read = try texts.map { try String(contentsOfFile: $0.0, encoding: .utf8) }
    return Result(code: process.terminationStatus, output: read[0], errors: read[1])
  }
}
