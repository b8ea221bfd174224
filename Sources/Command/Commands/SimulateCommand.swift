import Foundation
import Simulator
import Values

/// `runrate simulate`: a log to try things with, to a folder or to standard output.
struct SimulateCommand: ParsableCommand {
  var wanted = SimulationOptions(
    firstDay: Day(Day.number(year: 2025, month: 1, day: 1)), days: 400, events: 100_000)
  /// A folder, or `-` for standard output.
  var output = "-"

  static let configuration = CommandConfiguration(
    name: "simulate", abstract: "Write a seeded, realistic log of any size",
    options: [
      OptionDeclaration(
        "--seed", "N", default: "1", help: "The same seed gives the same log",
        expected: "a whole number of at least 0", into: \Self.wanted.seed),
      OptionDeclaration(
        "--first-day", "DAY", default: "2025-01-01", help: "The first day of the log",
        expected: "YYYY-MM-DD, not before 2008-07-10", kind: .day
      ) { (command: inout Self, text: String) in
        guard let day = Day(text), day >= Zone.utc.day(of: .appStoreOpening) else { return false }
        command.wanted.firstDay = day
        return true
      },
      .number(
        "--days", "N", in: 1...7300, default: "400", help: "How many days it covers",
        into: \Self.wanted.days),
      .number(
        "--events", "N", in: 1...2_000_000_000, default: "100000", help: "About how many lines",
        into: \Self.wanted.events),
      .number(
        "--customers", "N", in: 1...200_000_000, default: "as many as the events need",
        help: "How many people install an app, however many events that makes",
        into: \Self.wanted.customers),
      .named(
        "--incident", "NAME", default: "none", of: Incident.allCases.map(\.rawValue),
        into: \Self.wanted.incident
      ) { "What goes wrong near the end: \($0)" },
      .day(
        "--incident-day", default: "so near the end that it is still there, or just over",
        help: "The day on which it begins", into: \Self.wanted.incidentDay),
      OptionDeclaration(
        "--story",
        help: "A price goes up four months before the end, the paywall shows yearly plans first "
          + "two months later, and a few customers abuse the store",
        into: \Self.wanted.hasStory),
      .path(
        "--output", "DIR", default: "-",
        help: "A folder for the log, its configuration and its tables; - prints the log alone",
        expected: "a path, or -", into: \Self.output),
    ],
    examples: [
      Example(
        line: "runrate simulate --events 1000 --output try", purpose: "a log and its configuration"),
      Example(
        line: "runrate simulate --seed 7 --incident paywall", purpose: "to see an alert fire"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let simulation = Simulation(wanted)
    let summary =
      output == "-"
      ? try simulation.run { _, bytes in try console.write(String(decoding: bytes, as: UTF8.self)) }
      : try write(simulation, into: output)
    console.note(
      "wrote \(grouped(Int64(summary.lines))) lines about \(grouped(Int64(summary.customers))) "
        + "customers: \(grouped(Int64(summary.duplicates))) sent twice, "
        + "\(grouped(Int64(summary.late))) late, \(grouped(Int64(summary.broken))) broken")
    return .allWell
  }

  /// The log, a file for each day of delivery, with the configuration and tables that belong to it.
  private func write(_ simulation: Simulation, into folder: String) throws -> SimulationSummary {
    try during("writing the log") {
      var log = try LogFolder(folder, for: simulation)
      let summary = try simulation.run { day, bytes in try log.append(bytes, to: day) }
      try log.finish(with: simulation)
      return summary
    }
  }
}

/// The folder of a simulated log: `events-2026-05-17.ndjson` for each day of delivery, and the
/// configuration with its tables beside them.
///
/// A folder with anything else in it is refused, and what an earlier simulation left is removed: no
/// command is easier to give the wrong path than one that writes a hundred files. Real logs have
/// such names, too: a folder is a simulation's whose configuration says so.
struct LogFolder {
  static let configurationFile = "runrate.json5"

  private let path: String
  private var day: Day?
  private var file: FileHandle?

  /// Makes the folder, or clears it of an earlier log; then it has the configuration of this one.
  init(_ path: String, for simulation: Simulation) throws {
    self.path = path
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Failure.cannotWrite(path)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    if let foreign = names.first(where: { !LogFolder.isOwn($0) }) ?? foreignLog(names) {
      throw Failure(
        "\(path) holds \(foreign), which no simulation has written",
        hint: "name a folder that is empty or not there yet", exit: .cannotWrite)
    }
    for name in names { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
    try write(simulation.configuration, to: LogFolder.configurationFile)
  }

  /// The first file, where no simulation has written the folder's configuration.
  private func foreignLog(_ names: [String]) -> String? {
    let place = "\(path)/\(LogFolder.configurationFile)"
    let mark = FileManager.default.contents(atPath: place)?.starts(with: Simulation.mark.utf8)
    return mark ?? false ? nil : names.first
  }

  /// Adds whole lines to the file of a day. Days come one after the other.
  mutating func append(_ lines: UnsafeRawBufferPointer, to day: Day) throws {
    if day != self.day {
      try file?.close()
      file = try open("events-\(day).ndjson")
      self.day = day
    }
    try file?.write(contentsOf: Data(lines))
  }

  /// Closes the last day and writes what belongs to the log.
  mutating func finish(with simulation: Simulation) throws {
    try file?.close()
    file = nil
    try write(simulation.exchangeRates, to: Simulation.exchangeRatesFile)
    try write(simulation.spend, to: Simulation.spendFile)
  }

  private func write(_ text: String, to name: String) throws {
    let file = try open(name)
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  private func open(_ name: String) throws -> FileHandle {
    let place = "\(path)/\(name)"
    guard FileManager.default.createFile(atPath: place, contents: nil),
      let file = FileHandle(forWritingAtPath: place)
    else { throw Failure.cannotWrite(place) }
    return file
  }

  private static func isOwn(_ name: String) -> Bool {
    let companions = [configurationFile, Simulation.exchangeRatesFile, Simulation.spendFile]
    if companions.contains(name) { return true }
    guard name.hasPrefix("events-"), name.hasSuffix(".ndjson") else { return false }
    return Day(String(name.dropFirst(7).dropLast(7))) != nil
  }
}
