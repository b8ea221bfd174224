import Foundation

/// A folder for the logs and databases of the benchmark, removed at the end.
final class Workplace {
  let path: String

  init() throws {
    var template = Array("/var/tmp/runrate-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure("cannot make a folder: \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func remove(_ name: String) throws {
    guard FileManager.default.fileExists(atPath: file(name)) else { return }
    try FileManager.default.removeItem(atPath: file(name))
  }

  /// Copies a database and what stands beside it. Others than ours have nothing beside them.
  func copy(_ name: String, to target: String) throws {
    for suffix in ["", Self.sums] {
      try remove(target + suffix)
      guard FileManager.default.fileExists(atPath: file(name + suffix)) else { continue }
      try FileManager.default.copyItem(atPath: file(name + suffix), toPath: file(target + suffix))
    }
  }

  /// Of a database of ours, beside which a copy of another state would be refused.
  func removeDatabase(_ name: String) throws {
    for suffix in ["", Self.sums] { try remove(name + suffix) }
  }

  private static let sums = "-sums"

  /// Bytes of a file, or of all files of a folder.
  func size(_ name: String) throws -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: file(name))) ?? []
    let files = names.isEmpty ? [file(name)] : names.map { "\(file(name))/\($0)" }
    return try files.reduce(0) {
      $0 + (try FileManager.default.attributesOfItem(atPath: $1)[.size] as? Int ?? 0)
    }
  }
}

/// A log of plain lines: its days but the last in one folder, the last in a file of its own.
struct BenchmarkLog {
  let workplace: Workplace
  let name: String

  /// A simulated one.
  init(_ name: String, events: Int, days: Int, runrate: String, in workplace: Workplace) throws {
    self.workplace = workplace
    self.name = name
    _ = try measure([
      runrate, "simulate", "--events", "\(events)", "--days", "\(days)", "--first-day",
      Self.firstDay, "--output", workplace.file(name), "--quiet",
    ])
    _ = try measure(
      ["sh", "-c", "sed -i -E '/\(Self.plain)/!d' \(history)/*.ndjson"], mayFire: false)
    try setLastDayApart()
  }

  init(_ name: String, _ lives: EvenLives, in workplace: Workplace) throws {
    self.workplace = workplace
    self.name = name
    try lives.write(to: history)
    try setLastDayApart()
  }

  private func setLastDayApart() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: history)
      .filter { $0.hasSuffix(".ndjson") }.sorted()
    guard let last = files.last, files.count > 1 else { throw Failure("no log was made") }
    try FileManager.default.moveItem(atPath: "\(history)/\(last)", toPath: nextDay)
  }

  /// Early enough that four years end in the past: what is to come is rejected.
  private static let firstDay = "2021-01-01"

  /// What both sides can read: whole lines with the usual form of time. The simulated log has
  /// broken lines and other forms too, which end the baseline.
  private static let plain =
    #"^\{.*"timestamp":"20[0-9]{2}-[01][0-9]-[0-3][0-9]T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"#
    + #"(\.[0-9]+)?Z".*\}$"#

  func remove() throws {
    try workplace.remove(name)
    try workplace.remove("\(name)-next.ndjson")
  }

  var history: String { workplace.file(name) }
  var nextDay: String { workplace.file("\(name)-next.ndjson") }
}
