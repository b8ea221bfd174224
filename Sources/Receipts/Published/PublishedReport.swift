import Foundation
package import Metrics
package import Reports
package import Values

/// A report that was published, read from its folder alone. Every file is checked against the hash
/// with which it was published before anything of it is told.
package final class PublishedReport {
  package let folder: String
  package let day: Day
  package let run: PublishedRun
  private let version: PublishedRun.Version
  private let hashes: [String: String]
  private var files: [String: [UInt8]] = [:]
  private var tables: [[String]: Table] = [:]

  /// The folder of a report: one with a `run.json`.
  package init(folder: String) throws {
    guard let run = try PublishedRun.read(in: folder) else { throw Self.noReport(in: folder) }
    guard let day = run.asOf, let hashes = run.hashes, let version = run.versions.first else {
      throw Failure(
        "\(folder) is of a version that did not publish the hashes of its files",
        hint: "make it anew with \"runrate report --as-of DAY\"", exit: .noInput)
    }
    let all = PublishedRun.hash(of: hashes.map { .init($0.key, $0.value) })
    guard all == version.report else { throw Self.altered("\(folder)/run.json") }
    (self.folder, self.day, self.run, self.version) = (folder, day, run, version)
    self.hashes = hashes
  }

  /// The report of a day, or the latest one; `shared`: only one that hides small numbers.
  package convenience init(in reports: String, of day: Day? = nil, shared: Bool = false) throws {
    try self.init(folder: "\(reports)/\(day?.description ?? "latest")")
    guard !shared || run.hiddenBelow != nil else {
      throw Failure(
        "\(folder) was not made to be shared: it shows numbers about few people",
        hint: "make one with \"runrate report --share\"", exit: .noInput)
    }
  }

  /// The first digits of the hash of the report: what receipts call it by.
  package var id: String { version.id }

  /// The reports of the same day that this one took the place of.
  package var replaced: ArraySlice<PublishedRun.Version> { run.versions.dropFirst() }

  package var own: PublishedRun.Version { version }

  package var currency: String { run.currency ?? "" }

  /// A text file of the report that is no table, such as `summary.md`.
  package func text(_ name: String) throws -> String {
    String(decoding: try read(name), as: UTF8.self)
  }

  /// The lines of a table that hold one of `needles`; all of them without needles.
  package func table(_ schema: TableSchema, holding needles: [String] = []) throws -> Table {
    if let table = tables[[schema.name] + needles] { return table }
    let bytes = try proven("csv/\(schema.name).csv")
    let records = CSVRecords(needles.isEmpty ? bytes : lines(of: bytes, needles)).map(\.fields)
    guard let header = records.first else { throw Self.altered("csv/\(schema.name).csv") }
    if let column = schema.columns.first(where: { !header.contains($0.name) }) {
      throw Failure(
        "csv/\(schema.name).csv of \(day) has no column \(column.name): it is of an older version",
        hint: "make it anew with \"runrate report --as-of \(day)\"", exit: .noInput)
    }
    let table = schema.table(from: records)
    tables[[schema.name] + needles] = table
    return table
  }

  /// The bytes of a file, as they were published.
  private func proven(_ name: String) throws -> [UInt8] {
    if let bytes = files[name] { return bytes }
    guard let hash = hashes[name] else {
      throw Failure(
        "the report of \(day) has no \(name)",
        hint: "it was made without CSV files, or by an older version", exit: .noInput)
    }
    let bytes = try read(name)
    guard hexadecimal(SHA256.digest(bytes)) == hash else { throw Self.altered("\(folder)/\(name)") }
    files[name] = bytes
    return bytes
  }

  private func read(_ name: String) throws -> [UInt8] {
    let path = "\(folder)/\(name)"
    guard FileManager.default.fileExists(atPath: path) else {
      throw Failure(
        "the report of \(day) is not whole: \(name) is missing",
        hint: "make it anew with \"runrate report --as-of \(day)\"", exit: .noInput)
    }
    return try readFile(path)
  }

  /// The header and the lines with one of the needles: texts of a table never hold line ends.
  private func lines(of bytes: [UInt8], _ needles: [String]) -> [UInt8] {
    let wanted = needles.map { Array($0.utf8) }
    var found: [UInt8] = []
    bytes.withUnsafeBytes { all in
      var start = 0
      while start < all.count {
        let end = all[start...].firstIndex(of: 10) ?? all.count - 1
        let line = UnsafeRawBufferPointer(rebasing: all[start...end])
        if start == 0 || wanted.contains(where: line.holds) { found.append(contentsOf: line) }
        start = end + 1
      }
    }
    return found
  }

  private static func noReport(in folder: String) -> Failure {
    let isThere = FileManager.default.fileExists(atPath: folder)
    return Failure(
      isThere
        ? "\(folder) is no report, or not a whole one: run.json is missing"
        : "there is no report \(folder)",
      hint: "name the folder of all reports with --reports", exit: .noInput)
  }

  /// Somebody has changed a file since it was published.
  static func altered(_ path: String) -> Failure {
    Failure(
      "\(path) is not as it was published: its hash is another one",
      hint: "nothing is told from it; make the report anew with \"runrate report\"", exit: .badData)
  }
}

extension PublishedRun.Version {
  package var id: String { String(report.prefix(16)) }
}

extension UnsafeRawBufferPointer {
  /// Whether these bytes stand somewhere in it.
  fileprivate func holds(_ needle: [UInt8]) -> Bool {
    guard let base = baseAddress, let first = needle.first, count >= needle.count else {
      return false
    }
    var at = 0
    let last = count - needle.count
    while at <= last, let found = memchr(base + at, Int32(first), last - at + 1) {
      if memcmp(found, needle, needle.count) == 0 { return true }
      at = found - UnsafeMutableRawPointer(mutating: base) + 1
    }
    return false
  }
}
