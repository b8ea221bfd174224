import Foundation
import Simulator
import Values

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
