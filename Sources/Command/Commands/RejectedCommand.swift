import Feed
import Foundation
import Reports
import Store
import Values

/// `runrate rejected`: every rejected line with its place and reason, as NDJSON or CSV.
struct RejectedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    name: "rejected", abstract: "Print the rejected lines with file, line, reason and text",
    examples: [
      Example(line: "runrate rejected > rejected.ndjson", purpose: "one JSON object a line"),
      Example(
        line: "runrate rejected --format csv > rejected.csv", purpose: "a table to look through"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let store = try options.openCopy(console)
    let form = try options.answerForm()
    var lines = OutputLines(console)
    if form == .csv { try lines.add(RejectedLine.csvHeader) }
    var badTimes = 0
    try store.forEachRejectedLine { line in
      try lines.add(form == .csv ? line.csv : line.json.line)
      if line.reason == Reject.Reason.badTime.rawValue { badTimes += 1 }
    }
    try lines.flush()
    TimeForms.warning(of: badTimes).map(console.note)
    return .allWell
  }
}

extension RejectedLine {
  /// With the raw bytes beside the text where that is not all they say.
  var json: JSONValue {
    let text = String(validating: raw, as: UTF8.self)
    return .members([
      "run": .integer(run), "file": .string(path), "line": .integer(line),
      "byte_offset": .integer(byteOffset), "reason": .string(reason),
      "field": field.isEmpty ? nil : .string(field), "dialect": dialect.map(JSONValue.string),
      "raw": .string(text ?? String(decoding: raw, as: UTF8.self)),
      "raw_base64": text == nil ? .string(Data(raw).base64EncodedString()) : nil,
    ])
  }

  static let csvHeader = "run,file,line,byte_offset,reason,field,raw"

  /// A row of CSV: control characters gone, formulas neutralised, every text quoted.
  var csv: String {
    let cells = [path, reason, field, String(decoding: raw, as: UTF8.self)]
      .map(CSVWriter.quotedField)
    return "\(run),\(cells[0]),\(line),\(byteOffset),\(cells[1]),\(cells[2]),\(cells[3])"
  }
}
