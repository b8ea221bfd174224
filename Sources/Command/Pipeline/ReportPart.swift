import Settings
import Timeline
import Values

/// A segment that `--where` asks a report of: `app=com.example.app`, `country=DE`.
struct ReportPart: Sendable, Equatable {
  let dimension: Dimension
  /// As reports write it; `(none)` for what is missing.
  let value: String

  /// As the command line has it.
  var text: String { "\(dimension.name)=\(value)" }

  /// The name of its folder among the reports: everything but letters, digits, `.`, `_` and `-` as
  /// `%` and two digits, as in a URL.
  var folder: String {
    let plain = value.utf8.map { byte in
      Self.plain.contains(byte)
        ? String(Unicode.Scalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "\(dimension.name)=\(plain.joined())"
  }

  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)

  static let names = SegmentFilter.dimensions.map(\.name)

  static func option<Values: ParsableArguments>(into place: Place<Values, ReportPart?>)
    -> OptionDeclaration
  {
    OptionDeclaration(
      "--where", "NAME=VALUE", default: "everything",
      help: "One segment by itself, in a folder of its own: NAME is \(names.listed)",
      expected: "NAME=VALUE, NAME one of \(names.listed)", into: place)
  }
}

extension ReportPart: ExpressibleByArgument {
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty,
      let dimension = SegmentFilter.dimensions.first(where: { $0.name == parts[0] })
    else { return nil }
    self.init(dimension: dimension, value: String(parts[1]))
  }
}
