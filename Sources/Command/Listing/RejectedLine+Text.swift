import Foundation
import Reports
import Store
import Values

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
