import Foundation

/// The program as it was built, as another process.
enum Binary {
  /// The folder of the package.
  static let home = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// Beside the bundle of the tests.
  static let path: String =
    URL(
      fileURLWithPath: (try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/exe")) ?? ""
    ).deletingLastPathComponent().path + "/runrate"

  /// Runs the program, or the one at `path`, in the package's folder or another; answers with its
  /// code and what it said.
  static func run(_ arguments: [String], at path: String = path, in folder: String = home) throws
    -> (
      code: Int32, output: String, errors: String
    )
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let warned = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: said, as: UTF8.self),
      String(decoding: warned, as: UTF8.self)
    )
  }

  /// A file of the folder beside the project, where that is there.
  static func shared(_ name: String) -> String? {
    let path = URL(fileURLWithPath: home + "/../shared/" + name).standardizedFileURL.path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }
}
