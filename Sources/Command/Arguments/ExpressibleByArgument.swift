import Reports
import Settings
import Simulator
import Store
import Values

/// What a word of the command line can be read as.
protocol ExpressibleByArgument: Sendable {
  /// Nil for a word that means nothing here.
  init?(argument: String)
}

extension ExpressibleByArgument where Self: RawRepresentable, RawValue == String {
  init?(argument: String) { self.init(rawValue: argument) }
}

extension Optional: ExpressibleByArgument where Wrapped: ExpressibleByArgument {
  init?(argument: String) {
    guard let value = Wrapped(argument: argument) else { return nil }
    self = value
  }
}

extension String: ExpressibleByArgument {
  /// A path or an id, which is anything but nothing.
  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self = argument
  }
}

extension Int: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

extension UInt64: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

extension Day: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

extension Instant: ExpressibleByArgument {
  /// `2026-07-01T02:00:00Z`, in UTC.
  init?(argument: String) {
    let parts = argument.wholeMatch(
      of: /([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{3}))?Z/)
    guard let parts, let day = Day(String(parts.1)), let hour = Int64(parts.2),
      let minute = Int64(parts.3), let second = Int64(parts.4), hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = Int64(day.number) * 86_400 + hour * 3_600 + minute * 60 + second
    self.init(milliseconds: seconds * 1000 + (parts.5.flatMap { Int64($0) } ?? 0))
  }
}

extension PartPlace: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

extension ReportMode: ExpressibleByArgument {}
extension CSVWriter.Dialect: ExpressibleByArgument {}
extension ReportOptions.MarkdownCharts: ExpressibleByArgument {}
extension Dialect: ExpressibleByArgument {}
extension DetailsScope: ExpressibleByArgument {}
extension ExitPolicy: ExpressibleByArgument {}
extension Incident: ExpressibleByArgument {}

extension [String] {
  /// The words to choose from, as help and errors name them.
  var listed: String { joined(separator: ", ") }

  /// The first of them, as many as a line can hold.
  var few: String { prefix(8).joined(separator: ", ") + (count > 8 ? ", …" : "") }
}
