import Feed
import Store
import Synchronization

/// Draws the progress of reading on a terminal; does nothing elsewhere.
final class ReadingProgress: Sendable {
  private struct Drawing {
    var progress: Progress
    var line: ProgressLine
  }

  private let drawing: Mutex<Drawing>
  private let isActive: Bool

  init(_ files: [InputFile], _ console: Console) {
    let total = files.contains { $0.isStandardInput } ? nil : files.reduce(0) { $0 + $1.size }
    let line = ProgressLine(console: console)
    isActive = line.isActive
    drawing = Mutex(Drawing(progress: Progress(totalBytes: total), line: line))
  }

  /// For the readers; nil where nothing would be drawn.
  var callback: Ingest.Progress? {
    guard isActive else { return nil }
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
