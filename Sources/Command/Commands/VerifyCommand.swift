import Foundation
import Metrics
import Receipts
import Reports
import Values

/// `runrate verify`: whether figures that somebody quoted are as they were published.
struct VerifyCommand: ParsableCommand {
  var recomputes = false

  static let configuration = CommandConfiguration(
    name: "verify", abstract: "Check the receipts in texts: as published, restated or altered",
    arguments: ArgumentsDeclaration(
      name: "RECEIPT", usage: "RECEIPT…", count: 1...Int.max,
      help: "Receipts, files in which some stand, or - for standard input", takesPath: true),
    options: [
      OptionDeclaration(
        "--recompute", help: "Compute each figure anew from the events of the database, too",
        into: \Self.recomputes),
      .shared,
    ],
    examples: [
      Example(line: "runrate verify deck.md", purpose: "every receipt of a text"),
      Example(
        line: "pbpaste | runrate verify -", purpose: "those of what was copied"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let texts = try options.arguments.map(text)
    let receipts = Receipt.candidates(in: texts.joined(separator: "\n"))
    guard !receipts.isEmpty else {
      throw Failure(
        "no receipt stands there", hint: "a receipt begins with rr1: \"runrate figure\" gives them",
        exit: .noInput)
    }
    let verifier = Verifier(reports: options.reports)
    var results = try receipts.map(verifier.verify)
    if recomputes { results = try results.map { try recomputed($0, options, console) } }
    try console.write(options.writesJSON ? json(results).page : results.map(line).joined())
    return results.allSatisfy { $0.outcome == .published } ? .allWell : .warning
  }

  /// A receipt itself, or what stands in a file.
  private func text(_ argument: String) throws -> String {
    if argument.hasPrefix("rr") && argument.contains(":") { return argument }
    guard argument == "-" || FileManager.default.fileExists(atPath: argument) else {
      throw Failure.notFound(argument)
    }
    let bytes =
      argument == "-"
      ? FileHandle.standardInput.readDataToEndOfFile()
      : Data(try readFile(argument))
    return String(decoding: bytes, as: UTF8.self)
  }

  private func line(_ result: Verification) -> String {
    let values = result.now.map { "\n    then \(result.then ?? ""), now \($0)" } ?? ""
    return "\(result.outcome.rawValue): \(result.text)\n    \(result.why)\(values)\n"
  }

  private func json(_ results: [Verification]) -> JSONValue {
    .members(["receipts": .array(results.map(\.json))])
  }

  /// From the events that the database has, as of the report's day.
  private func recomputed(_ result: Verification, _ options: Options, _ console: Console) throws
    -> Verification
  {
    guard result.outcome == .published, let receipt = Receipt(result.text) else { return result }
    return result.recomputed(as: try Recomputation(options, console).value(of: receipt))
  }
}
