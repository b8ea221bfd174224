import Feed
import Values

/// What times have to look like, for whoever logs some that were rejected.
enum TimeForms {
  /// The accepted forms in words.
  static let accepted =
    "times are RFC 3339 with an offset (2026-04-03T10:00:00Z, 2026-04-03 10:00:00+02:00, "
    + "2026-04-03 10:00:00 UTC) or whole seconds, milliseconds or microseconds since 1970; where "
    + "they name no time zone, ingest.timesWithoutZone does"

  /// What is said of `lines` with another form; nil where there are none.
  static func warning(of lines: Int) -> String? {
    guard lines > 0 else { return nil }
    return counted(Int64(lines), "line") + (lines == 1 ? " has" : " have")
      + " a time in no form that is read and \(lines == 1 ? "was" : "were") rejected: \(accepted)"
  }
}
