import Feed
import Values

/// What times have to look like, for whoever logs some that were rejected.
enum TimeForms {
  /// The accepted forms in words.
  static let accepted =
    "times are RFC 3339 with an offset (2026-04-03T10:00:00Z, 2026-04-03 10:00:00+02:00, "
    + "2026-04-03 10:00:00 UTC) or whole seconds, milliseconds or microseconds since 1970; for "
    + "times without an offset ingest.timesWithoutZone names the zone"

  /// The warning that `lines` have another form; nil for none.
  static func warning(of lines: Int) -> String? {
    lines == 0
      ? nil
      : "\(counted(Int64(lines), "line")) \(lines == 1 ? "was" : "were") rejected for a time that "
        + "cannot be read: \(accepted)"
  }
}
