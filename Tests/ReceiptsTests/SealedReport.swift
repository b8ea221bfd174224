import Foundation
import Reports
import Support
import Testing
import Values

/// The committed report of the sample in a folder of its own, with the hashes of its files as a run
/// writes them: some tests change it.
struct SealedReport {
  let scratch: Scratch
  var reports: String { scratch("reports") }

  static let home = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  init(day: String = "2026-06-30", _ change: (inout [String: Any]) -> Void = { _ in }) throws {
    scratch = try Scratch()
    try copy(day)
    try seal(day, change)
    try FileManager.default.createSymbolicLink(
      atPath: scratch("reports/latest"), withDestinationPath: day)
  }

  func copy(_ day: String) throws {
    let folder = scratch("reports/\(day)")
    try FileManager.default.createDirectory(
      atPath: scratch("reports"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Self.home + "/reports/2026-06-30", toPath: folder)
  }

  /// Writes the hashes of the files as they are into `run.json`.
  func seal(_ day: String, _ change: (inout [String: Any]) -> Void = { _ in }) throws {
    let path = "reports/\(day)/run.json"
    var run = try #require(
      JSONSerialization.jsonObject(with: Data(scratch.read(path).utf8)) as? [String: Any])
    let folder = scratch("reports/\(day)/csv")
    let hashes = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".csv") }.map { name in
        PublishedRun.Hash(
          "csv/\(name)",
          hexadecimal(
            SHA256.digest(
              Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))))))
      }
    let proofs: [[String: Any]] = [
      [
        "check": "opening + movements = closing", "result": "passed",
        "columns": ["churn.churn_rate"],
      ]
    ]
    run.merge(
      [
        "as_of": day, "trial_days": 14, "trial_grace_days": 7, "renewal_tolerance_days": 2,
        "maturing_days": 44, "smallest_cell": 5, "proofs": run["proofs"] ?? proofs,
        "hashes": Dictionary(uniqueKeysWithValues: hashes.map { ($0.file, $0.digits) }),
        "report": PublishedRun.hash(of: hashes),
      ] as [String: Any]
    ) { $1 }
    run["replaced"] = nil
    change(&run)
    try scratch.write(
      bytes: Array(try JSONSerialization.data(withJSONObject: run, options: [.sortedKeys])),
      to: path)
  }

  /// Puts another text in the place of the first of its kind in a file.
  func replace(_ old: String, with new: String, in name: String) throws {
    let text = try scratch.read("reports/\(name)")
    let range = try #require(text.range(of: old))
    try scratch.write(text.replacingCharacters(in: range, with: new), to: "reports/\(name)")
  }
}
