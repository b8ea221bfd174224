import Foundation
import Receipts
import Values

/// `runrate mcp`: published figures for assistants, on standard input and output.
struct MCPCommand: ParsableCommand {
  var tellsPeople = false

  static let configuration = CommandConfiguration(
    name: "mcp",
    abstract: "Serve published figures to assistants (Model Context Protocol, read only)",
    options: [
      OptionDeclaration(
        "--people", help: "Also tell the customers behind a figure, from the database",
        into: \Self.tellsPeople),
      .shared,
    ],
    examples: [
      Example(
        line: "runrate mcp --reports /var/lib/runrate/reports",
        purpose: "started by an assistant: runrate print mcp has its settings"),
      Example(
        line: "runrate mcp --reports /var/lib/runrate/shared --share",
        purpose: "only reports that hide numbers about few people"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    if tellsPeople, options.isShared { throw Failure.conflict("--people", "--share") }
    _ = try options.publishedReport(console)
    let recomputation = tellsPeople ? try Recomputation(options, console) : nil
    let server = MCPServer(
      reports: options.reports, isShared: options.isShared, version: Program.version,
      people: recomputation.map { $0.people })
    var lines = InputLines(limit: MCPServer.longestLine)
    while let line = lines.next() {
      let answer = line.isTooLong ? MCPServer.tooLong : server.answer(line.bytes)
      guard let answer else { continue }
      do {
        try console.write(answer + "\n")
      } catch let failure as Failure where failure == .readerGone {
        return .allWell
      }
    }
    return .allWell
  }
}

/// Lines of standard input; nothing is kept of one beyond the limit.
private struct InputLines {
  let limit: Int
  private var rest: [UInt8] = []
  private var isOver = false

  init(limit: Int) { self.limit = limit }

  mutating func next() -> (bytes: [UInt8], isTooLong: Bool)? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if let end = rest.firstIndex(of: 10) {
        line += rest[..<end]
        rest.removeSubrange(...end)
        if isTooLong || !line.allSatisfy({ $0 == 32 || $0 == 13 || $0 == 9 }) {
          return (line, isTooLong || line.count > limit)
        }
        line = []
      } else {
        line += rest
        if line.count > limit { (line, isTooLong) = ([], true) }
        rest = read()
        guard !rest.isEmpty else { return line.isEmpty && !isTooLong ? nil : (line, isTooLong) }
      }
    }
  }

  /// What has come; empty at the end.
  private mutating func read() -> [UInt8] {
    guard !isOver else { return [] }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      isOver = count <= 0
      return Array(buffer.prefix(max(0, count)))
    }
  }
}
