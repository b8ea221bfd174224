package import Values

/// One-time codes of an offer that were made together: what there is to hand out.
package struct CodePool: SettingsSection, Hashable {
  /// Empty for the only one.
  package var batch = ""
  package var codes: Int64 = 0
  package var expires: Day?
  package var perQuarter: Int64?

  package init() {}

  init(batch: String, codes: Int64, expires: Day?) {
    (self.batch, self.codes, self.expires) = (batch, codes, expires)
  }

  private static let most = 1_000_000_000

  static let settings: [Setting<Self>] = [
    Setting("codes", \.codes, .whole(1...most), .judged, "How many codes were made.").required,
    Setting("batch", \.batch, .name, .judged, "The name of the pool, where the offer has several."),
    Setting("expires", \.expires, .day, .judged, "The last day on which they can be redeemed."),
    Setting(
      "perQuarter", \.perQuarter, .whole(1...most).example("150000"), .judged,
      "How many redemptions the store allows in a calendar quarter."),
  ]
}

/// Pools of one-time codes: `offer,code,batch,expires` (CSV); hashes stand for codes.
package struct CodeFile: Sendable, Equatable {
  /// By offer, in the order of the file.
  package private(set) var pools: [String: [CodePool]] = [:]

  package init() {}

  private enum Column: String, CaseIterable { case offer, code, batch, expires }

  /// The pools that `bytes`, the content of `file`, spell.
  package static func parse(_ bytes: [UInt8], file: String) throws(Failure) -> CodeFile {
    var read = CodeFile()
    var lines: [String: Int] = [:]
    for row in try CSVTable<Column>(bytes, file: file).rows {
      let code = try row.read(.code, "a code, or its hash") { $0.isEmpty ? nil : $0 }
      try row.requireFirst(code, &lines)
      try read.take(row)
    }
    return read
  }

  private mutating func take(_ row: CSVTable<Column>.Row) throws(Failure) {
    let offer = try row.read(.offer, "the id of an offer") { $0.isEmpty ? nil : $0.normalized }
    let expires: Day? = try row.read(.expires, "a day YYYY-MM-DD, or nothing") { text in
      text.isEmpty ? .some(nil) : Day(text).map { .some($0) }
    }
    let batch = row[.batch]
    let place = pools[offer, default: []].firstIndex { $0.batch == batch && $0.expires == expires }
    if let place {
      pools[offer, default: []][place].codes += 1
    } else {
      pools[offer, default: []].append(CodePool(batch: batch, codes: 1, expires: expires))
    }
  }
}
