/// One line on the terminal that is drawn again at most ten times a second. On anything but a
/// terminal, and when quiet, it does nothing.
package struct ProgressLine {
  private let console: Console
  private let isShown: Bool
  private let start: ContinuousClock.Instant
  private var lastDrawn: ContinuousClock.Instant?

  package init(console: Console, now: ContinuousClock.Instant = .now) {
    self.console = console
    isShown = console.isTerminal && !console.isQuiet
    start = now
  }

  /// Whether anything is drawn, so that a caller can save itself the counting.
  package var isActive: Bool { isShown }

  /// Draws `progress`, unless the last drawing is less than a tenth of a second ago.
  package mutating func update(_ progress: Progress, now: ContinuousClock.Instant = .now) {
    guard isShown, lastDrawn.map({ now - $0 >= .milliseconds(100) }) ?? true else { return }
    lastDrawn = now
    let text = progress.text(after: (now - start) / .seconds(1))
    console.say("\r\(text.prefix(79))\u{1B}[K")
  }

  /// Wipes the line, so that what follows stands alone.
  package mutating func clear() {
    guard lastDrawn != nil else { return }
    lastDrawn = nil
    console.say("\r\u{1B}[K")
  }
}
