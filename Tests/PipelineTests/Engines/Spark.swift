import Foundation
import Support

/// PySpark, as `make engines` installs it.
enum Spark {
  private static let home = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardized.path
  private static let python = home + "/.build/engines/bin/python3"

  static let hasPython = FileManager.default.isExecutableFile(atPath: python)
  static let hasJava = FileManager.default.isExecutableFile(
    atPath: (ProcessInfo.processInfo.environment["JAVA_HOME"] ?? "/usr") + "/bin/java")

  /// The rows of each model of each of the inputs, by one session: its start takes longer than a
  /// query.
  static func answers(to inputs: [ModelInputs]) throws -> [[[[String?]]]] {
    let folder = try Scratch()
    let names = inputs.indices.map { String(format: "%05d", $0) }
    for (name, input) in zip(names, inputs) {
      try folder.write(bytes: Array(JSONEncoder().encode(input)), to: "\(name).json")
    }
    try launch(
      python, [home + "/Tests/Engines/spark_models.py", folder.path], in: folder.path)
    return try names.map { name in
      let rows = try Data(contentsOf: URL(filePath: folder("\(name).rows")))
      return try JSONDecoder().decode([[[String?]]].self, from: rows)
    }
  }
}
