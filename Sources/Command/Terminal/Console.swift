import Foundation
import Reports
package import Values

/// Where the program speaks: results to standard output, everything else to standard error.
///
/// Whatever is said may hold names and texts from elsewhere (files, logs, arguments, settings), so
/// all of it goes through ``UntrustedText`` here, and nowhere else has to think of it.
package struct Console: Sendable {
  /// Results. Throws when they cannot be written.
  package typealias Sink = @Sendable (String) throws -> Void

  private let output: Sink
  private let errors: Sink
  /// Whether standard error is a terminal, on which a line can be drawn again.
  package let isTerminal: Bool
  package var isQuiet = false
  package var isVerbose = false
  private var hasColor: Bool
  /// The variables of the process, which hold the secret addresses.
  package let environment: [String: String]

  package init(
    output: @escaping Sink, errors: @escaping Sink, isTerminal: Bool, hasColor: Bool,
    environment: [String: String] = [:]
  ) {
    self.environment = environment
    self.output = output
    self.errors = errors
    self.isTerminal = isTerminal
    self.hasColor = hasColor && isTerminal
  }

  package static func standard(environment: [String: String]) -> Console {
    let wantsColor = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    return Console(
      output: sink(FileHandle.standardOutput), errors: sink(FileHandle.standardError),
      isTerminal: isatty(STDERR_FILENO) == 1, hasColor: wantsColor, environment: environment)
  }

  package func following(_ options: Options) -> Console {
    var console = self
    console.isQuiet = options.isQuiet
    console.isVerbose = options.isVerbose
    console.hasColor = hasColor && options.hasColor
    return console
  }

  private static func sink(_ handle: FileHandle) -> Sink {
    let file = handle.fileDescriptor
    return { text in try write(text, to: file) }
  }

  /// All of it, whatever FileHandle makes of a pipe that nobody reads.
  private static func write(_ text: String, to file: Int32) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw errno == EPIPE
          ? Failure.readerGone : .standardOutput(systemMessage(errno))
      }
    }
  }
}

extension Console {
  /// A result: text, or lines of JSON or CSV.
  package func write(_ text: String) throws {
    do {
      try output(UntrustedText.terminal(text))
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure.standardOutput(error.localizedDescription)
    }
  }

  /// A line about what is done; nothing when quiet.
  package func note(_ text: String) {
    if !isQuiet { say(line(text)) }
  }

  /// A line that only `--verbose` wants.
  package func detail(_ text: String) {
    if isVerbose { say(line(text)) }
  }

  /// Something that should be looked at, but stops nothing; nothing when quiet.
  package func warn(_ text: String) {
    if !isQuiet { alarm(text) }
  }

  /// Something that somebody waits for and does not get: told even when quiet.
  package func alarm(_ text: String) { say("\(colored("warning:", .yellow)) \(line(text))") }

  /// An error with its hint: told in any case.
  package func fail(_ failure: Failure) {
    say("\(colored("runrate:", .red)) \(line(failure.message))")
    if let hint = failure.hint { say("\(colored("hint:", .cyan)) \(line(hint))") }
  }

  private func line(_ text: String) -> String { UntrustedText.terminalLine(text) + "\n" }

  /// Text of our own on standard error, as it is. Nobody is left to tell when that fails.
  func say(_ text: String) { try? errors(text) }

  private enum Color: Int { case red = 31, yellow = 33, cyan = 36 }

  private func colored(_ text: String, _ color: Color) -> String {
    hasColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension Failure {
  static let readerGone = Failure("nobody reads standard output any more", exit: .cannotWrite)

  fileprivate static func standardOutput(_ reason: String) -> Failure {
    Failure("standard output cannot be written: \(reason)", exit: .cannotWrite)
  }
}

extension Console {
  /// Warns where more people may read a file or folder than should.
  func warnOfWidth(of path: String, wanted: ReportMode) {
    guard let found = wanted.width(of: path) else { return }
    warn(
      "\(path) has mode \(found), so that others can read it: \"chmod \(wanted.change) \(path)\"")
  }
}

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
