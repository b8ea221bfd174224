/// Lengths of time in milliseconds.
enum Clock {
  static let second: Int64 = 1000
  static let minute: Int64 = 60_000
  static let hour: Int64 = 3_600_000
  static let day: Int64 = 86_400_000
}
