import Feed
import Store
import Synchronization
import Values

/// How far a long step has come.
struct Progress: Sendable, Equatable {
  var bytes: Int64 = 0
  /// Nil where nobody knows, as with standard input.
  var totalBytes: Int64?
  var lines: Int64 = 0
  var rejected: Int64 = 0

  /// One line: `12.0 of 48.0 MB · 61,000 lines · 2 rejected · 30,500 lines/s · 6 s left`.
  func text(after seconds: Double) -> String {
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

/// A line drawn at most ten times a second; only on a terminal, and not when quiet.
struct ProgressLine {
  private let console: Console
  /// Whether anything is drawn, so that a caller can save itself the counting.
  let isShown: Bool
  private let start: ContinuousClock.Instant
  private var lastDrawn: ContinuousClock.Instant?

  init(console: Console, now: ContinuousClock.Instant = .now) {
    self.console = console
    isShown = console.isTerminal && !console.isQuiet
    start = now
  }

  /// Draws `progress`, unless the last drawing is less than a tenth of a second ago.
  mutating func update(_ progress: Progress, now: ContinuousClock.Instant = .now) {
    guard isShown, lastDrawn.map({ now - $0 >= .milliseconds(100) }) ?? true else { return }
    lastDrawn = now
    let text = progress.text(after: (now - start) / .seconds(1))
    console.say("\r\(text.prefix(79))\u{1B}[K")
  }

  /// Wipes the line, so that what follows stands alone.
  mutating func clear() {
    guard lastDrawn != nil else { return }
    lastDrawn = nil
    console.say("\r\u{1B}[K")
  }
}

/// Draws the progress of reading on a terminal; does nothing elsewhere.
final class ReadingProgress: Sendable {
  private let drawing: Mutex<(progress: Progress, line: ProgressLine)>
  private let isShown: Bool

  init(_ files: [InputFile], _ console: Console) {
    let total = files.contains { $0.isStandardInput } ? nil : files.reduce(0) { $0 + $1.size }
    let line = ProgressLine(console: console)
    isShown = line.isShown
    drawing = Mutex((Progress(totalBytes: total), line))
  }

  /// For the readers; nil where nothing would be drawn.
  var callback: Ingest.Progress? {
    guard isShown else { return nil }
    return { bytes, lines, rejected in
      self.drawing.withLock { drawing in
        drawing.progress.bytes += bytes
        drawing.progress.lines += Int64(lines)
        drawing.progress.rejected += Int64(rejected)
        drawing.line.update(drawing.progress)
      }
    }
  }

  func clear() { drawing.withLock { $0.line.clear() } }
}
