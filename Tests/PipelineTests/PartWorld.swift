import Foundation
import Support
import Synchronization
import Values

@testable import Command
@testable import Store

/// A folder in which logs are read at once, and in parts. Every step is a command of the program.
struct PartWorld {
  let folder: Scratch
  let asOf: Day
  /// What the clock says.
  let now: Instant
  /// Beside those that every command gets.
  var options: [String] = []
  private let words = Words()

  private final class Words: Sendable {
    let text = Mutex("")

    func take(_ more: String) { text.withLock { $0 += more } }
  }

  init(_ world: World, asOf: Day, now: Instant? = nil) throws {
    folder = try Scratch()
    self.asOf = asOf
    self.now = now ?? world.zone.end(of: asOf) + .hours(2)
    try folder.write(world.configuration, to: "runrate.json5")
    try folder.write(world.rates, to: "rates.csv")
    try folder.write(world.opening, to: "opening.csv")
    let key = try folder.write("a key that only this test knows\n", to: "key")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
  }

  private init(_ other: PartWorld, asOf: Day, now: Instant) {
    (folder, self.asOf, self.now) = (other.folder, asOf, now)
  }

  func path(_ name: String) -> String { folder(name) }

  /// The same folder at another time.
  func at(_ asOf: Day, now: Instant) -> PartWorld { PartWorld(self, asOf: asOf, now: now) }

  /// What was said since the last command began.
  var said: String { words.text.withLock { $0 } }

  /// What a command answers that does something else than it should.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a command, on a database and reports of the name.
  @discardableResult
  func run(_ arguments: [String], on name: String?, as day: Day? = nil) -> ExitCode {
    words.text.withLock { $0 = "" }
    let console = Console(
      output: words.take, errors: words.take, isTerminal: false, hasColor: false)
    let places = name.map { ["--database", path("\($0).db"), "--reports", path($0)] } ?? []
    let common = [
      "--config", path("runrate.json5"), "--as-of", "\(day ?? asOf)", "--threads", "2",
    ]
    return Program.run(arguments + places + common + options, on: console)
  }

  /// A command that must do what it should; `time`: it takes the time, too.
  func `do`(_ arguments: [String], on name: String? = nil, time: Bool = true) throws {
    let code = run(arguments + (time ? ["--now", now.iso8601] : []), on: name)
    guard code == .allWell else {
      let words = arguments.map { $0.replacing(folder.path + "/", with: "") }
      throw Failure(description: "\(words.joined(separator: " ")): \(code): \(said)")
    }
  }

  /// Makes the report of a database that has everything, or of logs; what its alerts come to. Nil
  /// where there is nothing to report.
  @discardableResult
  func report(_ logs: [String] = [], on name: String) throws -> ExitCode? {
    let code = run([logs.isEmpty ? "report" : "run"] + logs + ["--now", now.iso8601], on: name)
    if code == .noInput { return nil }
    guard code.rawValue <= ExitCode.unjudged.rawValue else {
      throw Failure(description: "the report of \(name) ended with \(code): \(said)")
    }
    try ExcelRules.check(folder: path(name))
    return code
  }

  /// Every file of all reports by name, as text or as base64.
  func published(_ name: String) throws -> [String: String] {
    var files: [String: String] = [:]
    for file in try FileManager.default.subpathsOfDirectory(atPath: path(name)) {
      guard let bytes = FileManager.default.contents(atPath: path("\(name)/\(file)")) else {
        continue
      }
      files[file] = String(data: bytes, encoding: .utf8) ?? bytes.base64EncodedString()
    }
    return files
  }
}

// MARK: - Reading

extension PartWorld {
  /// Reads and deals out logs, in one go.
  func read(_ logs: [String], parts: Int, into output: String = "read") throws {
    try self.do(["read"] + logs + ["--parts", "\(parts)", "--output", path(output)])
  }

