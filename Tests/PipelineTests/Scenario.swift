import Foundation
import Support
import Testing

/// A file of `Tests/Scenarios`, in the folder of its rule: a story, the log as it was written, and
/// the figures that a person worked out from the definitions.
///
///     # What it is about
///     What happened, and why the figures are what they are.
///     ## Configuration     in a block of code, where the shared one does not do
///     ## Exchange rates    and ## Spend, ## Opening, ## Payouts: CSV, where there is any
///     ## Log               a line an event
///     ## daily.csv as of 2024-03-31            a table of rows that are among the file's
///     ## churn.csv as of 2024-03-31, exactly   all rows that the file has of the segments named
struct Scenario: Sendable, CustomTestStringConvertible {
  /// `trials/trial-then-paid`.
  let testDescription: String
  let story: String
  let expectations: [Expectation]
  /// What is written beside the log, by the names of the files.
  private let files: [String: String]

  static let root =
    ((#filePath as NSString).deletingLastPathComponent as NSString)
    .deletingLastPathComponent + "/Scenarios"

  static func all() throws -> [Scenario] {
    try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".md") }
      .sorted().map { path in
        Scenario(
          String(path.dropLast(3)), try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8))
      }
  }

  private static let names = [
    "Configuration": "runrate.json5", "Exchange rates": "rates.csv", "Spend": "spend.csv",
    "Opening": "opening.csv", "Payouts": "payouts.csv", "Log": "events.ndjson",
  ]

  init(_ name: String, _ text: String) {
    testDescription = name
    let sections = text.components(separatedBy: "\n## ")
    story = sections[0]
    var files: [String: String] = [:]
    for section in sections.dropFirst() {
      let parts = section.components(separatedBy: "```")
      let title = parts[0].split(separator: "\n").first.map(String.init) ?? ""
      guard let file = Self.names[title], parts.count == 3 else { continue }
      files[file] = parts[1].split(separator: "\n", maxSplits: 1).last.map(String.init)
    }
    self.files = files
    expectations = Expectation.all(in: text)
  }

  /// Writes its files into a folder. `configuration` is its own, or the one that scenarios share.
  func unpack(into folder: Scratch) throws -> (log: String, configuration: String) {
    for (name, text) in files { try folder.write(text, to: name) }
    let own = files["runrate.json5"] == nil ? nil : folder("runrate.json5")
    return (folder("events.ndjson"), own ?? "\(Self.root)/runrate.json5")
  }
}
