import Reports
import Settings
import Simulator
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

extension ReportMode: ExpressibleByArgument {}
extension CSVWriter.Dialect: ExpressibleByArgument {}
extension ReportOptions.MarkdownCharts: ExpressibleByArgument {}
extension IngestSettings.Dialect: ExpressibleByArgument {}
extension LogDialect: ExpressibleByArgument {}
extension Incident: ExpressibleByArgument {}

extension [String] {
  /// The words to choose from, as help and errors name them.
  var listed: String { joined(separator: ", ") }
}