  /// The same by several readers, each of some of the files: they count, one finds the owners out,
  /// and they deal the lines out.
  func read(_ files: [String], parts: Int, readers: Int, into output: String = "read") throws {
    let lists = try (0..<readers).map { reader in
      try list(files.enumerated().filter { $0.offset % readers == reader }, "\(output)-\(reader)")
    }
    var links = PartLinks()
    for (reader, list) in lists.enumerated() {
      let own = "\(output)-\(reader)"
      try self.do(["read", "--list", list, "--output", path(own)])
      links.add(try folder.read("\(own)/links.tsv"))
    }
    try FileManager.default.createDirectory(
      atPath: path(output), withIntermediateDirectories: true)
    let own = lists.indices.map { path("\(output)-\($0)") }
    try self.do(["merge"] + own + ["--database", path("\(output)/part.db")])
    let owners = try folder.write(links.owners, to: "\(output)/owners.tsv")
    for list in lists {
      try self.do(
        [
          "read", "--list", list, "--output", path(output), "--owners", owners, "--parts",
          "\(parts)",
        ])
    }
  }

  private func list(_ files: [(offset: Int, element: String)], _ name: String) throws -> String {
    let lines = files.map { file in
      let path = file.element.replacing("\\", with: "\\\\").replacing("\t", with: "\\t")
        .replacing("\n", with: "\\n")
      return "\(file.offset)\t\(path)\t\(path)\n"
    }
    return try folder.write(lines.joined(), to: "\(name).list")
  }

  /// Folds a part of what was read; the folder of the part.
  @discardableResult
  func fold(_ number: Int, of parts: Int, read: String = "read", into name: String? = nil) throws
    -> String
  {
    let facts = path(name ?? "\(read)-facts/\(number)")
    try self.do(
      [
        "fold", path("\(read)/lines/\(number)"), "--read", path(read), "--part",
        "\(number)/\(parts)", "--facts", facts,
      ])
    return facts
  }

  func merge(_ parts: [String], into name: String) throws {
    try self.do(["merge"] + parts, on: name)
  }

  /// Merges parts in any order and grouping: what was merged is a part again, as a database or a
  /// folder.
  func merge(_ parts: [String], into name: String, _ random: inout SplitMix) throws {
    var parts = parts.shuffled(using: &random)
    while parts.count > 1, random.chance(60) {
      let count = Int.random(in: 1...parts.count, using: &random)
      let group = "group-\(random.next() % 1_000_000)"
      try merge(Array(parts.prefix(count)), into: group)
      parts.removeFirst(count)
      parts.append(try random.chance(50) ? path("\(group).db") : export(group))
      parts.shuffle(using: &random)
    }
    try merge(parts, into: name)
  }

  /// Folds logs by themselves, as a folder or as a database; where the part is. Nil where they have
  /// no event.
  func fold(_ logs: String, asDatabase: Bool) throws -> String? {
    let facts = path("\(logs)-facts")
    let line = ["fold", path(logs), "--facts", facts, "--now", now.iso8601]
    let code = run(line, on: asDatabase ? logs : nil)
    if code == .noInput { return nil }
    guard code == .allWell else { throw Failure(description: "fold of \(logs): \(said)") }
    return asDatabase ? path("\(logs).db") : facts
  }

  /// Writes what a database has folded as a folder.
  func export(_ name: String) throws -> String {
    let facts = path("\(name)-facts")
    let code = run(
      ["fold", "--facts", facts, "--now", now.iso8601], on: name)
    guard code == .allWell else { throw Failure(description: "fold of \(name): \(said)") }
    return facts
  }
}

/// What several readers have found, as whoever runs them has to put it together.
struct PartLinks {
  private var pairs: [(kind: String, one: String, other: String)] = []

  mutating func add(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      pairs.append((words[0], words[1], words[2]))
    }
  }

  /// Lines of a key and the smallest one of its customer.
  var owners: String {
    let unclaimed = Set(pairs.filter { $0.kind == "unclaimed" }.map(\.one))
    var owners: [String: String] = [:]
    let joined = pairs.filter {
      ["alias", "payment"].contains($0.kind)
        || ($0.kind == "claim" && unclaimed.contains($0.one))
    }
    var isDone = false
    while !isDone {
      isDone = true
      for pair in joined {
        let (a, b) = (owners[pair.one] ?? pair.one, owners[pair.other] ?? pair.other)
        if a != b || owners[pair.one] == nil { isDone = false }
        (owners[pair.one], owners[pair.other]) = (min(a, b), min(a, b))
      }
    }
    return owners.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)\n" }.joined()
  }
}
