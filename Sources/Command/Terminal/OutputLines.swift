/// Lines on their way to standard output, gathered into blocks: a log can have millions.
struct OutputLines {
  private static let blockSize = 1 << 18

  private let console: Console
  private var block = ""

  init(_ console: Console) { self.console = console }

  /// Adds a line, given without its end.
  mutating func add(_ line: String) throws {
    block += line
    block += "\n"
    if block.utf8.count >= OutputLines.blockSize { try flush() }
  }

  /// Writes what is still here. Call after the last line.
  mutating func flush() throws {
    guard !block.isEmpty else { return }
    try console.write(block)
    block.removeAll(keepingCapacity: true)
  }
}
