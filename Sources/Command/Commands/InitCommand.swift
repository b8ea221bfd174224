import Feed
import Foundation
import Profiling
import Reports
import Settings
import Values

/// `runrate init`: looks at logs and drafts the configuration that they need.
struct InitCommand: ParsableCommand {
  var prints = false

  static let configuration = CommandConfiguration(
    name: "init", abstract: "Look at logs and write the configuration that they need",
    arguments: .logs(isRequired: true),
    options: [
      OptionDeclaration(
        "--print", help: "Print the configuration instead of writing files", into: \Self.prints)
    ],
    examples: [
      Example(
        line: "runrate init logs/", purpose: "runrate.json5, and exchange-rates.csv where needed"),
      Example(line: "runrate init logs/ --print > draft.json5", purpose: "to be looked at first"),
    ])

  /// Of lines, unpacked: what is read in a few seconds.
  private static let sampleBytes: Int64 = 200_000_000

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let target = options.config ?? Settings.defaultPath
    if !prints { try refuseToOverwrite([target]) }
    let sample = try during("reading the logs") {
      try LogSample(of: findInputs(options.logs), upTo: Self.sampleBytes)
    }
    for (file, why) in sample.refused { console.warn("\(file.path) was left out: \(why.text)") }
    let profile = try during("reading the logs") {
      try LogProfile(sample, zone: .utc, now: .now)
    }
    try profile.refuseWhatIsNoLog()
    let answer = DraftAnswer(profile, sample: sample, logs: options.logs, target: target, now: .now)
    if prints {
      try console.write(answer.draft.text)
      for line in answer.outlook.split(separator: "\n") { console.note(String(line)) }
    } else {
      try write(answer, to: target)
      try console.write(answer.written + answer.outlook)
    }
    return .allWell
  }

  private func write(_ answer: DraftAnswer, to target: String) throws {
    try refuseToOverwrite([target] + (answer.ratesPath.map { [$0] } ?? []))
    try during("writing the configuration") {
      if let path = answer.ratesPath, let rates = answer.rates { try create(path, rates) }
      try create(target, answer.draft.text)
    }
  }

  private func refuseToOverwrite(_ paths: [String]) throws {
    for path in paths where FileManager.default.fileExists(atPath: path) {
      throw Failure(
        "\(path) is there already and is not written over",
        hint: "runrate init --print shows what it would hold; or name another with --config",
        exit: .cannotWrite)
    }
  }

  private func create(_ path: String, _ text: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    } catch {
      throw Failure.cannotWrite(path)
    }
  }
}

extension LogProfile {
  fileprivate func refuseWhatIsNoLog() throws {
    guard counts.read > 0 else {
      throw Failure(
        "the logs hold no line", hint: "name files or folders with NDJSON: one JSON object a line",
        exit: .noInput)
    }
    let broken = [Reject.Reason.notJSON, .notAnObject, .tooDeep, .tooLong]
      .reduce(0) { $0 + counts.rejected[$1, default: 0] }
    guard broken == counts.read else { return }
    throw Failure(
      "none of the \(grouped(Int64(broken))) lines is a JSON object",
      hint: "Runrate reads NDJSON: one JSON object a line, also packed with gzip or zstd",
      exit: .badData)
  }
}
