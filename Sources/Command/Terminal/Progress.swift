import Values

/// How far a long step has come.
package struct Progress: Sendable, Equatable {
  package var bytes: Int64
  /// Nil where nobody knows, as with standard input.
  package var totalBytes: Int64?
  package var lines: Int64
  package var rejected: Int64

  package init(bytes: Int64 = 0, totalBytes: Int64? = nil, lines: Int64 = 0, rejected: Int64 = 0) {
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.lines = lines
    self.rejected = rejected
  }

  /// One line: `12.0 of 48.0 MB · 61,000 lines · 2 rejected · 30,500 lines/s · 6 s left`.
  package func text(after seconds: Double) -> String {
    [
      size, "\(grouped(lines)) line\(lines == 1 ? "" : "s")",
      rejected > 0 ? "\(grouped(rejected)) rejected" : nil,
      speed(after: seconds), timeLeft(after: seconds),
    ]
    .compactMap { $0 }.joined(separator: " · ")
  }

  private var size: String {
    guard let totalBytes else { return "\(megabytes(bytes)) MB" }
    return "\(megabytes(bytes)) of \(megabytes(totalBytes)) MB"
  }

  private func speed(after seconds: Double) -> String? {
    guard seconds > 0 else { return nil }
    return "\(grouped(Int64(min(Double(lines) / seconds, 1e15)))) lines/s"
  }

  private func timeLeft(after seconds: Double) -> String? {
    guard let totalBytes, bytes > 0, totalBytes >= bytes else { return nil }
    let left = seconds * Double(totalBytes - bytes) / Double(bytes)
    return "\(duration(Int64(min(left.rounded(.up), 1e9)))) left"
  }
}

private func megabytes(_ bytes: Int64) -> String {
  let tenths = bytes / 100_000
  return "\(grouped(tenths / 10)).\(tenths % 10)"
}

private func duration(_ seconds: Int64) -> String {
  switch seconds {
  case ..<100: "\(seconds) s"
  case ..<6000: "\((seconds + 30) / 60) min"
  default: "\(grouped((seconds + 1800) / 3600)) h"
  }
}
